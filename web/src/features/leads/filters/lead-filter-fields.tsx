import { useQuery } from '@apollo/client/react';
import { Field, Input, SimpleGrid, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { filterMessages } from '../../../messages/leads/lead-filters';
import { ownerMessages } from '../../../messages/leads/lead-owners';
import { sharedMessages } from '../../../messages/shared';
import { sourceName } from '../../../shared/format';
import { LeadFilterChoicesDocument } from '../../../shared/graphql/generated';
import { useSessionRole } from '../../../shared/session-role';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { Select } from '../../../ui/form/select';
import { ownerFilters } from './active-filters';
import { type Choice, type LeadFilter, MAX_UTM_LENGTH } from '../lead-query';
import { useTypedFilter } from './use-typed-filter';

interface LeadFilterFieldsProps {
  clientId: string;
  filter: LeadFilter;
  onChange: (filter: LeadFilter) => void;
}

/** The filters that the list itself does not show. */
export function LeadFilterFields({ clientId, filter, onChange }: LeadFilterFieldsProps) {
  const isAdmin = useSessionRole() === 'admin';
  const { data } = useQuery(LeadFilterChoicesDocument, { variables: { clientId }, ...refreshedOnOpen });
  const [utmCampaign, typeUtmCampaign, applyUtmCampaign] = useTypedFilter(filter.utmCampaign, (typed) =>
    onChange({ ...filter, utmCampaign: typed }),
  );
  // What the address contains may be missing from the lists.
  const optionsOf = (any: string, values: readonly string[] = [], value: string, nameOf = (text: string) => text) => [
    { value: '', label: any },
    ...[...new Set([...values, ...(value ? [value] : [])])].map((text) => ({ value: text, label: nameOf(text) })),
  ];
  const seen = data?.client.sources.bySource.map(({ source }) => source).filter((source) => source !== 'others');
  const placements = data?.client.placements.nodes ?? [];
  const sources = [...(seen ?? []), ...placements.map(({ source }) => source)];
  const owners = data?.client.leadOwners ?? [];
  const tags = data?.client.tags;
  const tag = tags?.find((name) => name.toLowerCase() === filter.tag.toLowerCase()) ?? filter.tag;
  const choose = (name: 'replied' | 'optedOut' | 'held', yes: string, no: string) => (
    <Labelled label={filterMessages[name]}>
      <Select
        bg="bg.panel"
        options={[
          { value: '', label: filterMessages.anyLead },
          { value: 'yes', label: yes },
          { value: 'no', label: no },
        ]}
        value={filter[name]}
        onChange={(event) => onChange({ ...filter, [name]: event.target.value as Choice })}
      />
    </Labelled>
  );
  const day = (name: 'from' | 'to') => (
    <Labelled label={filterMessages[name]}>
      <Input
        type="date"
        bg="bg.panel"
        paddingX="2.5"
        value={filter[name]}
        min={name === 'to' ? filter.from || undefined : undefined}
        max={name === 'from' ? filter.to || undefined : undefined}
        onChange={(event) => onChange({ ...filter, [name]: event.target.value })}
      />
    </Labelled>
  );
  return (
    <Stack gap="3">
      <Labelled label={filterMessages.source}>
        <Select
          bg="bg.panel"
          dir="auto"
          options={optionsOf(filterMessages.anySource, sources, filter.source, (source) =>
            sourceName(source, placements.find((placement) => placement.source === source)?.name),
          )}
          value={filter.source}
          onChange={(event) => onChange({ ...filter, source: event.target.value })}
        />
      </Labelled>
      <Labelled label={filterMessages.utmCampaign}>
        <Input
          bg="bg.panel"
          dir="auto"
          autoComplete="off"
          maxLength={MAX_UTM_LENGTH}
          value={utmCampaign}
          onChange={(event) => typeUtmCampaign(event.target.value)}
          onBlur={applyUtmCampaign}
        />
      </Labelled>
      <SimpleGrid columns={2} gap="3">
        {day('from')}
        {day('to')}
      </SimpleGrid>
      <Labelled label={filterMessages.tag}>
        <Select
          bg="bg.panel"
          dir="auto"
          options={optionsOf(filterMessages.anyTag, tags, tag)}
          value={tag}
          onChange={(event) => onChange({ ...filter, tag: event.target.value })}
        />
      </Labelled>
      {(owners.length > 0 || filter.owner !== '') && (
        <Labelled label={sharedMessages.owner}>
          <Select
            bg="bg.panel"
            dir="auto"
            options={optionsOf(
              ownerMessages.anyOwner,
              [...Object.keys(ownerFilters), ...owners.map(({ id }) => id)],
              filter.owner,
              (owner) => ownerFilters[owner] ?? owners.find(({ id }) => id === owner)?.name ?? '…',
            )}
            value={filter.owner}
            onChange={(event) => onChange({ ...filter, owner: event.target.value })}
          />
        </Labelled>
      )}
      {choose('replied', filterMessages.isReplied, filterMessages.isNotReplied)}
      {choose('optedOut', filterMessages.isOptedOut, filterMessages.isNotOptedOut)}
      {isAdmin && choose('held', filterMessages.isHeld, filterMessages.isNotHeld)}
    </Stack>
  );
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <Field.Root gap="1" minWidth="0">
    <Field.Label textStyle="xs" color="fg.muted">
      {label}
    </Field.Label>
    {children}
  </Field.Root>
);
