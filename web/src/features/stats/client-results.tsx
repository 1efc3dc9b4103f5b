import { Stack } from '@chakra-ui/react';
import { formatCount, formatRate } from '../../shared/format';
import type { PagedColumn } from '../../ui/table/paged-table';
import { PageHeader } from '../../ui/layout/page-header';
import { sharedWords } from '../../messages/shared';
import { CompareClients } from './client-comparison-table';
import type { ComparedClient } from './client-comparison-row';

const columns: PagedColumn<ComparedClient>[] = [
  {
    header: sharedWords.leads,
    end: true,
    sortBy: ({ stats }) => stats.totalLeads,
    cell: ({ stats }) => formatCount(stats.totalLeads),
  },
  {
    header: sharedWords.conversions,
    end: true,
    sortBy: ({ stats }) => stats.conversions,
    cell: ({ stats }) => formatCount(stats.conversions),
  },
  {
    header: 'Conversion rate',
    end: true,
    sortBy: ({ stats }) => stats.conversions / Math.max(1, stats.totalLeads),
    cell: ({ stats }) => formatRate(stats.conversions, stats.totalLeads),
  },
];

/** Leads and conversions by client. */
export function ClientResults() {
  return (
    <Stack gap="4">
      <PageHeader level="h2" title="Results by client" description="Conversions are qualified or converted leads." />
      <CompareClients columns={columns} firstSort={{ header: sharedWords.leads, descending: true }} />
    </Stack>
  );
}
