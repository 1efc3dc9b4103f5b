import { Box, Flex, Input } from '@chakra-ui/react';
import { useState } from 'react';
import { FormField } from '../../../ui/form/form-field';
import { customRangeErrors } from './trend-range';

interface Days {
  from: string;
  to: string;
}

interface CustomRangeProps {
  /** The range in the address. */
  range: Days;
  today: string;
  onChange: (range: Days) => void;
}

/** The first and the last day of a custom range. What is typed takes effect as soon as it is a range. */
export function CustomRange({ range, today, onChange }: CustomRangeProps) {
  const [typed, setTyped] = useState(range);
  const [addressed, setAddressed] = useState(range);
  // Back and forward.
  if (addressed.from !== range.from || addressed.to !== range.to) {
    setAddressed(range);
    setTyped(range);
  }
  const errors = customRangeErrors(typed.from, typed.to, today);
  const type = (change: Partial<Days>) => {
    const next = { ...typed, ...change };
    setTyped(next);
    const { from, to } = customRangeErrors(next.from, next.to, today);
    if (!from && !to) onChange(next);
  };
  return (
    <Flex gap="3" marginTop="2" marginBottom="3">
      {fields.map(([name, label]) => (
        <Box key={name} flex={{ base: '1', md: 'none' }} minWidth="0">
          <FormField label={label} error={errors[name]}>
            <Input
              type="date"
              size="sm"
              width={{ base: 'full', md: '10rem' }}
              max={today}
              value={typed[name]}
              onChange={({ target }) => type({ [name]: target.value })}
            />
          </FormField>
        </Box>
      ))}
    </Flex>
  );
}

const fields = [
  ['from', 'From'],
  ['to', 'To'],
] as const;
