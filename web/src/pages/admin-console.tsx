import { Box, Link, Skeleton, Stack } from '@chakra-ui/react';
import { BarChart3, Building2, CreditCard, LayoutDashboard, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { PageTitle } from '../shared/page-title';
import { SmsDelayBanner } from '../features/sequences/sms-delay-banner';
import { AdminHeldLeadsBanner } from '../features/stats/admin-held-leads-banner';
import { AdminStats } from '../features/stats/admin-stats';
import { paths } from '../shared/paths';
import { ComingSoon } from '../ui/feedback/coming-soon';
import { PageHeader } from '../ui/layout/page-header';
import { navItemStyle } from '../ui/layout/nav-item-style';
import { accountMessages } from '../messages/accounts';
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
  async () => (await import('../features/stats/top-clients')).BusiestClients,
  undefined,
  ClientsFrame,
);
const ClientsTab = onDemand(
  'the clients',
  async () => (await import('../features/clients/clients-tab')).ClientsTab,
  consoleMessages.clientManagement,
);
const MonthlyUsage = onDemand(
  'the usage',
  async () => (await import('../features/agency/usage-panel')).UsagePanel,
  consoleMessages.billing,
);
const ClientResults = onDemand(
  'the clients',
  async () => (await import('../features/stats/client-results')).ClientResults,
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
    value: 'analytics',
    label: consoleMessages.analytics,
    icon: BarChart3,
    content: (
      <Stack gap="4">
        <PageHeader title={consoleMessages.analytics} />
        <ClientResults />
        <ComingSoon
          icon={BarChart3}
          title={consoleMessages.comingSoon(consoleMessages.analytics)}
          text="Compare campaigns across clients and over time."
        />
      </Stack>
    ),
  },
  {
    value: 'billing',
    label: consoleMessages.billing,
    icon: CreditCard,
    content: (
      <Stack gap="4">
        <MonthlyUsage />
        <ComingSoon
          icon={CreditCard}
          title={consoleMessages.comingSoon(consoleMessages.billing)}
          text="Prices and monthly statements."
        />
      </Stack>
    ),
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

function TeamLink() {
  return (
    <Box borderTopWidth={{ lg: '1px' }} marginTop={{ lg: '2' }} paddingTop={{ lg: '2' }} flexShrink="0">
      <Link asChild css={navItemStyle}>
        <RouterLink to={paths.team.href()}>
          <ShieldCheck aria-hidden="true" /> {accountMessages.team}
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
