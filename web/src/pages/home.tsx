import { AccessGate, isAdmin } from '../app/access-gate';
import { ActAs } from '../shared/session-role';
import { AdminConsole } from './admin-console';
import { ClientLoginPage } from './client-login';

const clientLogin = (
  <ActAs session="client">
    <ClientLoginPage />
  </ActAs>
);

/** `/`: the admin console for administrators, and the client login for everyone else. */
export function HomePage() {
  return (
    <AccessGate allows={isAdmin} otherwise={clientLogin}>
      <AdminConsole />
    </AccessGate>
  );
}
