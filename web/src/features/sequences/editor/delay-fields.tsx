import { Input, SimpleGrid } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { FormField } from '../../../ui/form/form-field';
import { dashboardMessages } from '../../../messages/dashboard';
import type { SequenceValues } from '../sequence-values';

const units = [
  { name: 'days', label: dashboardMessages.days, max: 366 },
  { name: 'hours', label: dashboardMessages.hours, max: 23 },
  { name: 'minutes', label: dashboardMessages.minutes, max: 59 },
] as const;

/** The delay between a step and the previous one. */
export function DelayFields({ index }: { index: number }) {
  const { formState, register } = useFormContext<SequenceValues>();
  const errors = formState.errors.steps?.[index];
  return (
    <SimpleGrid columns={3} gap="2" alignItems="start">
      {units.map(({ name, label, max }) => (
        <FormField key={name} label={label} error={errors?.[name]?.message}>
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={max}
            step={1}
            {...register(`steps.${index}.${name}`, {
              valueAsNumber: true,
              validate: (value) => (Number.isInteger(value) && value >= 0 && value <= max) || `Enter 0 to ${max}`,
            })}
          />
        </FormField>
      ))}
    </SimpleGrid>
  );
}
