import { Stack } from '@chakra-ui/react';
import { formatCount } from '../../shared/format';
import type { Column } from '../../ui/table/use-data-table';
import { PageHeader } from '../../ui/layout/page-header';
import { ClientComparisonTable } from './client-comparison-table';
import type { ClientComparisonRow } from './client-comparison-row';

const MAX_CLIENTS = 5;

const columns: Column<ClientComparisonRow>[] = [
  { header: 'Leads this month', alignEnd: true, cell: ({ usage }) => formatCount(usage.leadsThisMonth) },
  { header: 'SMS this month', alignEnd: true, cell: ({ usage }) => formatCount(usage.smsThisMonth) },
  { header: 'All-time leads', alignEnd: true, cell: ({ stats }) => formatCount(stats.totalLeads) },
];

const busiest = (clients: readonly ClientComparisonRow[]) =>
  clients
    .toSorted((a, b) => b.usage.leadsThisMonth - a.usage.leadsThisMonth || b.stats.totalLeads - a.stats.totalLeads)
    .slice(0, MAX_CLIENTS);

/** The clients with the most leads this month. */
export function BusiestClients() {
  return (
    <Stack gap="4">
      <PageHeader level="h2" title="Busiest clients" description="Clients with the most leads this month." />
      <ClientComparisonTable columns={columns} select={busiest} />
    </Stack>
  );
}
