import { Input, SimpleGrid, Stack } from '@chakra-ui/react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Banner } from '../../../ui/feedback/banner';
import { FormField } from '../../../ui/form/form-field';
import { Select } from '../../../ui/form/select';
import { senderMessages } from '../../../messages/senders';
import type { ClientFormValues } from './client-form-values';
import { TitledSection } from '../../../ui/layout/titled-section';

const kinds = [
  { value: 'shared', label: senderMessages.shared },
  { value: 'service', label: senderMessages.service },
  { value: 'number', label: senderMessages.number },
];

/** The Messaging Service or number that the client's messages are sent from, and its registration. */
export function SenderSection({ rejectedCode }: { rejectedCode: string | null }) {
  const { control, formState, register } = useFormContext<ClientFormValues>();
  const kind = useWatch({ control, name: 'sender.kind' });
  const errors = formState.errors.sender;
  return (
    <TitledSection title={senderMessages.sender}>
      <Stack gap="4">
        {rejectedCode && <Banner>{senderMessages.rejectedText(rejectedCode.replace('twilio_', ''))}</Banner>}
        <FormField label={senderMessages.sentFrom} hint={senderMessages.sentFromHint}>
          <Select options={kinds} {...register('sender.kind')} />
        </FormField>
        {kind === 'service' && (
          <FormField
            label={senderMessages.serviceSid}
            required
            hint={senderMessages.serviceSidHint}
            error={errors?.messagingServiceSid?.message}
          >
            <Input autoComplete="off" {...register('sender.messagingServiceSid')} />
          </FormField>
        )}
        {kind === 'number' && (
          <FormField
            label={senderMessages.fromNumber}
            required
            hint={senderMessages.fromNumberHint}
            error={errors?.fromNumber?.message}
          >
            <Input type="tel" autoComplete="off" {...register('sender.fromNumber')} />
          </FormField>
        )}
        {kind !== 'shared' && (
          <SimpleGrid columns={{ base: 1, sm: 3 }} gap="4">
            <FormField label={senderMessages.brandId} error={errors?.brandRegistrationId?.message}>
              <Input autoComplete="off" {...register('sender.brandRegistrationId')} />
            </FormField>
            <FormField label={senderMessages.campaignId} error={errors?.campaignRegistrationId?.message}>
              <Input autoComplete="off" {...register('sender.campaignRegistrationId')} />
            </FormField>
            <FormField
              label={senderMessages.rate}
              hint={senderMessages.rateHint}
              error={errors?.messagesPerSecond?.message}
            >
              <Input
                type="number"
                inputMode="decimal"
                step="any"
                {...register('sender.messagesPerSecond', { valueAsNumber: true })}
              />
            </FormField>
          </SimpleGrid>
        )}
      </Stack>
    </TitledSection>
  );
}
