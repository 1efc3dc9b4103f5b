import { Stack } from '@chakra-ui/react';
import { Controller, useFormContext } from 'react-hook-form';
import { SwitchField } from '../../../ui/form/switch-field';
import { brandMessages } from '../../../messages/brand';
import { consoleMessages } from '../../../messages/admin-console';
import { sharedMessages } from '../../../messages/shared';
import type { ClientFormValues } from './client-form-values';
import { TitledSection } from '../../../ui/layout/titled-section';

const switches = [
  {
    name: 'smsAutoReplyEnabled',
    label: consoleMessages.smsAutoReply,
    hint: 'Starts follow-up sequences for new leads.',
  },
  {
    name: 'webhooksEnabled',
    label: sharedMessages.webhooks,
    hint: 'Sends lead and message events to the client’s own systems.',
  },
  {
    name: 'abTestingEnabled',
    label: consoleMessages.abTesting,
    hint: 'Splits visitors between variants of a campaign.',
  },
  { name: 'whiteLabelEnabled', label: consoleMessages.whiteLabel, hint: brandMessages.whiteLabelHint },
] as const;

/** The client's feature switches. */
export function FeatureSection() {
  const { control } = useFormContext<ClientFormValues>();
  return (
    <TitledSection title="Features">
      <Stack gap="3">
        {switches.map(({ name, label, hint }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field }) => (
              <SwitchField label={label} hint={hint} checked={field.value} onChange={field.onChange} />
            )}
          />
        ))}
      </Stack>
    </TitledSection>
  );
}
