import { useQuery } from '@apollo/client/react';
import { Box, HStack, Stack, Text } from '@chakra-ui/react';
import { MAX_MONTHLY_LIMIT, MAX_OFFSET, MAX_SEARCH_LENGTH } from '@dripline/contract/limits';
import { Building2, FileText, Gauge, History } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { consoleMessages } from '../../messages/admin-console';
import { attentionMessages } from '../../messages/agency/attention';
import { sharedMessages } from '../../messages/shared';
import { statementMessages } from '../../messages/agency/statements';
import { usageMessages } from '../../messages/agency/usage';
import { NotFoundDialog } from '../../shared/dialogs/not-found-dialog';
import { useAddressedDialog, useOpened } from '../../shared/dialogs/use-addressed-dialog';
import { formatCount, formatMonth, plural } from '../../shared/format';
import {
  type AttentionClientFragment,
  MonthlyUsageDocument,
  type MonthlyUsageOrderField,
  type MonthlyUsageRowFragment,
} from '../../shared/graphql/generated';
import { paths } from '../../shared/paths';
import { retry } from '../../shared/retry';
import { refreshedOnOpen } from '../../shared/refreshed-on-open';
import { IconAction } from '../../ui/button/icon-action';
import { AvatarName } from '../../ui/data/avatar-name';
import { StatCard } from '../../ui/data/stat-card';
import { StatGrid } from '../../ui/data/stat-grid';
import { UsageBar } from '../../ui/data/usage-bar';
import { EmptyState } from '../../ui/feedback/empty-state';
import { SearchField } from '../../ui/form/search-field';
import { Select } from '../../ui/form/select';
import { PageHeader } from '../../ui/layout/page-header';
import { TableView } from '../../ui/table/data-table';
import { Pager } from '../../ui/table/pager';
import { type Column, useDataTable } from '../../ui/table/use-data-table';
import { useLatest } from '../../ui/table/use-latest';
import { useServerList } from '../../ui/table/use-server-list';
import { LimitHistoryDialog } from './limit-history-dialog';
import { RaiseLimitsDialog } from './raise-limits-dialog';
import { formatMoney } from './statements/money';
import { RatesCard } from './statements/rates-card';
import { RatesDialog } from './statements/rates-dialog';
import { StatementDialog } from './statements/statement-dialog';

const PAGE_SIZE = 25;
const MONTHS = 24;
const dialogs = ['raise', 'history', 'statement', 'rates'] as const;

/** The current month and those before, as options. The current one has no value, because it depends on the time zone. */
function monthOptions(now = new Date()) {
  return Array.from({ length: MONTHS }, (_, ago) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1));
    return { value: ago === 0 ? '' : first.toISOString().slice(0, 7), label: formatMonth('UTC', first) };
  });
}

/** What each client used in a month against its limits, and what it is charged. */
export function UsagePanel() {
  const [params, setParams] = useSearchParams();
  const months = useMemo(() => monthOptions(), []);
  const month = months.find(({ value }) => value === params.get('month'))?.value ?? '';
  const list = useServerList({ id: 'leads', desc: true });
  const { search, field, direction, offset, setOffset } = list;
  const { data, previousData, error, refetch } = useQuery(MonthlyUsageDocument, {
    variables: {
      month: month || null,
      filter: { search: search || null },
      orderBy: { field: field as MonthlyUsageOrderField, direction },
      first: PAGE_SIZE,
      offset,
    },
    // Usage changes with every lead and message.
    ...refreshedOnOpen,
  });
  const shown = data ?? (error ? undefined : previousData);
  const rows = shown?.monthlyUsage.nodes;
  const totals = shown?.usageTotals;
  const { kind, id, open, close } = useAddressedDialog(dialogs);
  const client = useOpened<AttentionClientFragment>(`${kind} ${id}`).keep(rows?.find((row) => row.id === id)?.client);
  const onOpen = useLatest((next: (typeof dialogs)[number], clientId: string) => open(next, clientId));
  const hasAmounts = totals?.currency != null;
  const columns = useMemo(() => columnsOf(onOpen, hasAmounts), [onOpen, hasAmounts]);
  const table = useDataTable({ columns, rows, rowKey: (row) => row.id }, list.tableOptions);
  const showMonth = (value: string) => {
    setOffset(0);
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (value) next.set('month', value);
        else next.delete('month');
        return next;
      },
      { preventScrollReset: true },
    );
  };
  return (
    <Stack gap="4">
      <PageHeader title={consoleMessages.billing} description={usageMessages.description}>
        <Select
          aria-label={usageMessages.month}
          width="12rem"
          bg="bg.panel"
          options={months}
          value={month}
          onChange={({ target }) => showMonth(target.value)}
        />
      </PageHeader>
      <StatGrid>
        <StatCard label={sharedMessages.campaigns} value={totals?.campaigns} />
        <StatCard label={sharedMessages.leads} value={totals?.leads} />
        <StatCard label={sharedMessages.smsSent} value={totals?.messages} />
        <StatCard label={usageMessages.segments} value={totals?.segments} />
      </StatGrid>
      <RatesCard month={month || undefined} totals={totals} onSet={() => open('rates')} />
      <SearchField
        label={usageMessages.search}
        placeholder={usageMessages.search}
        value={list.typed}
        onChange={list.setTyped}
        maxLength={MAX_SEARCH_LENGTH}
      />
      <Box opacity={rows && !data ? 0.6 : 1} aria-busy={!data && !error}>
        <TableView
          itemName="clients"
          table={table}
          isLoaded={rows !== undefined}
          failed={error !== undefined}
          onRetry={() => retry(refetch())}
          empty={<EmptyState icon={Building2} title={usageMessages.noneFound} children={usageMessages.noneFoundText} />}
        />
      </Box>
      {shown && (
        <Pager
          offset={offset}
          size={PAGE_SIZE}
          total={shown.monthlyUsage.totalCount}
          maxOffset={MAX_OFFSET}
          onMove={setOffset}
        />
      )}
      {client && kind === 'raise' && <RaiseLimitsDialog clients={[client]} onClose={close} />}
      {client && kind === 'history' && <LimitHistoryDialog client={client} onClose={close} />}
      {client && kind === 'statement' && (
        <StatementDialog
          client={client}
          month={month || null}
          onSetRates={() => open('rates', client.id)}
          onClose={close}
        />
      )}
      {kind === 'rates' && (client || id === '') && <RatesDialog client={client} onClose={close} />}
      {kind && id !== '' && data && !client && <NotFoundDialog what="client" onClose={close} />}
    </Stack>
  );
}

const columnsOf = (
  onOpen: (dialog: (typeof dialogs)[number], clientId: string) => void,
  hasAmounts: boolean,
): Column<MonthlyUsageRowFragment>[] => [
  {
    header: consoleMessages.client,
    id: 'businessName',
    primary: true,
    sortBy: ({ client }) => client.businessName,
    cell: ({ client: { id, businessName, stats } }) => (
      <AvatarName
        shape="square"
        name={businessName}
        to={paths.adminClient.href(id)}
        detail={stats.heldLeads > 0 ? `${plural(stats.heldLeads, 'lead')} held` : null}
      />
    ),
  },
  usageColumn('campaigns', sharedMessages.campaigns, ({ campaigns, campaignLimit }) => [campaigns, campaignLimit]),
  usageColumn('leads', sharedMessages.leads, ({ leads, leadLimit }) => [leads, leadLimit]),
  usageColumn('messages', 'SMS', ({ messages, messageLimit }) => [messages, messageLimit]),
  usageColumn('segments', 'Segments', ({ segments, segmentLimit }) => [segments, segmentLimit]),
  ...(hasAmounts ? [amountColumn] : []),
  {
    header: sharedMessages.actions,
    actions: true,
    cell: ({ id, client: { businessName } }) => (
      <HStack gap="1" justify="end" marginEnd="-1">
        <IconAction
          label={statementMessages.statementOf(businessName)}
          icon={FileText}
          onClick={() => onOpen('statement', id)}
        />
        <IconAction
          label={attentionMessages.raiseLimitsOf(businessName)}
          icon={Gauge}
          onClick={() => onOpen('raise', id)}
        />
        <IconAction
          label={usageMessages.historyOf(businessName)}
          icon={History}
          onClick={() => onOpen('history', id)}
        />
      </HStack>
    ),
  },
];

const amountColumn: Column<MonthlyUsageRowFragment> = {
  id: 'amount',
  header: statementMessages.amount,
  alignEnd: true,
  sortBy: ({ amount }) => Number(amount ?? 0),
  cell: ({ amount, currency }) => (
    <Text as="span" textStyle="sm" className="tabular">
      {formatMoney(amount ?? null, currency ?? null)}
    </Text>
  ),
};

function usageColumn(
  id: MonthlyUsageOrderField,
  header: string,
  usedOf: (row: MonthlyUsageRowFragment) => [used: number, limit: number],
): Column<MonthlyUsageRowFragment> {
  return {
    id,
    header,
    sortBy: (row) => usedOf(row)[0],
    descendingFirst: true,
    cell: (row) => {
      const [used, limit] = usedOf(row);
      // The highest limit means none.
      if (limit >= MAX_MONTHLY_LIMIT)
        return (
          <Text as="span" textStyle="xs" className="tabular">
            {formatCount(used)}
          </Text>
        );
      return <UsageBar label={`${header} of ${row.client.businessName}`} used={used} limit={limit} />;
    },
  };
}
