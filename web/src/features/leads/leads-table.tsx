import { Box, HStack, Text, useMediaQuery } from '@chakra-ui/react';
import {
  type ColumnVisibilityState,
  functionalUpdate,
  type RowSelectionState,
  type Updater,
} from '@tanstack/react-table';
import type { LeadFieldsFragment, LeadOrderField } from '../../shared/graphql/generated';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { type Ref, useMemo } from 'react';
import { TableView } from '../../ui/table/data-table';
import { type Column, useDataTable } from '../../ui/table/use-data-table';
import { useLatest } from '../../ui/table/use-latest';
import { IconAction } from '../../ui/button/icon-action';
import { WhenEditable } from '../../shared/dashboard-access';
import { sourceName } from '../../shared/format';
import { TimeAgo } from '../../ui/data/time-ago';
import { tagMessages } from '../../messages/leads/lead-tags';
import { sharedMessages } from '../../messages/shared';
import { NoLeads } from './filters/no-leads';
import { isFiltered, type LeadFilter } from './lead-query';
import { LeadContact } from './lead-contact';
import { LeadName, leadDisplayName } from './lead-name';
import { LeadStatusMenu } from './lead-status-menu';
import { OwnerName } from './owners/owner-name';
import { TagList } from './tags/tag-list';

interface LeadsTableProps {
  leads: readonly LeadFieldsFragment[] | undefined;
  /** Whether the rows are the previous result while the current one loads. */
  isStale: boolean;
  filter: LeadFilter;
  timeZone: string;
  failed: boolean;
  onRetry: () => void;
  onFilter: (filter: LeadFilter) => void;
  onClear: () => void;
  ref: Ref<HTMLDivElement>;
  /** The lead that is open beside the table. */
  currentId?: string | undefined;
  onOpen: (kind: 'view' | 'edit' | 'delete', id: string) => void;
  /** The selected leads of all pages. */
  selection: RowSelectionState;
  /** Undefined if the viewer may not change leads. */
  onSelection?: ((update: Updater<RowSelectionState>) => void) | undefined;
  visibility: ColumnVisibilityState;
}

/** The table of filtered leads. */
export function LeadsTable({
  leads,
  isStale,
  filter,
  timeZone,
  failed,
  onRetry,
  onFilter,
  onClear,
  onOpen,
  ref,
  currentId,
  selection,
  onSelection,
  visibility,
}: LeadsTableProps) {
  const openLead = useLatest(onOpen);
  const columns = useMemo(() => columnsOf(timeZone, openLead), [timeZone, openLead]);
  // Most clients have no tags or owners, and so no column of them. Tablets have no room for them, small screens have
  // room for one of them, and phones show cards.
  const [hasRoom, hasRoomForBoth] = useMediaQuery(
    ['(min-width: 80rem), (max-width: 47.99rem)', '(min-width: 88rem), (max-width: 47.99rem)'],
    { ssr: false },
  );
  const showsOwners = hasRoom && visibility['owner'] !== false && (leads?.some(({ owner }) => owner) ?? false);
  const showsTags =
    hasRoom && (hasRoomForBoth || !showsOwners) && (leads?.some(({ tags }) => tags.length > 0) ?? false);
  // One object while nothing changes, or every row renders again.
  const columnVisibility = useMemo(
    () => ({ ...visibility, ...(showsTags ? {} : { tags: false }), ...(showsOwners ? {} : { owner: false }) }),
    [showsTags, showsOwners, visibility],
  );
  const sorting = [{ id: filter.sort, desc: filter.order === 'desc' }];
  const table = useDataTable(
    { columns, rows: leads, rowKey: ({ id }) => id },
    {
      manualSorting: true,
      manualPagination: true,
      state: {
        sorting,
        rowSelection: selection,
        columnVisibility,
      },
      onSortingChange: (update) => {
        const [next] = functionalUpdate(update, sorting as { id: string; desc: boolean }[]);
        if (next) onFilter({ ...filter, sort: next.id as LeadOrderField, order: next.desc ? 'desc' : 'asc' });
      },
      ...(onSelection && { onRowSelectionChange: onSelection }),
    },
  );
  return (
    <Box ref={ref} scrollMarginTop="4" opacity={leads && isStale ? 0.6 : 1} aria-busy={isStale && !failed}>
      <TableView
        itemName="leads"
        table={table}
        isLoaded={leads !== undefined}
        selectName={onSelection && leadDisplayName}
        currentKey={currentId}
        failed={failed}
        onRetry={onRetry}
        empty={<NoLeads isFiltered={isFiltered(filter)} onClear={onClear} />}
        cardStyles={cardStyles}
      />
    </Box>
  );
}

/** The columns of leads whose buttons call `onOpen`. */
const columnsOf = (timeZone: string, onOpen: LeadsTableProps['onOpen']): Column<LeadFieldsFragment>[] => [
  {
    header: 'Name',
    id: 'fullName',
    sortBy: ({ fullName }) => fullName,
    primary: true,
    cell: (lead) => <LeadName lead={lead} onOpen={() => onOpen('view', lead.id)} />,
  },
  { header: 'Contact', id: 'contact', cell: (lead) => <LeadContact lead={lead} /> },
  {
    header: sharedMessages.campaign,
    id: 'campaignName',
    sortBy: ({ campaignName }) => campaignName,
    cell: ({ campaignName }) => <Text {...nameStyle}>{campaignName}</Text>,
  },
  {
    header: sharedMessages.status,
    id: 'status',
    sortBy: ({ status }) => status,
    cell: (lead) => <LeadStatusMenu lead={lead} />,
  },
  {
    header: tagMessages.tags,
    id: 'tags',
    cell: ({ tags }) => tags.length > 0 && <TagList tags={tags} most={2} />,
  },
  {
    header: sharedMessages.owner,
    id: 'owner',
    cell: ({ owner }) => owner && <OwnerName name={owner.name} isShort />,
  },
  {
    header: 'Source',
    id: 'source',
    cell: ({ source, placement }) => <Text {...nameStyle}>{sourceName(source ?? 'direct', placement?.name)}</Text>,
  },
  {
    header: 'Received',
    id: 'createdAt',
    sortBy: ({ createdAt }) => createdAt,
    descendingFirst: true,
    cell: ({ createdAt }) => <TimeAgo at={createdAt} timeZone={timeZone} />,
  },
  {
    header: sharedMessages.actions,
    actions: true,
    cell: (lead) => (
      <HStack gap="1" justify="end" marginEnd="-1">
        <IconAction label={`View ${leadDisplayName(lead)}`} icon={Eye} onClick={() => onOpen('view', lead.id)} />
        <WhenEditable>
          <IconAction label={`Edit ${leadDisplayName(lead)}`} icon={Pencil} onClick={() => onOpen('edit', lead.id)} />
          <IconAction
            label={`Delete ${leadDisplayName(lead)}`}
            icon={Trash2}
            onClick={() => onOpen('delete', lead.id)}
          />
        </WhenEditable>
      </HStack>
    ),
  },
];

const nameStyle = { lineClamp: '2', overflowWrap: 'anywhere', dir: 'auto' } as const;

/** On phones: name and status, contact and time, campaign and actions. */
const cardStyles = {
  '& tbody tr': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '3',
    alignItems: 'center',
    paddingEnd: '2',
    paddingBottom: '1',
  },
  '& td': { paddingY: '0', textStyle: 'sm', justifyContent: 'start', textAlign: 'start' },
  '& td::before': { display: 'none' },
  '& td[data-primary]': { paddingBottom: '1' },
  '& td[data-label=Status]': { gridArea: '1 / 2', justifyContent: 'end', paddingEnd: '2' },
  '& td[data-label=Received]': { gridArea: '2 / 2', justifyContent: 'end', paddingEnd: '2', color: 'fg.muted' },
  '& td[data-label=Campaign]': { gridArea: '3 / 1', color: 'fg.muted' },
  '& td[data-label=Tags]': { gridArea: '4 / 1 / 5 / 3', paddingTop: '1' },
  '& td[data-label=Owner]': { gridArea: '5 / 1 / 6 / 3', paddingTop: '1' },
  '& td[data-actions]': { gridArea: '3 / 2', borderTopWidth: '0', margin: '0', padding: '0' },
} as const;
