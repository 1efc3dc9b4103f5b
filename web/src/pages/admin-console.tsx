import { BarChart3, CreditCard, LayoutDashboard } from 'lucide-react';
import { ClientsTab } from '../features/clients/clients-tab';
import { LogoutButton } from '../features/sessions/logout-button';
import { DelayBanner } from '../features/sms/delay-banner';
import { AdminHeldBanner } from '../features/stats/admin-held-banner';
import { AdminStats } from '../features/stats/admin-stats';
import { EmptyState } from '../ui/empty-state';
import { PageHeader } from '../ui/page-header';
import { Panel } from '../ui/panel';
import { UrlTabs } from '../ui/url-tabs';
import { AccessGate, isAdmin } from './access-gate';
import { AppShell, Notices } from './app-shell';

const tabs = [
  {
    value: 'overview',
    label: 'Overview',
    content: <Panel children={<EmptyState icon={LayoutDashboard} title="Overview coming soon" />} />,
  },
  { value: 'clients', label: 'Client Management', content: <ClientsTab stats={<AdminStats />} /> },
  { value: 'analytics', label: 'Analytics', content: <Panel children={<EmptyState icon={BarChart3} title="Analytics coming soon" />} /> },
  {
    value: 'billing',
    label: 'Billing & Limits',
    content: <Panel children={<EmptyState icon={CreditCard} title="Billing & Limits coming soon" />} />,
  },
];

/** The administrator's console. */
export function AdminConsole() {
  return (
    <AppShell actions={<LogoutButton as="admin" />}>
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
