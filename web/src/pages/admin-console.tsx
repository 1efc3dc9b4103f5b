import { useQuery } from '@apollo/client/react';
import { Box, Link, Skeleton, Stack } from '@chakra-ui/react';
import { BarChart3, BookCopy, Building2, CreditCard, LayoutDashboard, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { PageTitle } from '../shared/product/page-title';
import { SmsDelayBanner } from '../features/sequences/sms-delay-banner';
import { AdminHeldLeadsBanner } from '../features/stats/admin-held-leads-banner';
import { AdminStats } from '../features/stats/admin-stats';
import { AdminStatsDocument } from '../shared/graphql/generated';
import { paths } from '../shared/paths';
import { PageHeader } from '../ui/layout/page-header';
import { navItemStyle } from '../ui/layout/nav-item-style';
import { consoleMessages } from '../messages/admin-console';
import { AccessGate, isAdmin } from '../app/access-gate';
import { AccountBar } from '../app/account-bar';
import { AppShell, BannerStack } from '../app/app-shell';
import { onDemand } from '../app/on-demand';
import { SecondFactorBanner } from '../app/second-factor-banner';

/** Contains the error of a list of clients, and without it the list's placeholder. */
const ClientsFrame = ({ children }: { children?: ReactNode }) =>
  children ?? <Skeleton height="22rem" borderRadius="l3" />;

// Tables and what is not on the first tab are loaded when they are shown.
const ClientsNeedingAttention = onDemand(
  'what needs attention',
  async () => (await import('../features/agency/attention-panel')).AttentionPanel,
  undefined,
  ClientsFrame,
);
const BusiestClients = onDemand(
  'the clients',
  async () => (await import('../features/stats/busiest-clients')).BusiestClients,
  undefined,
  ClientsFrame,
);
const AgencyFirstSteps = onDemand(
  'the first steps',
  async () => (await import('../features/onboarding/agency-first-steps')).AgencyFirstSteps,
  undefined,
  ({ children }) => children,
);
const ClientsTab = onDemand(
  'the clients',
  async () => (await import('../features/clients/clients-tab')).ClientsTab,
  consoleMessages.clientManagement,
);
const Playbooks = onDemand(
  'the playbooks',
  async () => (await import('../features/playbooks/playbooks-tab')).PlaybooksTab,
  consoleMessages.playbooks,
);
const MonthlyUsage = onDemand(
  'the usage',
  async () => (await import('../features/agency/usage-panel')).UsagePanel,
  consoleMessages.billing,
);
const Analytics = onDemand(
  'the figures',
  async () => (await import('../features/stats/analytics/analytics-panel')).AnalyticsPanel,
  consoleMessages.analytics,
);

const tabs = [
  {
    value: 'overview',
    label: consoleMessages.overview,
    icon: LayoutDashboard,
    content: (
      <Stack gap="4" maxWidth="75rem">
        <PageHeader title={consoleMessages.overview} />
        <AdminStats />
        <FirstSteps />
        <ClientsNeedingAttention />
        <BusiestClients />
      </Stack>
    ),
  },
  {
    value: 'clients',
    label: consoleMessages.clientManagement,
    icon: Building2,
    content: <ClientsTab stats={<AdminStats />} />,
  },
  {
    value: 'playbooks',
    label: consoleMessages.playbooks,
    icon: BookCopy,
    content: <Playbooks />,
  },
  {
    value: 'analytics',
    label: consoleMessages.analytics,
    icon: BarChart3,
    content: <Analytics />,
  },
  {
    value: 'billing',
    label: consoleMessages.billing,
    icon: CreditCard,
    content: <MonthlyUsage />,
  },
];

/** The admin console with its tabs. */
export function AdminConsole() {
  return (
    <AppShell tabs={tabs} defaultTab="overview" links={<TeamLink />} account={<AccountBar logoutAs="admin" />}>
      <PageTitle title={consoleMessages.adminConsole} />
      <BannerStack>
        <SecondFactorBanner />
        <SmsDelayBanner />
        <AdminHeldLeadsBanner />
      </BannerStack>
    </AppShell>
  );
}

/** Only agencies that may have first steps to do load them. */
function FirstSteps() {
  const { data } = useQuery(AdminStatsDocument, { fetchPolicy: 'cache-only' });
  const stats = data?.adminStats;
  const isNew =
    stats && [stats.totalClients, stats.activeCampaigns, stats.totalLeads, stats.totalSMSMessages].includes(0);
  return isNew ? <AgencyFirstSteps /> : null;
}

function TeamLink() {
  return (
    <Box borderTopWidth={{ lg: '1px' }} marginTop={{ lg: '2' }} paddingTop={{ lg: '2' }} flexShrink="0">
      <Link asChild css={navItemStyle}>
        <RouterLink to={paths.team.href()}>
          <ShieldCheck aria-hidden="true" /> {consoleMessages.team}
        </RouterLink>
      </Link>
    </Box>
  );
}

/** `/admin` */
export function AdminConsolePage() {
  return (
    <AccessGate allows={isAdmin}>
      <AdminConsole />
    </AccessGate>
  );
}
