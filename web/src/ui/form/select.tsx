import { NativeSelect, type NativeSelectFieldProps } from '@chakra-ui/react';
import type { Ref } from 'react';

interface SelectProps extends NativeSelectFieldProps {
  options: ReadonlyArray<{ value: string; label: string }>;
  size?: 'sm' | 'md';
  disabled?: boolean;
  ref?: Ref<HTMLSelectElement>;
}

/** A native select, which supports every keyboard and phone. */
export function Select({ options, size = 'md', disabled = false, width, flex, maxWidth, ...field }: SelectProps) {
  return (
    <NativeSelect.Root size={size} disabled={disabled} width={width ?? 'full'} flex={flex} maxWidth={maxWidth}>
      <NativeSelect.Field {...field}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator aria-hidden="true" />
    </NativeSelect.Root>
  );
}
