import { useApolloClient, useQuery } from '@apollo/client/react';
import { Box, Button, Group, HStack, Stack } from '@chakra-ui/react';
import { MAX_OFFSET, MAX_SEARCH_LENGTH } from '@dripline/contract/limits';
import { ChartNoAxesColumn, ListFilter } from 'lucide-react';
import { useMemo, useState } from 'react';
import { consoleMessages } from '../../../messages/admin-console';
import { analyticsMessages, analyticsToasts } from '../../../messages/agency/analytics';
import { sharedMessages } from '../../../messages/shared';
import { CsvDownload } from '../../../shared/csv-download';
import { formatCount, formatRate } from '../../../shared/format';
import {
  AnalyticsCsvDocument,
  type AnalyticsGroup,
  type AnalyticsOrderField,
  type AnalyticsRowFieldsFragment,
  AnalyticsRowsDocument,
} from '../../../shared/graphql/generated';
import { paths } from '../../../shared/paths';
import { retry } from '../../../shared/retry';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { IconAction } from '../../../ui/button/icon-action';
import { AvatarName } from '../../../ui/data/avatar-name';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { SearchField } from '../../../ui/form/search-field';
import { TableView } from '../../../ui/table/data-table';
import { Pager } from '../../../ui/table/pager';
import { type Column, useDataTable } from '../../../ui/table/use-data-table';
import { useLatest } from '../../../ui/table/use-latest';
import { useServerList } from '../../../ui/table/use-server-list';
import { metrics } from '../trend/trend-metrics';
import type { FigureName } from './figures';
import type { AnalyticsScope } from './use-analytics-scope';

const PAGE_SIZE = 25;

interface AnalyticsTableProps {
  range: { days: number; until?: string };
  /** The first and the last day, for the name of the file. */
  rangeName: string;
  /** Compares only the campaigns of this client. */
  clientId: string | null;
  onShow: (scope: AnalyticsScope) => void;
}

/** Compares clients or campaigns in a range of days. */
export function AnalyticsTable({ range, rangeName, clientId, onShow }: AnalyticsTableProps) {
  const apollo = useApolloClient();
  const [chosen, setChosen] = useState<AnalyticsGroup>('client');
  const by = clientId === null ? chosen : 'campaign';
  const list = useServerList({ id: 'leads', desc: true });
  const filter = { search: list.search || null, clientId };
  const { data, previousData, error, refetch } = useQuery(AnalyticsRowsDocument, {
    variables: {
      by,
      range,
      filter,
      orderBy: { field: list.field as AnalyticsOrderField, direction: list.direction },
      first: PAGE_SIZE,
      offset: list.offset,
    },
    ...refreshedOnOpen,
  });
  const shown = data ?? (error ? undefined : previousData);
  const rows = shown?.analyticsRows.nodes;
  const show = useLatest((row: AnalyticsRowFieldsFragment) => {
    list.setTyped('');
    list.setOffset(0);
    onShow({ clientId: row.client.id, campaignId: row.client.id === row.id ? null : row.id });
  });
  const columns = useMemo(() => columnsOf(show), [show]);
  const table = useDataTable({ columns, rows, rowKey: (row) => row.id }, list.tableOptions);
  return (
    <Stack gap="4">
      <HStack gap="3" flexWrap="wrap" justify="space-between">
        <HStack gap="3" flexWrap="wrap" flex="1">
          {clientId === null && <GroupSwitch value={by} onChange={(next) => (list.setOffset(0), setChosen(next))} />}
          <SearchField
            label={analyticsMessages.search}
            placeholder={analyticsMessages.search}
            value={list.typed}
            onChange={list.setTyped}
            maxLength={MAX_SEARCH_LENGTH}
          />
        </HStack>
        <CsvDownload
          label={analyticsMessages.download}
          fileName={`${by}s-${rangeName}.csv`}
          notDownloaded={analyticsToasts.notDownloaded}
          loadPart={async (after) => {
            const variables = { by, range, filter, after };
            const part = await apollo.query({ query: AnalyticsCsvDocument, variables, fetchPolicy: 'no-cache' });
            return part.data!.analyticsCsv;
          }}
        />
      </HStack>
      <Box opacity={rows && !data ? 0.6 : 1} aria-busy={!data && !error}>
        <TableView
          itemName={by === 'client' ? 'clients' : 'campaigns'}
          table={table}
          isLoaded={rows !== undefined}
          failed={error !== undefined}
          onRetry={() => retry(refetch())}
          cardStyles={cardStyles}
          empty={
            <EmptyState
              icon={ChartNoAxesColumn}
              title={analyticsMessages.noneActive}
              children={analyticsMessages.noneActiveText}
            />
          }
        />
      </Box>
      {shown && (
        <Pager
          offset={list.offset}
          size={PAGE_SIZE}
          total={shown.analyticsRows.totalCount}
          maxOffset={MAX_OFFSET}
          onMove={list.setOffset}
        />
      )}
    </Stack>
  );
}

/** Cards on phones have the figures side by side. */
const cardStyles = {
  '& tr': { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(4.5rem, 1fr))', columnGap: '1' },
  '& td': { flexDirection: 'column', alignItems: 'start', justifyContent: 'start', gap: '0', paddingY: '1' },
  '& td[data-primary]': { gridColumn: '1 / -1' },
  '& td[data-actions]': { borderTopWidth: '0', marginTop: '0', paddingTop: '0', alignItems: 'end' },
  '& td[data-actions]::before': { display: 'none' },
} as const;

const GroupSwitch = ({ value, onChange }: { value: AnalyticsGroup; onChange: (by: AnalyticsGroup) => void }) => (
  <Group attached role="group" aria-label={analyticsMessages.compareGroup} flexShrink="0">
    {(['client', 'campaign'] as const).map((by) => (
      <Button
        key={by}
        variant="outline"
        size="sm"
        colorPalette="gray"
        aria-pressed={value === by}
        css={{ '&[aria-pressed=true]': { bg: 'bg.emphasized', color: 'fg' }, color: 'fg.muted' }}
        onClick={() => value !== by && onChange(by)}
      >
        {by === 'client' ? consoleMessages.clients : sharedMessages.campaigns}
      </Button>
    ))}
  </Group>
);

const figureColumn = (id: AnalyticsOrderField & FigureName, header: string): Column<AnalyticsRowFieldsFragment> => ({
  id,
  header,
  alignEnd: true,
  sortBy: ({ figures }) => figures[id],
  descendingFirst: true,
  cell: ({ figures }) => formatCount(figures[id]),
});

const columnsOf = (onShow: (row: AnalyticsRowFieldsFragment) => void): Column<AnalyticsRowFieldsFragment>[] => [
  {
    id: 'name',
    header: 'Name',
    primary: true,
    sortBy: ({ name }) => name,
    cell: ({ id, name, client }) => (
      <AvatarName
        shape="square"
        name={name}
        to={paths.adminClient.href(client.id)}
        detail={client.id === id ? null : client.businessName}
      />
    ),
  },
  figureColumn('leads', sharedMessages.leads),
  figureColumn('views', metrics.views.label),
  {
    header: sharedMessages.leadRate,
    alignEnd: true,
    // Leads submitted through the API have no view.
    cell: ({ figures: { leads, views } }) => (views === 0 || leads > views ? '—' : formatRate(leads, views)),
  },
  figureColumn('qualified', sharedMessages.conversions),
  figureColumn('messages', sharedMessages.smsSent),
  figureColumn('replies', sharedMessages.replies),
  figureColumn('optOuts', sharedMessages.optOuts),
  {
    header: sharedMessages.actions,
    actions: true,
    cell: (row) => (
      <IconAction label={analyticsMessages.showOnly(row.name)} icon={ListFilter} onClick={() => onShow(row)} />
    ),
  },
];
