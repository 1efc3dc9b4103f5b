import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@chakra-ui/react';
import { ClientActivityDocument, type ActivityFieldsFragment } from '../../shared/graphql/generated';
import { MAX_OFFSET } from '@dripline/contract/limits';
import { History } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '../../ui/table/data-table';
import type { Column } from '../../ui/table/use-data-table';
import { EmptyState } from '../../ui/feedback/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { Pager } from '../../ui/table/pager';
import { formatDateTime } from '../../shared/format';
import { retry } from '../../shared/retry';
import { accountMessages } from '../../messages/accounts';
import { nameOfActor, operationLabel } from './audit-labels';
import { refreshedOnOpen } from '../../shared/refreshed-on-open';

const PAGE_SIZE = 10;

/** The activity in a client's account, including the agency's changes on its behalf. */
export function ClientActivity({ clientId, timeZone }: { clientId: string; timeZone: string }) {
  const [offset, setOffset] = useState(0);
  const { data, previousData, error, refetch } = useQuery(ClientActivityDocument, {
    variables: { clientId, first: PAGE_SIZE, offset },
    ...refreshedOnOpen,
  });
  const page = (data ?? (error ? undefined : previousData))?.client.activity;
  const columns: Column<ActivityFieldsFragment>[] = [
    {
      header: accountMessages.action,
      primary: true,
      cell: ({ operation, failed }) => (
        <Text fontWeight="medium" color={failed ? 'fg.warning' : undefined}>
          {operationLabel(operation, failed)}
        </Text>
      ),
    },
    {
      header: accountMessages.performedBy,
      cell: ({ actor, apiKeyName, memberName }) => memberName ?? nameOfActor(actor, apiKeyName),
    },
    {
      header: accountMessages.time,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt, timeZone)}</time>,
    },
  ];
  return (
    <Stack gap="4">
      <PageHeader level="h2" title={accountMessages.activity} description={accountMessages.clientActivityHint} />
      <DataTable
        itemName="activity"
        columns={columns}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        failed={error !== undefined}
        onRetry={() => retry(refetch())}
        empty={
          <EmptyState icon={History} title={accountMessages.noActivity} children={accountMessages.noActivityText} />
        }
      />
      {page && (
        <Pager offset={offset} size={PAGE_SIZE} total={page.totalCount} maxOffset={MAX_OFFSET} onMove={setOffset} />
      )}
    </Stack>
  );
}
