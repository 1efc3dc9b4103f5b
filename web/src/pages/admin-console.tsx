import { Stack } from '@chakra-ui/react';
import { BarChart3, CreditCard, LayoutDashboard } from 'lucide-react';
import { ClientsTab } from '../features/clients/clients-tab';
import { LogoutButton } from '../features/sessions/logout-button';
import { ScreenTitle } from '../features/sessions/screen-title';
import { DelayBanner } from '../features/sms/delay-banner';
import { AdminHeldBanner } from '../features/stats/admin-held-banner';
import { AdminStats } from '../features/stats/admin-stats';
import { BusiestClients } from '../features/stats/busiest-clients';
import { ClientLimits } from '../features/stats/client-limits';
import { ClientResults } from '../features/stats/client-results';
import { ComingSoon } from '../ui/coming-soon';
import { PageHeader } from '../ui/page-header';
import { UrlTabs } from '../ui/url-tabs';
import { AccessGate, isAdmin } from './access-gate';
import { AppShell, Notices } from './app-shell';

const tabs = [
  {
    value: 'overview',
    label: 'Overview',
    content: (
      <Stack gap="6">
        <AdminStats />
        <BusiestClients />
        <ComingSoon
          icon={LayoutDashboard}
          title="Overview coming soon"
          text="More of the agency at a glance: what is running, and what needs you."
        />
      </Stack>
    ),
  },
  { value: 'clients', label: 'Client Management', content: <ClientsTab stats={<AdminStats />} /> },
  {
    value: 'analytics',
    label: 'Analytics',
    content: (
      <Stack gap="6">
        <ClientResults />
        <ComingSoon icon={BarChart3} title="Analytics coming soon" text="How campaigns compare, across all clients and over time." />
      </Stack>
    ),
  },
  {
    value: 'billing',
    label: 'Billing & Limits',
    content: (
      <Stack gap="6">
        <ClientLimits />
        <ComingSoon
          icon={CreditCard}
          title="Billing & Limits coming soon"
          text="Until then, each client’s monthly limits are set in its settings under Client Management."
        />
      </Stack>
    ),
  },
];

/** The administrator's console. */
export function AdminConsole() {
  return (
    <AppShell actions={<LogoutButton as="admin" />}>
      <ScreenTitle title="Admin Console" />
      <PageHeader title="Admin Console" description="Every client of your agency, their campaigns and what they use." />
      <Notices>
        <DelayBanner />
        <AdminHeldBanner />
      </Notices>
      <UrlTabs tabs={tabs} first="clients" />
    </AppShell>
  );
}

/** /admin */
export function AdminConsolePage() {
  return (
    <AccessGate allows={isAdmin}>
      <AdminConsole />
    </AccessGate>
  );
}
