import { SimpleGrid } from '@chakra-ui/react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { FormField } from '../../ui/form/form-field';
import { Select } from '../../ui/form/select';
import { SwitchField } from '../../ui/form/switch-field';
import { consoleWords } from '../../messages/admin-console';
import { sharedWords } from '../../messages/shared';
import type { EditValues } from './client-form-values';
import { FormSection } from './form-section';
import { LoginFields } from './login-fields';

const statuses = [
  { value: 'active', label: sharedWords.active },
  { value: 'inactive', label: sharedWords.inactive },
];
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}));

/** The client's status, time zone and login settings. */
export function AccessSection({ canSignIn }: { canSignIn: boolean }) {
  const { control, formState, register } = useFormContext<EditValues>();
  const authEnabled = useWatch({ control, name: 'authEnabled' });
  return (
    <FormSection title="Status and access">
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <FormField label={sharedWords.status} hint="Inactive clients have no landing pages and send no messages.">
          <Select options={statuses} {...register('status')} />
        </FormField>
        <FormField
          label="Time zone"
          hint="Used for monthly limits and quiet hours."
          error={formState.errors.timeZone?.message}
        >
          <Select options={zones} {...register('timeZone')} />
        </FormField>
      </SimpleGrid>
      <Controller
        control={control}
        name="authEnabled"
        render={({ field }) => (
          <SwitchField
            label={consoleWords.enableLogin}
            hint="When off, anyone with the dashboard link can open the dashboard."
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      {authEnabled && <LoginFields passwordRequired={!canSignIn} />}
    </FormSection>
  );
}
