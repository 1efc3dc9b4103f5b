import { useQuery } from '@apollo/client/react';
import { Badge, Box, HStack, Stack, Text } from '@chakra-ui/react';
import { MAX_OFFSET, MAX_SEARCH_LENGTH } from '@dripline/contract/limits';
import { BookCopy, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { consoleMessages } from '../../messages/admin-console';
import { playbookMessages as messages } from '../../messages/agency/playbooks';
import { useAddressedDialog } from '../../shared/dialogs/use-addressed-dialog';
import { formatCount } from '../../shared/format';
import { type PlaybookFieldsFragment, PlaybooksDocument } from '../../shared/graphql/generated';
import { refreshedOnOpen } from '../../shared/refreshed-on-open';
import { retry } from '../../shared/retry';
import { AvatarName } from '../../ui/data/avatar-name';
import { EmptyState } from '../../ui/feedback/empty-state';
import { SearchField } from '../../ui/form/search-field';
import { PageHeader } from '../../ui/layout/page-header';
import { TableView } from '../../ui/table/data-table';
import { Pager } from '../../ui/table/pager';
import { type Column, useDataTable } from '../../ui/table/use-data-table';
import { useLatest } from '../../ui/table/use-latest';
import { useServerList } from '../../ui/table/use-server-list';
import { figureColumns } from './figure-columns';
import { PlaybookDrawer } from './playbook-drawer';

const PAGE_SIZE = 25;
const dialogs = ['playbook'] as const;

/** The playbooks of the agency, with how many clients have each and what it brings. */
export function PlaybooksTab() {
  const list = useServerList({ id: 'name', desc: false });
  const { search, direction, offset, setOffset } = list;
  const { data, previousData, error, refetch } = useQuery(PlaybooksDocument, {
    variables: {
      filter: { search: search || null },
      orderBy: { field: 'name', direction },
      first: PAGE_SIZE,
      offset,
    },
    ...refreshedOnOpen,
  });
  const shown = (data ?? (error ? undefined : previousData))?.playbooks;
  const { kind, id, open, close } = useAddressedDialog(dialogs);
  const onOpen = useLatest((playbookId: string) => open('playbook', playbookId));
  const columns = useMemo(() => columnsOf(onOpen), [onOpen]);
  const table = useDataTable({ columns, rows: shown?.nodes, rowKey: (row) => row.id }, list.tableOptions);
  const isSearched = search !== '';
  return (
    <Stack gap="4">
      <PageHeader title={consoleMessages.playbooks} description={messages.description} />
      {(isSearched || list.typed !== '' || (shown && shown.totalCount > 1)) && (
        <SearchField
          label={messages.search}
          placeholder={messages.search}
          value={list.typed}
          onChange={list.setTyped}
          maxLength={MAX_SEARCH_LENGTH}
        />
      )}
      <Box opacity={shown && !data ? 0.6 : 1} aria-busy={!data && !error}>
        <TableView
          itemName="playbooks"
          table={table}
          isLoaded={shown !== undefined}
          failed={error !== undefined}
          onRetry={() => retry(refetch())}
          empty={
            isSearched ? (
              <EmptyState icon={SearchX} title={messages.noneFound} children={messages.noneFoundText} />
            ) : (
              <EmptyState icon={BookCopy} title={messages.noneTitle} children={messages.noneText} />
            )
          }
        />
      </Box>
      {shown && (
        <Pager offset={offset} size={PAGE_SIZE} total={shown.totalCount} maxOffset={MAX_OFFSET} onMove={setOffset} />
      )}
      {kind && <PlaybookDrawer key={id} id={id} onClose={close} />}
    </Stack>
  );
}

const columnsOf = (onOpen: (id: string) => void): Column<PlaybookFieldsFragment>[] => [
  {
    header: messages.playbook,
    id: 'name',
    primary: true,
    sortBy: ({ name }) => name,
    cell: ({ id, name, description }) => (
      <AvatarName shape="square" name={name} detail={description} onOpen={() => onOpen(id)} />
    ),
  },
  {
    header: messages.versionNumber,
    cell: ({ newestVersion }) => (
      <Badge variant="subtle" colorPalette="gray">
        {messages.short(newestVersion)}
      </Badge>
    ),
  },
  {
    header: consoleMessages.clients,
    cell: ({ copyCount, outdatedCount }) => (
      <HStack gap="2" display="inline-flex">
        <Text as="span" textStyle="sm" className="tabular">
          {formatCount(copyCount)}
        </Text>
        {outdatedCount > 0 && (
          <Badge colorPalette="orange">
            {formatCount(outdatedCount)}
            {messages.behindSuffix}
          </Badge>
        )}
      </HStack>
    ),
  },
  ...figureColumns,
];
