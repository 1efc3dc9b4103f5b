import { useQuery } from '@apollo/client/react';
import { Grid, Skeleton, Stack } from '@chakra-ui/react';
import { type ClientFieldsFragment, ClientDocument, ViewerDocument } from '../shared/graphql/generated';
import { lazy, type ReactNode, Suspense } from 'react';
import { errorCodeOf } from '../shared/api-error';
import { ClientActivity } from '../features/audit/client-activity';
import { CampaignsTab } from '../features/campaigns/campaigns-tab';
import { ClientSettings } from '../features/clients/client-settings';
import { FileUploadsProvider } from '../features/files/file-uploads-context';
import { FilesTab } from '../features/files/files-tab';
import { LeadsTab } from '../features/leads/leads-tab';
import { RecentActivity } from '../features/leads/recent-activity';
import { AccountPanel } from '../features/sessions/account-panel';
import { PageTitle } from '../shared/page-title';
import { SmsDelayBanner } from '../features/sequences/sms-delay-banner';
import { SequencesTab } from '../features/sequences/sequences-tab';
import { ClientHeldLeadsBanner } from '../features/stats/client-held-leads-banner';
import { ClientSources } from '../features/stats/client-sources';
import { ClientStats } from '../features/stats/client-stats';
import { ClientTrend } from '../features/stats/client-trend';
import { UsagePanel } from '../features/stats/usage-panel';
import { WebhooksTab } from '../features/webhooks/webhooks-tab';
import { Banner } from '../ui/feedback/banner';
import { LoadError } from '../ui/feedback/load-error';
import { PageHeader } from '../ui/layout/page-header';
import { StatusBadge } from '../shared/status-badge';
import { UrlTabs } from '../ui/layout/url-tabs';
import { DashboardAccessProvider } from '../shared/dashboard-access';
import { LiveClient } from '../shared/live/live-client';
import { retry } from '../shared/retry';
import { dashboardMessages } from '../messages/dashboard';
import { sharedMessages } from '../messages/shared';
import { AppShell, BannerStack } from '../app/app-shell';
import { ClientNotFound } from '../app/client-not-found';
import { PageLoading } from '../app/page-loading';

// Loaded on demand because few users open them.
const SecurityPanel = lazy(async () => ({
  default: (await import('../features/sessions/second-factor/security-panel')).SecurityPanel,
}));
const ApiKeysPanel = lazy(async () => ({
  default: (await import('../features/api-keys/api-keys-panel')).ApiKeysPanel,
}));
const PrivacySection = lazy(async () => ({
  default: (await import('../features/privacy/privacy-section')).PrivacySection,
}));

interface DashboardProps {
  clientId: string;
  /** Shown in the header: the way back for administrators, or the logout button. */
  actions: ReactNode;
}

/** A client's dashboard. Clients and administrators see the same tabs and different header actions. */
export function Dashboard({ clientId, actions }: DashboardProps) {
  const { data, error, refetch } = useQuery(ClientDocument, { variables: { id: clientId } });
  const { data: access, error: accessError, refetch: refetchAccess } = useQuery(ViewerDocument);
  const viewer = access?.viewer;
  const isOwn = viewer?.client != null && viewer.client.id === data?.client.id;
  const canBuild = viewer?.user != null || isOwn;
  const isReadOnly = access !== undefined && !canBuild && data?.client.linkReadOnly === true;
  if (errorCodeOf(error) === 'NOT_FOUND' || errorCodeOf(error) === 'BAD_USER_INPUT') return <ClientNotFound />;
  return (
    <AppShell actions={actions}>
      {data && access ? (
        <LiveClient clientId={data.client.id}>
          <PageTitle title={data.client.businessName} />
          <PageHeader title={data.client.businessName} badge={<StatusBadge status={data.client.status} />} />
          <BannerStack>
            {isReadOnly && <Banner>{dashboardMessages.readOnly}</Banner>}
            <SmsDelayBanner />
            <ClientHeldLeadsBanner clientId={clientId} />
          </BannerStack>
          <DashboardAccessProvider value={isReadOnly ? 'readOnlyLink' : canBuild ? 'account' : 'link'}>
            <FileUploadsProvider clientId={clientId}>
              <UrlTabs tabs={tabsOf(data.client, canBuild, isOwn)} defaultTab="dashboard" />
            </FileUploadsProvider>
          </DashboardAccessProvider>
        </LiveClient>
      ) : error || accessError ? (
        <LoadError subject="this dashboard" onRetry={() => retry(refetch(), refetchAccess())} />
      ) : (
        <PageLoading />
      )}
    </AppShell>
  );
}

const tabsOf = (client: ClientFieldsFragment, canBuild: boolean, isOwn: boolean) => [
  {
    value: 'dashboard',
    label: dashboardMessages.dashboard,
    content: (
      <Stack gap="6">
        <ClientStats clientId={client.id} />
        <Trends clientId={client.id} />
        <ClientSources clientId={client.id} />
        <RecentActivity clientId={client.id} timeZone={client.timeZone} />
      </Stack>
    ),
  },
  {
    value: 'campaigns',
    label: sharedMessages.campaigns,
    content: <CampaignsTab clientId={client.id} canBuild={canBuild} />,
  },
  {
    value: 'leads',
    label: sharedMessages.leads,
    content: <LeadsTab clientId={client.id} timeZone={client.timeZone} />,
  },
  { value: 'sms', label: dashboardMessages.smsFollowUps, content: <SequencesTab clientId={client.id} /> },
  {
    value: 'files',
    label: dashboardMessages.fileManager,
    content: <FilesTab clientId={client.id} timeZone={client.timeZone} />,
  },
  // Hidden from people who only have the dashboard link, because a webhook URL may contain a key.
  ...(client.webhooksEnabled && canBuild
    ? [
        {
          value: 'webhooks',
          label: sharedMessages.webhooks,
          content: <WebhooksTab clientId={client.id} timeZone={client.timeZone} />,
        },
      ]
    : []),
  {
    value: 'settings',
    label: dashboardMessages.settings,
    content: (
      <Stack gap="6">
        <ClientSettings client={client} usage={<UsagePanel clientId={client.id} />} />
        {isOwn && client.username && <AccountPanel username={client.username} />}
        {isOwn && (
          <Suspense fallback={<Skeleton height="24rem" />}>
            <SecurityPanel />
          </Suspense>
        )}
        {canBuild && (
          <Suspense fallback={<Skeleton height="16rem" />}>
            <ApiKeysPanel clientId={client.id} />
          </Suspense>
        )}
        {canBuild && (
          <Suspense fallback={<Skeleton height="16rem" />}>
            <PrivacySection clientId={client.id} timeZone={client.timeZone} />
          </Suspense>
        )}
        <ClientActivity clientId={client.id} timeZone={client.timeZone} />
      </Stack>
    ),
  },
];

function Trends({ clientId }: { clientId: string }) {
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }}
      gap={{ base: '4', md: '6' }}
    >
      <ClientTrend clientId={clientId} />
      <UsagePanel clientId={clientId} />
    </Grid>
  );
}
