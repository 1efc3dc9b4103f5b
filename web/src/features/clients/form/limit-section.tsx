import { Input, SimpleGrid } from '@chakra-ui/react';
import { MAX_MONTHLY_LIMIT } from '@dripline/contract/limits';
import { useFormContext } from 'react-hook-form';
import { FormField } from '../../../ui/form/form-field';
import { consoleMessages } from '../../../messages/admin-console';
import type { ClientFormValues } from './client-form-values';
import { TitledSection } from '../../../ui/layout/titled-section';

const limits = [
  { name: 'monthlyCampaignLimit', label: consoleMessages.monthlyCampaignLimit, min: 1, hint: undefined },
  { name: 'monthlyLeadLimit', label: consoleMessages.monthlyLeadLimit, min: 0, hint: undefined },
  { name: 'monthlySMSLimit', label: consoleMessages.monthlySMSLimit, min: 0, hint: undefined },
  {
    name: 'monthlySegmentLimit',
    label: consoleMessages.monthlySegmentLimit,
    min: 0,
    hint: consoleMessages.segmentLimitHint,
  },
] as const;

/** The client's limits per calendar month. */
export function LimitSection() {
  const { register, formState } = useFormContext<ClientFormValues>();
  return (
    <TitledSection title="Monthly limits">
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        {limits.map(({ name, label, min, hint }) => (
          <FormField key={name} label={label} hint={hint} error={formState.errors[name]?.message}>
            <Input
              type="number"
              inputMode="numeric"
              min={min}
              max={MAX_MONTHLY_LIMIT}
              step={1}
              {...register(name, { valueAsNumber: true })}
            />
          </FormField>
        ))}
      </SimpleGrid>
    </TitledSection>
  );
}
