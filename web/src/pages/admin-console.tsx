import { Stack } from '@chakra-ui/react';
import { BarChart3, CreditCard, LayoutDashboard, ShieldCheck } from 'lucide-react';
import { ClientsTab } from '../features/clients/clients-tab';
import { LogoutButton } from '../features/sessions/logout-button';
import { ScreenTitle } from '../shared/page-title';
import { DelayBanner } from '../features/sequences/sms-delay-banner';
import { AdminHeldBanner } from '../features/stats/admin-held-leads-banner';
import { AdminStats } from '../features/stats/admin-stats';
import { BusiestClients } from '../features/stats/top-clients';
import { ClientLimits } from '../features/stats/client-limits';
import { ClientResults } from '../features/stats/client-results';
import { paths } from '../shared/paths';
import { ComingSoon } from '../ui/feedback/coming-soon';
import { IconAction } from '../ui/button/icon-action';
import { PageHeader } from '../ui/layout/page-header';
import { UrlTabs } from '../ui/layout/url-tabs';
import { accountWords } from '../messages/accounts';
import { consoleWords } from '../messages/admin-console';
import { AccessGate, isAdmin } from '../app/access-gate';
import { AppShell, Notices } from '../app/app-shell';

const tabs = [
  {
    value: 'overview',
    label: consoleWords.overview,
    content: (
      <Stack gap="6">
        <AdminStats />
        <BusiestClients />
        <ComingSoon
          icon={LayoutDashboard}
          title={consoleWords.comingSoon(consoleWords.overview)}
          text="A summary of what is running and what needs attention."
        />
      </Stack>
    ),
  },
  { value: 'clients', label: consoleWords.clientManagement, content: <ClientsTab stats={<AdminStats />} /> },
  {
    value: 'analytics',
    label: consoleWords.analytics,
    content: (
      <Stack gap="6">
        <ClientResults />
        <ComingSoon
          icon={BarChart3}
          title={consoleWords.comingSoon(consoleWords.analytics)}
          text="Compare campaigns across clients and over time."
        />
      </Stack>
    ),
  },
  {
    value: 'billing',
    label: consoleWords.billing,
    content: (
      <Stack gap="6">
        <ClientLimits />
        <ComingSoon
          icon={CreditCard}
          title={consoleWords.comingSoon(consoleWords.billing)}
          text={`For now, set each client’s monthly limits in its settings under ${consoleWords.clientManagement}.`}
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
          <IconAction label={accountWords.team} icon={ShieldCheck} to={paths.team.href()} />
          <LogoutButton as="admin" />
        </>
      }
    >
      <ScreenTitle title={consoleWords.adminConsole} />
      <PageHeader
        title={consoleWords.adminConsole}
        description="Manage your agency’s clients, their campaigns and their usage."
      />
      <Notices>
        <DelayBanner />
        <AdminHeldBanner />
      </Notices>
      <UrlTabs tabs={tabs} first="clients" />
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
