import { Stack } from '@chakra-ui/react';
import { Controller, useFormContext } from 'react-hook-form';
import { SwitchField } from '../../ui/switch-field';
import type { EditValues } from './edit-values';
import { FormSection } from './form-section';

const switches = [
  { name: 'smsAutoReplyEnabled', label: 'SMS Auto-Reply', hint: 'New leads enter the client’s follow-up sequences.' },
  { name: 'webhooksEnabled', label: 'Webhooks', hint: 'Lead events are sent to the client’s own systems.' },
  { name: 'abTestingEnabled', label: 'A/B Testing', hint: 'Campaigns may have variants, split by visitor.' },
  { name: 'whiteLabelEnabled', label: 'White Label', hint: 'Landing pages do not mention this product.' },
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
            render={({ field }) => <SwitchField label={label} hint={hint} checked={field.value} onChange={field.onChange} />}
          />
        ))}
      </Stack>
    </FormSection>
  );
}
