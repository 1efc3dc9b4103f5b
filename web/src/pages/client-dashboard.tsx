import { useQuery } from '@apollo/client/react';
import { DashboardAccessDocument, type ViewerQuery } from '../shared/graphql/generated';
import { useParams } from 'react-router';
import { storedClientId, storeSession } from '../features/sessions/stored-session';
import { AccessGate } from '../app/access-gate';
import { ClientNotFound } from '../app/client-not-found';
import { Dashboard } from './dashboard';
import { PageLoading } from '../app/page-loading';
import { RedirectToLogin } from '../features/sessions/redirect-to-login';

/** `/client/dashboard/:clientId`, with the dashboard guard of the product spec (section 4). */
export function ClientDashboardPage() {
  const { clientId = '' } = useParams();
  const { data, error } = useQuery(DashboardAccessDocument, { variables: { clientId } });
  const dashboard = <Dashboard key={clientId} clientId={clientId} />;
  // The layout shows other errors.
  if (!data) return error ? <ClientNotFound /> : <PageLoading />;
  if (data.dashboardAccess.loginRequired && storedClientId() !== clientId.toLowerCase())
    return (
      <AccessGate allows={({ client }) => restoreSession(client, clientId)} otherwise={<RedirectToLogin />}>
        {dashboard}
      </AccessGate>
    );
  return dashboard;
}

/** Stores the session of the client that is signed in, which another tab may have done, and says whether it is this one. */
function restoreSession(client: ViewerQuery['viewer']['client'], clientId: string): boolean {
  if (client?.id !== clientId.toLowerCase()) return false;
  storeSession(client);
  return true;
}
