import { Stack } from '@chakra-ui/react';
import { usagePercent } from '../../shared/format';
import type { Column } from '../../ui/table/use-data-table';
import { PageHeader } from '../../ui/layout/page-header';
import { UsageBar } from '../../ui/data/usage-bar';
import { sharedMessages } from '../../messages/shared';
import { ClientComparisonTable } from './client-comparison-table';
import type { ClientComparisonRow } from './client-comparison-row';

const column = (
  header: string,
  usedOf: (client: ClientComparisonRow) => [used: number, limit: number],
): Column<ClientComparisonRow> => ({
  header,
  sortBy: (client) => usagePercent(...usedOf(client)),
  cell: (client) => {
    const [used, limit] = usedOf(client);
    return <UsageBar label={`${header} of ${client.businessName}`} used={used} limit={limit} />;
  },
});

const columns = [
  column(sharedMessages.campaigns, ({ usage, monthlyCampaignLimit }) => [
    usage.campaignsThisMonth,
    monthlyCampaignLimit,
  ]),
  column(sharedMessages.leads, ({ usage, monthlyLeadLimit }) => [usage.leadsThisMonth, monthlyLeadLimit]),
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
      <ClientComparisonTable columns={columns} />
    </Stack>
  );
}
