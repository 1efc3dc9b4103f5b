import { useQuery } from '@apollo/client/react';
import { Input, SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react';
import { ClientDocument, SequencePreviewDocument } from '../../../shared/graphql/generated';
import { useState } from 'react';
import { formatPhone } from '../../../shared/phone';
import { FormField } from '../../../ui/form/form-field';
import { Banner } from '../../../ui/feedback/banner';
import { LoadError } from '../../../ui/feedback/load-error';
import { retry } from '../../../shared/retry';
import { PreviewSteps } from './preview-steps';
import { SendTestMessageButton } from './send-test-message-button';
import type { SequencePreviewDraft } from '../sequence-values';
import { DateTimeField } from '../../../ui/form/date-time-field';

interface SequencePreviewPanelProps {
  clientId: string;
  draft: SequencePreviewDraft;
}

/** Simulates a sequence for a sample lead that arrives at a chosen time. */
export function SequencePreviewPanel({ clientId, draft }: SequencePreviewPanelProps) {
  const { data: clientData } = useQuery(ClientDocument, { variables: { id: clientId } });
  const phone = clientData ? formatPhone(clientData.client.notificationPhone) : 'your notification phone';
  const timeZone = clientData?.client.timeZone;
  const [now] = useState(() => new Date());
  const [times, setTimes] = useState<{ arrivesAt?: string; contactedAt?: string }>({});
  const arrivesAt = times.arrivesAt ?? (timeZone ? currentLocalTime(timeZone, now) : '');
  const contactedAt = times.contactedAt ?? arrivesAt;
  const [areaCode, setAreaCode] = useState('');
  const isContactTrigger = draft.triggerEvent === 'lead_contacted';
  const isEarly = isContactTrigger && contactedAt < arrivesAt;
  const { data, previousData, error, refetch } = useQuery(SequencePreviewDocument, {
    variables: {
      clientId,
      input: {
        ...draft,
        arrivesAt,
        ...(isContactTrigger ? { contactedAt } : {}),
        ...(areaCode.length === 3 ? { recipientPhone: areaCode } : {}),
      },
    },
    skip: !arrivesAt || !contactedAt || isEarly,
    // Quiet hours and feature switches may have changed since the last preview.
    fetchPolicy: 'network-only',
  });
  // Not after an error, because the previous plan would stand under the new time.
  const preview = (data ?? (error ? undefined : previousData))?.sequencePreview;
  return (
    <Stack gap="4">
      <Text textStyle="sm" color="fg.muted">
        See what each message says to a sample lead and when it is sent. Nothing is sent except the tests that you send
        to {phone}.
      </Text>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <DateTimeField
          label="Lead arrives"
          hint={timeZone && `Time zone: ${timeZone}`}
          value={arrivesAt}
          onChange={(value) => setTimes({ ...times, arrivesAt: value })}
        />
        {isContactTrigger && (
          <DateTimeField
            label="Lead is marked contacted"
            error={isEarly ? 'Must not be before the lead arrives' : undefined}
            value={contactedAt}
            onChange={(value) => setTimes({ ...times, contactedAt: value })}
          />
        )}
        <FormField
          label="Recipient’s area code"
          hint={
            areaCode.length === 3 && preview
              ? `Quiet hours: ${preview.recipientArea ?? 'unknown area, so the client’s time zone'}`
              : 'Quiet hours depend on the recipient’s time zone and state. Without an area code, the preview uses the client’s time zone.'
          }
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            value={areaCode}
            onChange={(event) => setAreaCode(toAreaCode(event.target.value))}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </FormField>
      </SimpleGrid>
      {preview?.holdReason && <Banner>These messages would currently be held: {preview.holdReason}.</Banner>}
      {preview && (
        <PreviewSteps
          preview={preview}
          testButton={(position) => {
            const message = draft.steps[position]?.message;
            return (
              message && (
                <SendTestMessageButton
                  clientId={clientId}
                  campaignId={draft.campaignId}
                  message={message}
                  position={position}
                />
              )
            );
          }}
        />
      )}
      {!preview && error && <LoadError subject="the preview" onRetry={() => retry(refetch())} />}
      {!preview && !error && <Skeleton height="32" />}
    </Stack>
  );
}

/** Returns the first digits of a phone number that may have a country code: area codes start with 2 to 9. */
const toAreaCode = (input: string) =>
  input
    .replace(/\D/g, '')
    .replace(/^[01]+/, '')
    .slice(0, 3);

/** Returns the current time in the time zone in the format of a `datetime-local` input: "2026-11-21T22:30". */
export function currentLocalTime(timeZone: string, now: Date) {
  const parts = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  // The Swedish locale formats dates as the input expects.
  return new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone }).format(now).replace(' ', 'T');
}
