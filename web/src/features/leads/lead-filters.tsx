import { Button, HStack, IconButton, Skeleton, Stack } from '@chakra-ui/react';
import {
  CampaignNamesDocument,
  type LeadOrderField,
  type LeadStatus,
  type OrderDirection,
} from '../../shared/graphql/generated';
import { Ellipsis, ListFilter } from 'lucide-react';
import { lazy, type ReactNode, type Ref, Suspense, useRef, useState } from 'react';
import { PopoverPanel } from '../../ui/dialog/popover-panel';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { SearchField } from '../../ui/form/search-field';
import { Select } from '../../ui/form/select';
import { useWholeList } from '../../shared/use-whole-list';
import { filterMessages } from '../../messages/leads/lead-filters';
import { sharedMessages } from '../../messages/shared';
import { ActiveFilters, countFilters } from './filters/active-filters';
import { useTypedFilter } from './filters/use-typed-filter';
import { type LeadFilter, MAX_SEARCH_LENGTH, statusChoices } from './lead-query';

interface LeadFiltersProps {
  clientId: string;
  filter: LeadFilter;
  onChange: (filter: LeadFilter) => void;
  /** Removes all filters and the search. Undefined where the empty list offers it. */
  onClear: (() => void) | undefined;
  searchRef: Ref<HTMLInputElement>;
  /** What follows the filters, except on phones. */
  columns?: ReactNode;
  /** The actions that phones show in a sheet, which the given function closes. */
  children: (close: () => void) => ReactNode;
}

const LeadFilterFields = lazy(async () => ({
  default: (await import('./filters/lead-filter-fields')).LeadFilterFields,
}));

/**
 * The search box and the filters, of which those that are used less open in a popover. On phones all filters, with the
 * sort order that tables have in their header, and the actions open in sheets.
 */
export function LeadFilters({ clientId, filter, onChange, onClear, searchRef, columns, children }: LeadFiltersProps) {
  const { items = [] } = useWholeList(CampaignNamesDocument, { clientId }, ({ client }) => client.campaigns);
  const [panel, setPanel] = useState<'popover' | 'filters' | 'actions' | null>(null);
  const filtersButton = useRef<HTMLButtonElement>(null);
  const campaigns = items.map(({ id, name }) => ({ value: id, label: name }));
  const close = () => setPanel(null);
  const shownFilters = (
    <>
      <Select
        aria-label={sharedMessages.campaign}
        width={{ md: '12rem' }}
        bg="bg.panel"
        options={[{ value: '', label: 'All campaigns' }, ...campaigns]}
        value={filter.campaignId}
        onChange={(event) => onChange({ ...filter, campaignId: event.target.value })}
      />
      <Select
        aria-label={sharedMessages.status}
        width={{ md: '9.5rem' }}
        bg="bg.panel"
        options={statusOptions}
        value={filter.status}
        onChange={(event) => onChange({ ...filter, status: event.target.value as LeadStatus | '' })}
      />
    </>
  );
  const otherFilters = (
    <Suspense fallback={<Skeleton height="20rem" />}>
      <LeadFilterFields clientId={clientId} filter={filter} onChange={onChange} />
    </Suspense>
  );
  const active = countFilters(filter);
  return (
    <Stack gap="2">
      <HStack gap={{ base: '2', md: '3' }}>
        <SearchBox filter={filter} onChange={onChange} searchRef={searchRef} />
        <HStack gap="3" hideBelow="md">
          {shownFilters}
        </HStack>
        <Button
          ref={filtersButton}
          {...outlined}
          aria-haspopup="dialog"
          aria-expanded={panel === 'popover' || panel === 'filters'}
          // A press on it closes the popover before.
          onPointerDown={() => panel && setPanel(null)}
          onClick={() => setPanel(panel ? null : matchMedia('(min-width: 48rem)').matches ? 'popover' : 'filters')}
        >
          <ListFilter aria-hidden="true" /> {filterMessages.filters}
          {active > 0 && ` (${active})`}
        </Button>
        <HStack gap="3" flexGrow="1" hideBelow="md">
          {columns}
        </HStack>
        <IconButton {...outlined} hideFrom="md" aria-label="More actions" onClick={() => setPanel('actions')}>
          <Ellipsis />
        </IconButton>
      </HStack>
      <ActiveFilters clientId={clientId} filter={filter} campaigns={campaigns} onChange={onChange} onClear={onClear} />
      {panel === 'popover' && (
        <PopoverPanel label={filterMessages.filters} anchor={filtersButton} onClose={close}>
          {otherFilters}
        </PopoverPanel>
      )}
      {panel === 'filters' && (
        <ViewDialog title={filterMessages.filters} onClose={close}>
          <Stack gap="3" paddingBottom="4">
            {shownFilters}
            <SortSelect filter={filter} onChange={onChange} />
            {otherFilters}
          </Stack>
        </ViewDialog>
      )}
      {panel === 'actions' && (
        <ViewDialog title={sharedMessages.leads} onClose={close}>
          <Stack gap="3" paddingBottom="4">
            {children(close)}
          </Stack>
        </ViewDialog>
      )}
    </Stack>
  );
}

const outlined = {
  variant: 'outline',
  colorPalette: 'gray',
  size: 'md',
  paddingX: '3',
  _icon: { boxSize: '4' },
} as const;

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

function SearchBox({
  filter,
  onChange,
  searchRef,
}: Omit<LeadFiltersProps, 'clientId' | 'columns' | 'children' | 'onClear'>) {
  const [typed, setTyped] = useTypedFilter(filter.search, (search) => onChange({ ...filter, search }));
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

const statusOptions = [{ value: '', label: filterMessages.anyStatus }, ...statusChoices];
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
