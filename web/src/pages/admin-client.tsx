import { useParams } from 'react-router';
import { AccessGate, isAdmin } from '../app/access-gate';
import { Dashboard } from './dashboard';

/** `/client/:clientId`: a client's dashboard for administrators. */
export function AdminClientPage() {
  const { clientId = '' } = useParams();
  return (
    <AccessGate allows={isAdmin}>
      <Dashboard key={clientId} clientId={clientId} isAdminView />
    </AccessGate>
  );
}
