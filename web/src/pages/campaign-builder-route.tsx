import { useQuery } from '@apollo/client/react';
import { lazy, Suspense } from 'react';
import { Navigate, useParams } from 'react-router';
import { AccessGate, isAdmin } from '../app/access-gate';
import { AdminRequired } from '../app/admin-required';
import { PageLoading } from '../app/page-loading';
import { RedirectToLogin } from '../features/sessions/redirect-to-login';
import { ViewerDocument } from '../shared/graphql/generated';
import { paths } from '../shared/paths';
import { ActAs } from '../shared/session-role';

const CampaignBuilderPage = lazy(async () => ({ default: (await import('./campaign-builder')).CampaignBuilderPage }));

const page = (
  <Suspense fallback={<PageLoading />}>
    <CampaignBuilderPage />
  </Suspense>
);

/** `/client/:clientId/campaign/:campaignId`: the campaign builder for administrators. Leads its client to its own. */
export function AdminBuilderRoute() {
  const otherwise = (
    <ActAs session="client">
      <LeadToOwnBuilder />
    </ActAs>
  );
  return (
    <AccessGate allows={isAdmin} otherwise={otherwise}>
      {page}
    </AccessGate>
  );
}

function LeadToOwnBuilder() {
  const { clientId = '', campaignId = '' } = useParams();
  const { data, loading } = useQuery(ViewerDocument);
  if (loading) return <PageLoading />;
  if (data?.viewer.client?.id !== clientId.toLowerCase()) return <AdminRequired />;
  return <Navigate to={paths.campaignBuilder.client.href(clientId, campaignId)} replace />;
}

/**
 * `/client/dashboard/:clientId/campaign/:campaignId`: the campaign builder for the client that owns the campaign. Leads
 * staff of its team to the campaigns.
 */
export function ClientBuilderRoute() {
  const { clientId = '' } = useParams();
  const { data } = useQuery(ViewerDocument);
  const isStaff = data?.viewer.member?.role === 'staff';
  return (
    <AccessGate allows={({ client }) => client?.id === clientId.toLowerCase()} otherwise={<RedirectToLogin />}>
      {isStaff ? <Navigate to={`${paths.clientDashboard.href(clientId)}?tab=campaigns`} replace /> : page}
    </AccessGate>
  );
}
