import { placementCodeOf } from '@dripline/contract/rules/placement-source';
import { useQuery } from '@apollo/client/react';
import { Button, Flex } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { filterMessages } from '../../../messages/leads/lead-filters';
import { ownerMessages } from '../../../messages/leads/lead-owners';
import { sourceName, toWords } from '../../../shared/format';
import { LeadOwnersDocument, PlacementNamesDocument } from '../../../shared/graphql/generated';
import { type LeadFilter, type noFilters } from '../lead-query';

interface ActiveFiltersProps {
  clientId: string;
  filter: LeadFilter;
  campaigns: readonly { value: string; label: string }[];
  onChange: (filter: LeadFilter) => void;
  /** Undefined where the list offers it. */
  onClear: (() => void) | undefined;
}

/** What names the campaign and the owner of a filter. */
interface Known extends Pick<ActiveFiltersProps, 'campaigns'> {
  owners: readonly { id: string; name: string }[];
  placements: readonly { source: string; name: string }[];
}

type FilterName = Exclude<keyof typeof noFilters, 'search'>;

/** How the filters for all owners and for none are called. */
export const ownerFilters: Readonly<Record<string, string>> = {
  any: ownerMessages.hasOwner,
  none: ownerMessages.hasNoOwner,
};

/** How active filters are called. */
const names: Record<FilterName, (value: string, known: Known) => string> = {
  campaignId: (id, { campaigns }) => campaigns.find(({ value }) => value === id)?.label ?? '…',
  status: toWords,
  source: (source, { placements }) =>
    sourceName(source, placements.find((placement) => placement.source === source)?.name),
  utmCampaign: filterMessages.ofUtmCampaign,
  from: (day) => filterMessages.since(formatDay(day)),
  to: (day) => filterMessages.until(formatDay(day)),
  tag: filterMessages.tagged,
  replied: (choice) => (choice === 'yes' ? filterMessages.isReplied : filterMessages.isNotReplied),
  optedOut: (choice) => (choice === 'yes' ? filterMessages.isOptedOut : filterMessages.isNotOptedOut),
  held: (choice) => (choice === 'yes' ? filterMessages.isHeld : filterMessages.isNotHeld),
  owner: (owner, { owners }) =>
    ownerFilters[owner] ?? ownerMessages.ownedBy(owners.find(({ id }) => id === owner)?.name ?? '…'),
};
const filterNames = Object.keys(names) as FilterName[];

/** Counts the active filters, without the search. */
export const countFilters = (filter: LeadFilter) => filterNames.filter((name) => filter[name] !== '').length;

/** A button for each active filter that removes it, and one that removes all. */
export function ActiveFilters({ clientId, filter, campaigns, onChange, onClear }: ActiveFiltersProps) {
  const { data } = useQuery(LeadOwnersDocument, { variables: { clientId }, skip: filter.owner === '' });
  const { data: placed } = useQuery(PlacementNamesDocument, {
    variables: { clientId },
    skip: placementCodeOf(filter.source) === null,
  });
  const known = {
    campaigns,
    owners: data?.client.leadOwners ?? [],
    placements: placed?.client.placements.nodes ?? [],
  };
  const active = filterNames.filter((name) => filter[name] !== '');
  if (active.length === 0) return null;
  return (
    <Flex gap="2" flexWrap="wrap" align="center">
      {active.map((name) => {
        const label = names[name](filter[name], known);
        return (
          <Button
            key={name}
            {...chip}
            aria-label={filterMessages.remove(label)}
            onClick={() => onChange({ ...filter, [name]: '' })}
          >
            <span dir="auto">{label}</span> <X aria-hidden="true" />
          </Button>
        );
      })}
      {onClear && (
        <Button size="xs" variant="ghost" colorPalette="gray" onClick={onClear} css={touchHeight}>
          {filterMessages.clear}
        </Button>
      )}
    </Flex>
  );
}

const formatDay = (day: string) =>
  new Date(`${day}T00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

const touchHeight = { '@media (pointer: coarse)': { minHeight: '11' } };
const chip = {
  size: 'xs',
  variant: 'subtle',
  colorPalette: 'gray',
  borderRadius: 'full',
  maxWidth: 'full',
  _icon: { boxSize: '3.5' },
  css: { ...touchHeight, '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' } },
} as const;
