import { Button, Flex } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { filterMessages } from '../../../messages/leads/lead-filters';
import { sourceName, toWords } from '../../../shared/format';
import { type LeadFilter, type noFilters } from '../lead-query';

interface ActiveFiltersProps {
  filter: LeadFilter;
  campaigns: readonly { value: string; label: string }[];
  onChange: (filter: LeadFilter) => void;
  /** Undefined where the list offers it. */
  onClear: (() => void) | undefined;
}

type FilterName = Exclude<keyof typeof noFilters, 'search'>;

/** How active filters are called. */
const names: Record<FilterName, (value: string, campaigns: ActiveFiltersProps['campaigns']) => string> = {
  campaignId: (id, campaigns) => campaigns.find(({ value }) => value === id)?.label ?? '…',
  status: toWords,
  source: sourceName,
  from: (day) => filterMessages.since(formatDay(day)),
  to: (day) => filterMessages.until(formatDay(day)),
  tag: filterMessages.tagged,
  replied: (choice) => (choice === 'yes' ? filterMessages.isReplied : filterMessages.isNotReplied),
  optedOut: (choice) => (choice === 'yes' ? filterMessages.isOptedOut : filterMessages.isNotOptedOut),
  held: (choice) => (choice === 'yes' ? filterMessages.isHeld : filterMessages.isNotHeld),
};
const filterNames = Object.keys(names) as FilterName[];

/** Counts the active filters, without the search. */
export const countFilters = (filter: LeadFilter) => filterNames.filter((name) => filter[name] !== '').length;

/** A button for each active filter that removes it, and one that removes all. */
export function ActiveFilters({ filter, campaigns, onChange, onClear }: ActiveFiltersProps) {
  const active = filterNames.filter((name) => filter[name] !== '');
  if (active.length === 0) return null;
  return (
    <Flex gap="2" flexWrap="wrap" align="center">
      {active.map((name) => {
        const label = names[name](filter[name], campaigns);
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
