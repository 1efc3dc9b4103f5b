import { Input, SimpleGrid, Stack } from '@chakra-ui/react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { FormField } from '../../ui/form/form-field';
import { SwitchField } from '../../ui/form/switch-field';
import type { EditValues } from './client-form-values';
import { FormSection } from './form-section';

const filled = (value: string) => value !== '' || 'Enter a time';

/** When no text goes to the client’s leads. */
export function QuietSection() {
  const { control, formState, register } = useFormContext<EditValues>();
  const isEnabled = useWatch({ control, name: 'quietHours.enabled' });
  const errors = formState.errors.quietHours;
  return (
    <FormSection title="Quiet hours">
      <Stack gap="4">
        <Controller
          control={control}
          name="quietHours.enabled"
          render={({ field }) => (
            <SwitchField
              label="Quiet hours"
              hint="Texts that fall due in them wait for the end. The first hour after the form is exempt."
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        />
        {isEnabled && (
          <SimpleGrid columns={2} gap="4">
            <FormField label="From" required error={errors?.start?.message}>
              <Input type="time" {...register('quietHours.start', { validate: filled })} />
            </FormField>
            <FormField label="Until" required error={errors?.end?.message}>
              <Input
                type="time"
                {...register('quietHours.end', {
                  validate: (value, { quietHours }) =>
                    value === quietHours.start ? 'Must differ from the beginning' : filled(value),
                })}
              />
            </FormField>
          </SimpleGrid>
        )}
      </Stack>
    </FormSection>
  );
}
