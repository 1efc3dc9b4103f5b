import { AccessGate, isAdmin } from '../app/access-gate';
import { AdminConsole } from './admin-console';
import { ClientLoginPage } from './client-login';

/** The start page: the console for the administrator, the client login for everyone else. */
export function HomePage() {
  return (
    <AccessGate allows={isAdmin} otherwise={<ClientLoginPage />}>
      <AdminConsole />
    </AccessGate>
  );
}
