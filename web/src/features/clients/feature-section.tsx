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
    hint: 'New leads enter the client’s follow-up sequences.',
  },
  { name: 'webhooksEnabled', label: sharedWords.webhooks, hint: 'Lead events are sent to the client’s own systems.' },
  { name: 'abTestingEnabled', label: consoleWords.abTesting, hint: 'Campaigns may have variants, split by visitor.' },
  { name: 'whiteLabelEnabled', label: consoleWords.whiteLabel, hint: 'Landing pages do not mention this product.' },
] as const;

/** What the client may use. */
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
