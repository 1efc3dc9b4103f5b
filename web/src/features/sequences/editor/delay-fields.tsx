import { Input, SimpleGrid } from '@chakra-ui/react';
import { useFormContext } from 'react-hook-form';
import { FormField } from '../../../ui/form/form-field';
import { dashboardMessages } from '../../../messages/dashboard';
import { delayRanges } from '../delay';
import type { SequenceValues } from '../sequence-values';

const units = [
  { name: 'days', label: dashboardMessages.days },
  { name: 'hours', label: dashboardMessages.hours },
  { name: 'minutes', label: dashboardMessages.minutes },
] as const;

/** The delay between a step and the previous one. */
export function DelayFields({ index }: { index: number }) {
  const { formState, register } = useFormContext<SequenceValues>();
  const errors = formState.errors.steps?.[index];
  return (
    <SimpleGrid columns={3} gap="2" alignItems="start">
      {units.map(({ name, label }) => (
        <FormField key={name} label={label} error={errors?.[name]?.message}>
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={delayRanges[name]}
            step={1}
            {...register(`steps.${index}.${name}`, { valueAsNumber: true })}
          />
        </FormField>
      ))}
    </SimpleGrid>
  );
}
