import { useQuery } from '@apollo/client/react';
import { Input, InputGroup, Stack } from '@chakra-ui/react';
import { CampaignsDocument } from '@dripline/contract/generated';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Select } from '../../ui/select';

/** Which leads are listed; an empty text asks for all. */
export interface LeadFilter {
  campaignId: string;
  search: string;
}

interface LeadFiltersProps {
  clientId: string;
  filter: LeadFilter;
  onChange: (filter: LeadFilter) => void;
}

const TYPING_PAUSE_MS = 250;

/** The search box, which searches as one types, and the campaign filter. */
export function LeadFilters({ clientId, filter, onChange }: LeadFiltersProps) {
  const { data } = useQuery(CampaignsDocument, { variables: { clientId } });
  const [typed, setTyped] = useState(filter.search);
  useEffect(() => setTyped(filter.search), [filter.search]);
  useEffect(() => {
    if (typed.trim() === filter.search) return undefined;
    const timer = setTimeout(() => onChange({ ...filter, search: typed.trim() }), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, filter, onChange]);
  const campaigns = [{ value: '', label: 'All campaigns' }, ...(data?.campaigns.map(({ id, name }) => ({ value: id, label: name })) ?? [])];
  return (
    <Stack direction={{ base: 'column', md: 'row' }} gap="3">
      <InputGroup startElement={<Search size={16} aria-hidden="true" />} maxWidth={{ md: '22rem' }}>
        <Input
          type="search"
          aria-label="Search leads"
          placeholder="Search name, email, phone or campaign"
          bg="bg.panel"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </InputGroup>
      <Select
        aria-label="Campaign"
        width={{ md: '16rem' }}
        bg="bg.panel"
        options={campaigns}
        value={filter.campaignId}
        onChange={(event) => onChange({ ...filter, campaignId: event.target.value })}
      />
    </Stack>
  );
}
