import { AccessGate, isAdmin } from '../app/access-gate';
import { AdminConsole } from './admin-console';
import { ClientLoginPage } from './client-login';

/** `/`: the admin console for administrators, and the client login for everyone else. */
export function HomePage() {
  return (
    <AccessGate allows={isAdmin} otherwise={<ClientLoginPage />}>
      <AdminConsole />
    </AccessGate>
  );
}
