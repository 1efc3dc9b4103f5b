import { useQuery } from '@apollo/client/react';
import { Badge, Box, Heading, HStack, Stack, Text } from '@chakra-ui/react';
import { MAX_OFFSET } from '@dripline/contract/limits';
import { Building2, CircleCheck } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { consoleMessages } from '../../messages/admin-console';
import { playbookMessages as messages } from '../../messages/agency/playbooks';
import { PlaybookCopiesDocument, type PlaybookCopiesQuery } from '../../shared/graphql/generated';
import { paths } from '../../shared/paths';
import { refreshedOnOpen } from '../../shared/refreshed-on-open';
import { retry } from '../../shared/retry';
import { AvatarName } from '../../ui/data/avatar-name';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Select } from '../../ui/form/select';
import { DataTable } from '../../ui/table/data-table';
import { Pager } from '../../ui/table/pager';
import type { Column } from '../../ui/table/use-data-table';
import { figureColumns } from './figure-columns';

const PAGE_SIZE = 25;
const filters = [
  { value: '', label: messages.allClients },
  { value: 'outdated', label: messages.behindOnly },
];

interface PlaybookCopiesProps {
  playbookId: string;
  newestVersion: number;
  /** Beside the heading. */
  actions: ReactNode;
}

/** The clients that have a playbook, with their versions and results. */
export function PlaybookCopies({ playbookId, newestVersion, actions }: PlaybookCopiesProps) {
  const [filter, setFilter] = useState('');
  const [offset, setOffset] = useState(0);
  const { data, previousData, error, refetch } = useQuery(PlaybookCopiesDocument, {
    variables: { id: playbookId, behind: filter === '' ? null : true, first: PAGE_SIZE, offset },
    ...refreshedOnOpen,
  });
  const copies = (data ?? (error ? undefined : previousData))?.playbook.copies;
  const columns = useMemo(() => columnsOf(newestVersion), [newestVersion]);
  return (
    <Stack as="section" gap="3" aria-labelledby="playbook-clients">
      <HStack justify="space-between" gap="3" flexWrap="wrap">
        <Heading as="h3" size="sm" id="playbook-clients">
          {messages.clientsOf}
        </Heading>
        <HStack gap="2" flexWrap="wrap">
          {actions}
        </HStack>
      </HStack>
      {(filter !== '' || (copies && copies.totalCount > 1)) && (
        <Select
          aria-label={messages.whichClients}
          width="10rem"
          bg="bg.panel"
          options={filters}
          value={filter}
          onChange={({ target }) => {
            setFilter(target.value);
            setOffset(0);
          }}
        />
      )}
      <Box opacity={copies && !data ? 0.6 : 1} aria-busy={!data && !error}>
        <DataTable
          itemName="clients with this playbook"
          columns={columns}
          rows={copies?.nodes}
          rowKey={({ id }) => id}
          failed={error !== undefined}
          onRetry={() => retry(refetch())}
          empty={
            filter === '' ? (
              <EmptyState icon={Building2} title={messages.noCopies} children={messages.noCopiesText} />
            ) : (
              <EmptyState icon={CircleCheck} title={messages.noneBehind} />
            )
          }
        />
      </Box>
      {copies && (
        <Pager offset={offset} size={PAGE_SIZE} total={copies.totalCount} maxOffset={MAX_OFFSET} onMove={setOffset} />
      )}
    </Stack>
  );
}

const columnsOf = (newestVersion: number): Column<PlaybookCopiesQuery['playbook']['copies']['nodes'][number]>[] => [
  {
    header: consoleMessages.client,
    primary: true,
    cell: ({ client }) => (
      <AvatarName shape="square" name={client.businessName} to={`${paths.adminClient.href(client.id)}?tab=campaigns`} />
    ),
  },
  {
    header: messages.clientVersion,
    cell: ({ versionNumber }) => (
      <HStack gap="2" display="inline-flex">
        <Text as="span" textStyle="sm" className="tabular">
          {messages.short(versionNumber)}
        </Text>
        {versionNumber < newestVersion && <Badge colorPalette="orange">{messages.behind}</Badge>}
      </HStack>
    ),
  },
  ...figureColumns,
];
