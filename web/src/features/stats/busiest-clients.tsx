import { useQuery } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
import { Building2 } from 'lucide-react';
import { consoleMessages } from '../../messages/admin-console';
import { formatCount } from '../../shared/format';
import { type BusiestClientFragment, BusiestClientsDocument } from '../../shared/graphql/generated';
import { paths } from '../../shared/paths';
import { retry } from '../../shared/retry';
import { AvatarName } from '../../ui/data/avatar-name';
import { EmptyState } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { DataTable } from '../../ui/table/data-table';
import type { Column } from '../../ui/table/use-data-table';

const columns: Column<BusiestClientFragment>[] = [
  {
    header: consoleMessages.client,
    primary: true,
    cell: ({ client: { id, businessName } }) => (
      <AvatarName shape="square" name={businessName} to={paths.adminClient.href(id)} />
    ),
  },
  { header: 'Leads this month', alignEnd: true, cell: ({ leads }) => formatCount(leads) },
  { header: 'SMS this month', alignEnd: true, cell: ({ messages }) => formatCount(messages) },
  { header: 'All-time leads', alignEnd: true, cell: ({ client }) => formatCount(client.stats.totalLeads) },
];

/** The clients with the most leads this month. */
export function BusiestClients() {
  const { data, error, refetch } = useQuery(BusiestClientsDocument);
  return (
    <Stack gap="4">
      <PageHeader level="h2" title="Busiest clients" description="Clients with the most leads this month." />
      <DataTable
        itemName="clients"
        columns={columns}
        rows={data?.monthlyUsage.nodes}
        rowKey={({ id }) => id}
        failed={error !== undefined}
        onRetry={() => retry(refetch())}
        empty={
          <EmptyState
            icon={Building2}
            title={consoleMessages.noClients}
            children={`Add clients under ${consoleMessages.clientManagement}.`}
          />
        }
      />
    </Stack>
  );
}
