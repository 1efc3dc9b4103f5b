import { SimpleGrid } from '@chakra-ui/react';
import { Controller, useFormContext, useWatch } from 'react-hook-form';
import { FormField } from '../../../ui/form/form-field';
import { Select } from '../../../ui/form/select';
import { SwitchField } from '../../../ui/form/switch-field';
import { consoleMessages } from '../../../messages/admin-console';
import { sharedMessages } from '../../../messages/shared';
import type { ClientFormValues } from './client-form-values';
import { TitledSection } from '../../../ui/layout/titled-section';
import { LoginFields } from './login-fields';
import { ReadOnlyLinkField } from './read-only-link-field';

const statuses = [
  { value: 'active', label: sharedMessages.active },
  { value: 'inactive', label: sharedMessages.inactive },
];
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
  value: zone,
  label: zone.replaceAll('_', ' '),
}));

/** The client's status, time zone and login settings. */
export function AccessSection({ hasPassword }: { hasPassword: boolean }) {
  const { control, formState, register } = useFormContext<ClientFormValues>();
  const authEnabled = useWatch({ control, name: 'authEnabled' });
  return (
    <TitledSection title="Status and access">
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <FormField label={sharedMessages.status} hint="Inactive clients have no landing pages and send no messages.">
          <Select options={statuses} {...register('status')} />
        </FormField>
        <FormField
          label="Time zone"
          hint="Used for monthly limits, and for quiet hours if the recipient’s time zone is unknown."
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
            label={consoleMessages.enableLogin}
            hint="When off, anyone with the dashboard link can open the dashboard."
            checked={field.value}
            onChange={field.onChange}
          />
        )}
      />
      {authEnabled ? <LoginFields passwordRequired={!hasPassword} /> : <ReadOnlyLinkField />}
    </TitledSection>
  );
}
