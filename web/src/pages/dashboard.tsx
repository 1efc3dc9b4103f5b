import { useQuery } from '@apollo/client/react';
import { Box, Grid, Skeleton, Stack } from '@chakra-ui/react';
import {
  type ClientFieldsFragment,
  type ClientStatsQuery,
  ClientDocument,
  ClientStatsDocument,
  ViewerDocument,
  type ViewerQuery,
} from '../shared/graphql/generated';
import { FolderOpen, House, Megaphone, MessageSquareText, Settings, Users, Webhook } from 'lucide-react';
import { errorCodeOf } from '../shared/api-error';
import { ClientIdentity } from '../features/clients/client-identity';
import { ClientSwitcher } from '../features/clients/switcher/client-switcher';
import { FileUploadsProvider } from '../features/files/file-uploads-context';
import { RecentActivity } from '../features/leads/recent-activity';
import { PageTitle } from '../shared/product/page-title';
import { SmsDelayBanner } from '../features/sequences/sms-delay-banner';
import { ClientHeldLeadsBanner } from '../features/stats/client-held-leads-banner';
import { ClientSources } from '../features/stats/client-sources';
import { ClientStats } from '../features/stats/client-stats';
import { TrendCard } from '../features/stats/trend-card';
import { UsagePanel } from '../features/stats/usage-panel';
import { UsageSummary } from '../features/stats/usage-summary';
import { Banner } from '../ui/feedback/banner';
import { LoadError } from '../ui/feedback/load-error';
import { PageHeader } from '../ui/layout/page-header';
import { paths } from '../shared/paths';
import { type DashboardAccess, DashboardAccessProvider } from '../shared/dashboard-access';
import { lazyDialog } from '../shared/dialogs/lazy-dialog';
import { LiveClient } from '../shared/live/live-client';
import type { TabItem } from '../ui/layout/nav-tabs';
import { retry } from '../shared/retry';
import { dashboardMessages } from '../messages/dashboard';
import { sharedMessages } from '../messages/shared';
import { AccountBar } from '../app/account-bar';
import { AppShell, BannerStack } from '../app/app-shell';
import { ClientBreadcrumb } from '../app/client-breadcrumb';
import { ClientNotFound } from '../app/client-not-found';
import { onDemand } from '../app/on-demand';
import { PageLoading } from '../app/page-loading';

// Loaded after the screen.
const ClientTrend = onDemand(
  'the chart',
  async () => (await import('../features/stats/trend/client-trend')).ClientTrend,
  undefined,
  TrendCard,
);
const UsageForecast = onDemand(
  'the forecast',
  async () => (await import('../features/sequences/forecast/usage-forecast')).UsageForecast,
  undefined,
  ({ children }) => children ?? <Skeleton height="10" />,
);
const ClientFirstSteps = onDemand(
  'the first steps',
  async () => (await import('../features/onboarding/first-steps')).ClientFirstSteps,
  undefined,
  ({ children }) => children,
);
// Each tab but the first is loaded when it opens.
const CampaignsTab = onDemand(
  'the campaigns',
  async () => (await import('../features/campaigns/campaigns-tab')).CampaignsTab,
  sharedMessages.campaigns,
);
const PlaybookDialog = lazyDialog(async () => (await import('../features/playbooks/playbook-dialog')).PlaybookDialog);
const FilesTab = onDemand(
  'the files',
  async () => (await import('../features/files/files-tab')).FilesTab,
  dashboardMessages.fileManager,
);
const LeadsTab = onDemand(
  'the leads',
  async () => (await import('../features/leads/leads-tab')).LeadsTab,
  sharedMessages.leads,
);
const SequencesTab = onDemand(
  'the sequences',
  async () => (await import('../features/sequences/sequences-tab')).SequencesTab,
  dashboardMessages.smsFollowUps,
);
const WebhooksTab = onDemand(
  'the webhooks',
  async () => (await import('../features/webhooks/webhooks-tab')).WebhooksTab,
  sharedMessages.webhooks,
);
const DashboardSettings = onDemand(
  'the settings',
  async () => (await import('./dashboard-settings')).DashboardSettings,
  dashboardMessages.settings,
);

interface DashboardProps {
  clientId: string;
  /** Whether an administrator opened it from the console. */
  isAdminView?: boolean;
}

/** A client's dashboard. Clients and administrators see the same tabs; administrators can switch the client. */
export function Dashboard({ clientId, isAdminView = false }: DashboardProps) {
  const { data, error, refetch } = useQuery(ClientDocument, { variables: { id: clientId } });
  const { data: access, error: accessError, refetch: refetchAccess } = useQuery(ViewerDocument);
  const { data: totals } = useQuery(ClientStatsDocument, { variables: { clientId }, fetchPolicy: 'cache-only' });
  const viewer = access?.viewer;
  const client = data?.client;
  const viewerAccess = client && viewer ? accessOf(viewer, client) : 'link';
  const isReadOnly = viewerAccess === 'readOnlyLink';
  if (errorCodeOf(error) === 'NOT_FOUND' || errorCodeOf(error) === 'BAD_USER_INPUT') return <ClientNotFound />;
  const isLoaded = client !== undefined && access !== undefined;
  return (
    <LiveClient clientId={isLoaded ? client.id : null}>
      <FileUploadsProvider clientId={clientId}>
        <DashboardAccessProvider value={viewerAccess}>
          <AppShell
            access={viewerAccess}
            tabs={isLoaded ? tabsOf(client, access.viewer, viewerAccess, totals?.client.stats) : []}
            defaultTab="dashboard"
            {...(isAdminView ? { back: { to: paths.admin.href(), label: dashboardMessages.backToAdmin } } : {})}
            context={client && (isAdminView ? <ClientSwitcher client={client} /> : <ClientIdentity client={client} />)}
            usage={<UsageSummary clientId={clientId} />}
            account={isAdminView ? <AccountBar /> : <AccountBar logoutAs="client" />}
            placeholder={
              isLoaded ? undefined : error || accessError ? (
                <LoadError subject="this dashboard" onRetry={() => retry(refetch(), refetchAccess())} />
              ) : (
                <PageLoading />
              )
            }
          >
            {client && <PageTitle title={client.businessName} />}
            {isLoaded && (
              <BannerStack>
                {isReadOnly && <Banner>{dashboardMessages.readOnly}</Banner>}
                <SmsDelayBanner />
                <ClientHeldLeadsBanner clientId={clientId} canRaise={isAdminView} />
              </BannerStack>
            )}
            {isAdminView && client && <ClientBreadcrumb name={client.businessName} />}
          </AppShell>
        </DashboardAccessProvider>
      </FileUploadsProvider>
    </LiveClient>
  );
}

type Totals = ClientStatsQuery['client']['stats'];
type Viewer = ViewerQuery['viewer'];

/** Whether a client may have first steps to do. */
const isNew = (totals: Totals | undefined) =>
  totals !== undefined && (totals.totalLeads === 0 || totals.totalSMSMessages === 0);

/** Who the viewer is on the dashboard of this client. */
function accessOf({ user, client, member }: Viewer, { id, linkReadOnly }: ClientFieldsFragment): DashboardAccess {
  if (user) return 'owner';
  if (client?.id === id) return member?.role === 'staff' ? 'staff' : 'owner';
  return linkReadOnly ? 'readOnlyLink' : 'link';
}

const tabsOf = (client: ClientFieldsFragment, viewer: Viewer, access: DashboardAccess, totals?: Totals): TabItem[] => [
  {
    value: 'dashboard',
    label: dashboardMessages.dashboard,
    icon: House,
    content: (
      <Stack gap="4" maxWidth="75rem">
        <PageHeader title={dashboardMessages.dashboard} />
        <ClientStats clientId={client.id} />
        {access === 'owner' && isNew(totals) && <ClientFirstSteps clientId={client.id} />}
        <Trends clientId={client.id} timeZone={client.timeZone} hasMessages={(totals?.totalSMSMessages ?? 0) > 0} />
        <ClientSources clientId={client.id} />
        <RecentActivity clientId={client.id} timeZone={client.timeZone} />
      </Stack>
    ),
  },
  {
    value: 'campaigns',
    label: sharedMessages.campaigns,
    icon: Megaphone,
    count: totals?.totalCampaigns,
    content: (
      <CampaignsTab
        clientId={client.id}
        canBuild={access === 'owner'}
        PlaybookDialog={viewer.user ? PlaybookDialog : undefined}
      />
    ),
  },
  {
    value: 'leads',
    label: sharedMessages.leads,
    icon: Users,
    count: totals?.totalLeads,
    content: <LeadsTab clientId={client.id} timeZone={client.timeZone} />,
  },
  {
    value: 'sms',
    label: dashboardMessages.smsFollowUps,
    icon: MessageSquareText,
    content: <SequencesTab clientId={client.id} />,
  },
  {
    value: 'files',
    label: dashboardMessages.fileManager,
    icon: FolderOpen,
    content: <FilesTab clientId={client.id} timeZone={client.timeZone} />,
  },
  // For owners only, because a webhook URL may contain a key.
  ...(client.webhooksEnabled && access === 'owner'
    ? [
        {
          value: 'webhooks',
          label: sharedMessages.webhooks,
          icon: Webhook,
          content: <WebhooksTab clientId={client.id} timeZone={client.timeZone} />,
        },
      ]
    : []),
  {
    value: 'settings',
    label: dashboardMessages.settings,
    icon: Settings,
    content: <DashboardSettings client={client} viewer={viewer} access={access} />,
  },
];

interface TrendsProps {
  clientId: string;
  timeZone: string;
  /** Without messages, there is nothing to forecast. */
  hasMessages: boolean;
}

function Trends({ clientId, timeZone, hasMessages }: TrendsProps) {
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' }} gap="4">
      <ClientTrend clientId={clientId} timeZone={timeZone} />
      <UsagePanel
        clientId={clientId}
        forecast={
          hasMessages && (
            <Box marginTop="2">
              <UsageForecast clientId={clientId} />
            </Box>
          )
        }
      />
    </Grid>
  );
}
