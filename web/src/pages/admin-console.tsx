import { Stack } from '@chakra-ui/react';
import { BarChart3, CreditCard, LayoutDashboard, ShieldCheck } from 'lucide-react';
import { ClientsTab } from '../features/clients/clients-tab';
import { LogoutButton } from '../features/sessions/logout-button';
import { PageTitle } from '../shared/page-title';
import { SmsDelayBanner } from '../features/sequences/sms-delay-banner';
import { AdminHeldLeadsBanner } from '../features/stats/admin-held-leads-banner';
import { AdminStats } from '../features/stats/admin-stats';
import { BusiestClients } from '../features/stats/top-clients';
import { ClientLimits } from '../features/stats/client-limits';
import { ClientResults } from '../features/stats/client-results';
import { paths } from '../shared/paths';
import { ComingSoon } from '../ui/feedback/coming-soon';
import { IconAction } from '../ui/button/icon-action';
import { PageHeader } from '../ui/layout/page-header';
import { UrlTabs } from '../ui/layout/url-tabs';
import { accountMessages } from '../messages/accounts';
import { consoleMessages } from '../messages/admin-console';
import { AccessGate, isAdmin } from '../app/access-gate';
import { AppShell, BannerStack } from '../app/app-shell';
import { SecondFactorBanner } from '../app/second-factor-banner';

const tabs = [
  {
    value: 'overview',
    label: consoleMessages.overview,
    content: (
      <Stack gap="6">
        <AdminStats />
        <BusiestClients />
        <ComingSoon
          icon={LayoutDashboard}
          title={consoleMessages.comingSoon(consoleMessages.overview)}
          text="A summary of what is running and what needs attention."
        />
      </Stack>
    ),
  },
  { value: 'clients', label: consoleMessages.clientManagement, content: <ClientsTab stats={<AdminStats />} /> },
  {
    value: 'analytics',
    label: consoleMessages.analytics,
    content: (
      <Stack gap="6">
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
    content: (
      <Stack gap="6">
        <ClientLimits />
        <ComingSoon
          icon={CreditCard}
          title={consoleMessages.comingSoon(consoleMessages.billing)}
          text={`For now, set each client’s monthly limits in its settings under ${consoleMessages.clientManagement}.`}
        />
      </Stack>
    ),
  },
];

/** The admin console with its tabs. */
export function AdminConsole() {
  return (
    <AppShell
      actions={
        <>
          <IconAction label={accountMessages.team} icon={ShieldCheck} to={paths.team.href()} />
          <LogoutButton as="admin" />
        </>
      }
    >
      <PageTitle title={consoleMessages.adminConsole} />
      <PageHeader
        title={consoleMessages.adminConsole}
        description="Manage your agency’s clients, their campaigns and their usage."
      />
      <BannerStack>
        <SecondFactorBanner />
        <SmsDelayBanner />
        <AdminHeldLeadsBanner />
      </BannerStack>
      <UrlTabs tabs={tabs} defaultTab="clients" />
    </AppShell>
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
