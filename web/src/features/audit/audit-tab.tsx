import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@chakra-ui/react';
import {
  type AuditActor,
  type AuditEntryFieldsFragment,
  AdminsDocument,
  AuditEntriesDocument,
  ClientsDocument,
} from '../../shared/graphql/generated';
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
import { Select } from '../../ui/form/select';
import { StatusBadge } from '../../shared/status-badge';
import { useWholeList } from '../../shared/use-whole-list';
import { accountMessages } from '../../messages/accounts';
import { consoleMessages } from '../../messages/admin-console';
import { actorLabels, nameOfActor, operationLabel } from './audit-labels';
import { refreshedOnOpen } from '../../shared/refreshed-on-open';

const PAGE_SIZE = 25;
const noFilter = { clientId: '', who: '', failed: '' };

/** The agency's audit log, with filters and paging. */
export function AuditTab() {
  const [filter, setFilter] = useState(noFilter);
  const [offset, setOffset] = useState(0);
  const { clientId, who, failed } = filter;
  const isActor = who in actorLabels;
  const { data, previousData, error, refetch } = useQuery(AuditEntriesDocument, {
    variables: {
      filter: {
        clientId: clientId || null,
        userId: who && !isActor ? who : null,
        actor: isActor ? (who as AuditActor) : null,
        failed: failed === '' ? null : failed === 'true',
      },
      first: PAGE_SIZE,
      offset,
    },
    ...refreshedOnOpen,
  });
  const page = (data ?? (error ? undefined : previousData))?.auditEntries;
  const isFiltered = Object.values(filter).some(Boolean);
  const filterBy = (next: Partial<typeof noFilter>) => {
    setFilter({ ...filter, ...next });
    setOffset(0);
  };
  return (
    <Stack gap="3">
      <PageHeader title={accountMessages.activity} />
      <AuditFilters filter={filter} onChange={filterBy} />
      <DataTable
        itemName="audit log"
        columns={columns}
        rows={page?.nodes}
        rowKey={({ id }) => id}
        failed={error !== undefined}
        onRetry={() => retry(refetch())}
        empty={
          isFiltered ? (
            <EmptyState icon={History} title={accountMessages.noResults} children={accountMessages.noResultsText} />
          ) : (
            <EmptyState icon={History} title={accountMessages.noActivity} children={accountMessages.noActivityText} />
          )
        }
      />
      {page && (
        <Pager offset={offset} size={PAGE_SIZE} total={page.totalCount} maxOffset={MAX_OFFSET} onMove={setOffset} />
      )}
    </Stack>
  );
}

const statusOf = (outcome: AuditEntryFieldsFragment['outcome']) =>
  outcome === 'ok' ? 'succeeded' : outcome == null ? 'incomplete' : 'failed';

const columns: Column<AuditEntryFieldsFragment>[] = [
  {
    header: accountMessages.action,
    primary: true,
    cell: ({ operation, outcome }) => <Text fontWeight="medium">{operationLabel(operation, outcome !== 'ok')}</Text>,
  },
  {
    header: consoleMessages.client,
    cell: ({ clientId, clientName }) =>
      clientId === null ? '–' : (clientName ?? <Text color="fg.muted">{accountMessages.deletedClient}</Text>),
  },
  {
    header: accountMessages.performedBy,
    cell: ({ actor, actorName, apiKeyName, network }) => (
      <span>
        {actorName ?? nameOfActor(actor, apiKeyName)}
        {network && (
          <Text as="span" display="block" textStyle="xs" color="fg.muted">
            {network}
          </Text>
        )}
      </span>
    ),
  },
  { header: accountMessages.outcome, cell: ({ outcome }) => <StatusBadge status={statusOf(outcome)} /> },
  {
    header: accountMessages.time,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
];

interface AuditFiltersProps {
  filter: typeof noFilter;
  onChange: (next: Partial<typeof noFilter>) => void;
}

function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { items: clients = [] } = useWholeList(ClientsDocument, {}, (data) => data.clients);
  const { items: admins = [] } = useWholeList(AdminsDocument, {}, (data) => data.admins);
  const people = [
    ...admins.map(({ id, username }) => ({ value: id, label: username })),
    ...Object.entries(actorLabels).map(([value, label]) => ({ value, label })),
  ];
  return (
    <Stack direction={{ base: 'column', md: 'row' }} gap="3">
      <Select
        aria-label={consoleMessages.client}
        width={{ md: '16rem' }}
        bg="bg.panel"
        options={[
          { value: '', label: accountMessages.allClients },
          ...clients.map(({ id, businessName }) => ({ value: id, label: businessName })),
        ]}
        value={filter.clientId}
        onChange={({ target }) => onChange({ clientId: target.value })}
      />
      <Select
        aria-label={accountMessages.performedBy}
        width={{ md: '14rem' }}
        bg="bg.panel"
        options={[{ value: '', label: accountMessages.anyActor }, ...people]}
        value={filter.who}
        onChange={({ target }) => onChange({ who: target.value })}
      />
      <Select
        aria-label={accountMessages.outcome}
        width={{ md: '12rem' }}
        bg="bg.panel"
        options={[
          { value: '', label: accountMessages.anyOutcome },
          { value: 'false', label: accountMessages.succeeded },
          { value: 'true', label: accountMessages.failed },
        ]}
        value={filter.failed}
        onChange={({ target }) => onChange({ failed: target.value })}
      />
    </Stack>
  );
}
