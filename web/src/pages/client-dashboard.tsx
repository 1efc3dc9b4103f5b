import { useQuery } from '@apollo/client/react';
import { DashboardAccessDocument } from '../shared/graphql/generated';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router';
import { errorCodeOf } from '../shared/api-error';
import { clearSession, storedClientId } from '../features/sessions/stored-session';
import { paths } from '../shared/paths';
import { retry } from '../shared/retry';
import { ClientNotFound } from '../app/client-not-found';
import { Dashboard } from './dashboard';
import { PageLoadError } from '../app/page-load-error';
import { PageLoading } from '../app/page-loading';

/** `/client/dashboard/:clientId`, with the dashboard guard of the product spec (section 4). */
export function ClientDashboardPage() {
  const { clientId = '' } = useParams();
  const { data, error, refetch } = useQuery(DashboardAccessDocument, {
    variables: { clientId },
    fetchPolicy: 'network-only',
  });
  if (errorCodeOf(error) === 'NOT_FOUND' || errorCodeOf(error) === 'BAD_USER_INPUT') return <ClientNotFound />;
  if (error) return <PageLoadError what="this dashboard" onRetry={() => retry(refetch())} />;
  if (!data) return <PageLoading />;
  if (data.dashboardAccess.loginRequired && storedClientId() !== clientId.toLowerCase()) return <RedirectToLogin />;
  return <Dashboard clientId={clientId} />;
}

function RedirectToLogin() {
  useEffect(clearSession, []);
  return <Navigate to={paths.clientLogin.href()} replace />;
}
