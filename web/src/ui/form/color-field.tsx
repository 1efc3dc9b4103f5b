import { HStack, Input } from '@chakra-ui/react';
import { isBrandColor } from '@dripline/contract/colors/brand-colors';
import { useController, useFormContext } from 'react-hook-form';
import { FormField } from './form-field';

interface ColorFieldProps {
  /** The name of the form value, a color as `#rrggbb`. */
  name: string;
  label: string;
  pickerLabel: string;
  /** What the color `from` stands for, and is shown as. */
  meaning?: { from: string; color: string } | undefined;
  /** Returns how texts stay readable in a color. */
  describe: (color: string) => string;
}

/** A color, chosen or typed. */
export function ColorField({ name, label, pickerLabel, meaning, describe }: ColorFieldProps) {
  const { control } = useFormContext<Record<string, string>>();
  const { field, fieldState } = useController({ control, name });
  const value = meaning && field.value.toLowerCase() === meaning.from ? meaning.color : field.value;
  return (
    <FormField label={label} error={fieldState.error?.message} hint={isBrandColor(value) ? describe(value) : undefined}>
      <HStack width="full">
        <Input
          type="color"
          id={`${name}Picker`}
          aria-label={pickerLabel}
          value={isBrandColor(value) ? value.toLowerCase() : '#000000'}
          onChange={field.onChange}
          width="14"
          padding="1"
          cursor="pointer"
        />
        <Input {...field} value={value} maxLength={7} autoComplete="off" spellCheck={false} fontFamily="mono" />
      </HStack>
    </FormField>
  );
}
