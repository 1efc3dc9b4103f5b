import { Input, SimpleGrid, Stack } from '@chakra-ui/react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { FormField } from '../../../ui/form/form-field';
import { SwitchField } from '../../../ui/form/switch-field';
import type { ClientFormValues } from './client-form-values';
import { TitledSection } from '../../../ui/layout/titled-section';

/** The hours during which the client's leads receive no messages. */
export function QuietHoursSection() {
  const { control, formState, register } = useFormContext<ClientFormValues>();
  const isEnabled = useWatch({ control, name: 'quietHours.enabled' });
  const errors = formState.errors.quietHours;
  return (
    <TitledSection title="Quiet hours">
      <Stack gap="4">
        <Controller
          control={control}
          name="quietHours.enabled"
          render={({ field }) => (
            <SwitchField
              label="Quiet hours"
              hint="In the recipient’s time zone. Messages due during quiet hours are sent when they end. The first hour after a form submission is exempt. Stricter state rules apply too. If you turn this off, they do not apply either, and your agency is responsible for complying with them."
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
        {isEnabled && (
          <SimpleGrid columns={2} gap="4">
            <FormField label="From" required error={errors?.start?.message}>
              <Input type="time" {...register('quietHours.start')} />
            </FormField>
            <FormField label="Until" required error={errors?.end?.message}>
              <Input type="time" {...register('quietHours.end')} />
            </FormField>
          </SimpleGrid>
        )}
      </Stack>
    </TitledSection>
  );
}
