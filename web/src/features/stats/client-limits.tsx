import { Stack } from '@chakra-ui/react';
import { usagePercent } from '../../shared/format';
import type { PagedColumn } from '../../ui/table/paged-table';
import { PageHeader } from '../../ui/layout/page-header';
import { UsageBar } from '../../ui/data/usage-bar';
import { sharedWords } from '../../messages/shared';
import { CompareClients } from './client-comparison-table';
import type { ComparedClient } from './client-comparison-row';

const column = (
  header: string,
  usedOf: (client: ComparedClient) => [used: number, limit: number],
): PagedColumn<ComparedClient> => ({
  header,
  sortBy: (client) => usagePercent(...usedOf(client)),
  cell: (client) => {
    const [used, limit] = usedOf(client);
    return <UsageBar label={`${header} of ${client.businessName}`} used={used} limit={limit} />;
  },
});

const columns = [
  column(sharedWords.campaigns, ({ usage, monthlyCampaignLimit }) => [usage.campaignsThisMonth, monthlyCampaignLimit]),
  column(sharedWords.leads, ({ usage, monthlyLeadLimit }) => [usage.leadsThisMonth, monthlyLeadLimit]),
  column('SMS', ({ usage, monthlySMSLimit }) => [usage.smsThisMonth, monthlySMSLimit]),
];

/** Each client's usage of its monthly limits. */
export function ClientLimits() {
  return (
    <Stack gap="4">
      <PageHeader
        level="h2"
        title="Monthly limit usage"
        description="This calendar month, in each client’s own time zone."
      />
      <CompareClients columns={columns} />
    </Stack>
  );
}
