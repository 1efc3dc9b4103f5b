import { Button, HStack, IconButton, Stack } from '@chakra-ui/react';
import {
  CampaignNamesDocument,
  type LeadOrderField,
  type LeadStatus,
  type OrderDirection,
} from '../../shared/graphql/generated';
import { Ellipsis, ListFilter } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { toWords } from '../../shared/format';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { SearchField } from '../../ui/form/search-field';
import { Select } from '../../ui/form/select';
import { useWholeList } from '../../shared/use-whole-list';
import { sharedMessages } from '../../messages/shared';
import { type LeadFilter, leadStatuses, MAX_SEARCH_LENGTH } from './lead-query';

interface LeadFiltersProps {
  clientId: string;
  filter: LeadFilter;
  onChange: (filter: LeadFilter) => void;
  searchRef: Ref<HTMLInputElement>;
  /** What follows the filters, except on phones. */
  columns?: ReactNode;
  /** The actions that phones show in a sheet. */
  children: ReactNode;
}

const TYPING_PAUSE_MS = 250;

/**
 * The search box and the filters. On phones the filters, with the sort order that tables have in their header, and the
 * actions open in sheets.
 */
export function LeadFilters({ clientId, filter, onChange, searchRef, columns, children }: LeadFiltersProps) {
  const { items = [] } = useWholeList(CampaignNamesDocument, { clientId }, ({ client }) => client.campaigns);
  const [sheet, setSheet] = useState<'filters' | 'actions' | null>(null);
  const campaigns = items.map(({ id, name }) => ({ value: id, label: name }));
  const close = () => setSheet(null);
  const filters = (
    <>
      <Select
        aria-label={sharedMessages.campaign}
        width={{ md: '16rem' }}
        bg="bg.panel"
        options={[{ value: '', label: 'All campaigns' }, ...campaigns]}
        value={filter.campaignId}
        onChange={(event) => onChange({ ...filter, campaignId: event.target.value })}
      />
      <Select
        aria-label={sharedMessages.status}
        width={{ md: '11rem' }}
        bg="bg.panel"
        options={statusOptions}
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.target.value as LeadStatus | '' })}
      />
    </>
  );
  const active = [filter.campaignId, filter.status].filter(Boolean).length;
  return (
    <HStack gap={{ base: '2', md: '3' }}>
      <SearchBox filter={filter} onChange={onChange} searchRef={searchRef} />
      <HStack gap="3" flexGrow="1" hideBelow="md">
        {filters}
        {columns}
      </HStack>
      <Button {...sheetButton} onClick={() => setSheet('filters')}>
        <ListFilter aria-hidden="true" /> Filters{active > 0 && ` (${active})`}
      </Button>
      <IconButton {...sheetButton} aria-label="More actions" onClick={() => setSheet('actions')}>
        <Ellipsis />
      </IconButton>
      {sheet === 'filters' && (
        <ViewDialog title="Filters" onClose={close}>
          <Stack gap="3" paddingBottom="4">
            {filters}
            <SortSelect filter={filter} onChange={onChange} />
          </Stack>
        </ViewDialog>
      )}
      {sheet === 'actions' && (
        <ViewDialog title={sharedMessages.leads} onClose={close}>
          <Stack gap="3" paddingBottom="4">
            {children}
          </Stack>
        </ViewDialog>
      )}
    </HStack>
  );
}

const sheetButton = { hideFrom: 'md', variant: 'outline', colorPalette: 'gray', size: 'md', paddingX: '3' } as const;

function SortSelect({ filter, onChange }: Pick<LeadFiltersProps, 'filter' | 'onChange'>) {
  return (
    <Select
      aria-label="Sort by"
      bg="bg.panel"
      options={sortOptions}
      value={`${filter.sort} ${filter.order}`}
      onChange={(event) => {
        const [sort, order] = event.target.value.split(' ') as [LeadOrderField, OrderDirection];
        onChange({ ...filter, sort, order });
      }}
    />
  );
}

function SearchBox({ filter, onChange, searchRef }: Omit<LeadFiltersProps, 'clientId' | 'columns' | 'children'>) {
  const [typed, setTyped] = useState(filter.search);
  const sent = useRef(filter.search);
  const latest = useRef((_search: string) => {});
  useEffect(() => {
    latest.current = (search) => {
      sent.current = search;
      onChange({ ...filter, search });
    };
  });
  useEffect(() => {
    // The address follows the typing, and letters may have been added meanwhile. Back and Clear change it otherwise.
    if (filter.search !== sent.current) setTyped(filter.search);
    sent.current = filter.search;
  }, [filter.search]);
  useEffect(() => {
    if (typed.trim() === filter.search) return undefined;
    // Calls the latest callback, so that another filter chosen meanwhile is kept.
    const timer = setTimeout(() => latest.current(typed.trim()), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, filter.search]);
  return (
    <SearchField
      ref={searchRef}
      label="Search leads"
      placeholder="Search name, email, phone or campaign"
      value={typed}
      onChange={setTyped}
      maxLength={MAX_SEARCH_LENGTH}
    />
  );
}

const statusOptions = [
  { value: '', label: 'All statuses' },
  ...leadStatuses.map((value) => ({ value, label: toWords(value) })),
];
const sortOptions = [
  { value: 'createdAt desc', label: 'Newest first' },
  { value: 'createdAt asc', label: 'Oldest first' },
  { value: 'fullName asc', label: 'Name, A to Z' },
  { value: 'fullName desc', label: 'Name, Z to A' },
  { value: 'campaignName asc', label: 'Campaign, A to Z' },
  { value: 'campaignName desc', label: 'Campaign, Z to A' },
  { value: 'status asc', label: 'Status, new first' },
  { value: 'status desc', label: 'Status, converted first' },
];
