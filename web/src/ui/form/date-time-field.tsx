import { Input } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { FormField } from './form-field';

interface TimeFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** A date and time input with the browser's picker. */
export function DateTimeField({ label, hint, error, value, onChange }: TimeFieldProps) {
  return (
    <FormField label={label} hint={hint} error={error}>
      <Input
        type="datetime-local"
        min="2000-01-01T00:00"
        max="2099-12-31T23:59"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        // Inside a form, Enter would submit it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
    </FormField>
  );
}
