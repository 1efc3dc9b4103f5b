import { Input, InputGroup } from '@chakra-ui/react';
import { Search } from 'lucide-react';

interface ClientSearchProps {
  typed: string;
  onType: (typed: string) => void;
}

/** Narrows a long list of clients as one types. */
export function ClientSearch({ typed, onType }: ClientSearchProps) {
  return (
    <InputGroup startElement={<Search size={16} aria-hidden="true" />} maxWidth={{ md: '22rem' }}>
      <Input
        type="search"
        aria-label="Filter clients"
        placeholder="Filter by name, email or phone"
        bg="bg.panel"
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
    </InputGroup>
  );
}
