import { Input, SimpleGrid } from '@chakra-ui/react';
import { MAX_MONTHLY_LIMIT } from '@dripline/contract/limits';
import { useFormContext } from 'react-hook-form';
import { formatCount } from '../../shared/format';
import { FormField } from '../../ui/form/form-field';
import { consoleWords } from '../../messages/admin-console';
import type { EditValues } from './client-form-values';
import { FormSection } from './form-section';

const limits = [
  { name: 'monthlyCampaignLimit', label: consoleWords.monthlyCampaignLimit, min: 1 },
  { name: 'monthlyLeadLimit', label: consoleWords.monthlyLeadLimit, min: 0 },
  { name: 'monthlySMSLimit', label: consoleWords.monthlySMSLimit, min: 0 },
] as const;

/** The client's limits per calendar month. */
export function LimitSection() {
  const { register, formState } = useFormContext<EditValues>();
  return (
    <FormSection title="Monthly limits">
      <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
        {limits.map(({ name, label, min }) => (
          <FormField key={name} label={label} error={formState.errors[name]?.message}>
            <Input
              type="number"
              inputMode="numeric"
              min={min}
              max={MAX_MONTHLY_LIMIT}
              step={1}
              {...register(name, {
                valueAsNumber: true,
                validate: (value) =>
                  (Number.isInteger(value) && value >= min && value <= MAX_MONTHLY_LIMIT) ||
                  `Enter a whole number from ${min} to ${formatCount(MAX_MONTHLY_LIMIT)}`,
              })}
            />
          </FormField>
        ))}
      </SimpleGrid>
    </FormSection>
  );
}
