import { Stack } from '@chakra-ui/react';
import { formatCount, formatRate } from '../../shared/format';
import type { Column } from '../../ui/table/use-data-table';
import { PageHeader } from '../../ui/layout/page-header';
import { sharedMessages } from '../../messages/shared';
import { ClientComparisonTable } from './client-comparison-table';
import type { ClientComparisonRow } from './client-comparison-row';

const columns: Column<ClientComparisonRow>[] = [
  {
    header: sharedMessages.leads,
    alignEnd: true,
    sortBy: ({ stats }) => stats.totalLeads,
    cell: ({ stats }) => formatCount(stats.totalLeads),
  },
  {
    header: sharedMessages.conversions,
    alignEnd: true,
    sortBy: ({ stats }) => stats.conversions,
    cell: ({ stats }) => formatCount(stats.conversions),
  },
  {
    header: 'Conversion rate',
    alignEnd: true,
    sortBy: ({ stats }) => stats.conversions / Math.max(1, stats.totalLeads),
    cell: ({ stats }) => formatRate(stats.conversions, stats.totalLeads),
  },
];

/** Leads and conversions by client. */
export function ClientResults() {
  return (
    <Stack gap="4">
      <PageHeader level="h2" title="Results by client" description="Conversions are qualified or converted leads." />
      <ClientComparisonTable columns={columns} firstSort={{ id: sharedMessages.leads, desc: true }} />
    </Stack>
  );
}
