import { Input, InputGroup } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import type { Ref } from 'react';

interface SearchFieldProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (typed: string) => void;
  maxLength?: number;
  ref?: Ref<HTMLInputElement>;
}

/** A search box that filters a list while the user types. */
export function SearchField({ label, placeholder, value: typed, onChange: onType, maxLength, ref }: SearchFieldProps) {
  return (
    <InputGroup startElement={<Search size={16} aria-hidden="true" />} maxWidth={{ md: '22rem' }}>
      <Input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        bg="bg.panel"
        maxLength={maxLength}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
    </InputGroup>
  );
}
