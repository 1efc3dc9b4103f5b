import { ArrowLeft } from 'lucide-react';
import { useParams } from 'react-router';
import { paths } from '../shared/paths';
import { LinkButton } from '../ui/button/link-button';
import { dashboardMessages } from '../messages/dashboard';
import { AccessGate, isAdmin } from '../app/access-gate';
import { Dashboard } from './dashboard';

/** `/client/:clientId`: a client's dashboard for administrators. */
export function AdminClientPage() {
  const { clientId = '' } = useParams();
  const back = (
    <LinkButton to={paths.admin.href()} variant="ghost" colorPalette="gray" size="sm">
      <ArrowLeft aria-hidden="true" /> {dashboardMessages.backToAdmin}
    </LinkButton>
  );
  return (
    <AccessGate allows={isAdmin}>
      <Dashboard key={clientId} clientId={clientId} actions={back} />
    </AccessGate>
  );
}
