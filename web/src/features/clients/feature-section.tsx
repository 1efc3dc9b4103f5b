import { Stack } from '@chakra-ui/react';
import { Controller, useFormContext } from 'react-hook-form';
import { SwitchField } from '../../ui/form/switch-field';
import { consoleWords } from '../../messages/admin-console';
import { sharedWords } from '../../messages/shared';
import type { EditValues } from './client-form-values';
import { FormSection } from './form-section';

const switches = [
  {
    name: 'smsAutoReplyEnabled',
    label: consoleWords.smsAutoReply,
    hint: 'Starts follow-up sequences for new leads.',
  },
  {
    name: 'webhooksEnabled',
    label: sharedWords.webhooks,
    hint: 'Sends lead and message events to the client’s own systems.',
  },
  { name: 'abTestingEnabled', label: consoleWords.abTesting, hint: 'Splits visitors between variants of a campaign.' },
  { name: 'whiteLabelEnabled', label: consoleWords.whiteLabel, hint: 'Hides the product name on landing pages.' },
] as const;

/** The client's feature switches. */
export function FeatureSection() {
  const { control } = useFormContext<EditValues>();
  return (
    <FormSection title="Features">
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
    </FormSection>
  );
}
