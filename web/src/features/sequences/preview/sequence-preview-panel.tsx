import { useQuery } from '@apollo/client/react';
import { SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react';
import { ClientDocument, RehearsalDocument } from '../../../shared/graphql/generated';
import { useState } from 'react';
import { formatPhone } from '../../../shared/phone';
import { Banner } from '../../../ui/feedback/banner';
import { LoadError } from '../../../ui/feedback/load-error';
import { retry } from '../../../shared/retry';
import { localNow } from './current-local-time';
import { RehearsedSteps } from './preview-steps';
import { SendTestButton } from './send-test-message-button';
import type { RehearsalDraft } from '../sequence-values';
import { TimeField } from './date-time-field';

interface RehearsalPanelProps {
  clientId: string;
  draft: RehearsalDraft;
}

/** Plays a sequence through for a lead that arrives at a chosen time. */
export function RehearsalPanel({ clientId, draft }: RehearsalPanelProps) {
  const { data: owner } = useQuery(ClientDocument, { variables: { id: clientId } });
  const phone = owner ? formatPhone(owner.client.notificationPhone) : 'your own phone';
  const timeZone = owner?.client.timeZone;
  const [now] = useState(() => new Date());
  const [chosen, setChosen] = useState<{ arrivesAt?: string; contactedAt?: string }>({});
  const arrivesAt = chosen.arrivesAt ?? (timeZone ? localNow(timeZone, now) : '');
  const contactedAt = chosen.contactedAt ?? arrivesAt;
  const byContact = draft.triggerEvent === 'lead_contacted';
  const isEarly = byContact && contactedAt < arrivesAt;
  const { data, previousData, error, refetch } = useQuery(RehearsalDocument, {
    variables: { clientId, input: { ...draft, arrivesAt, ...(byContact ? { contactedAt } : {}) } },
    skip: !arrivesAt || !contactedAt || isEarly,
    // Quiet hours and switches may have changed since.
    fetchPolicy: 'network-only',
  });
  const rehearsal = (data ?? previousData)?.rehearsal;
  return (
    <Stack gap="4">
      <Text textStyle="sm" color="fg.muted">
        What each text would say to an example lead, and when it would go. Nothing is sent but what you send to {phone}{' '}
        as a test.
      </Text>
      <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4">
        <TimeField
          label="A lead arrives"
          hint={timeZone && `In the time zone ${timeZone}`}
          value={arrivesAt}
          onChange={(value) => setChosen({ ...chosen, arrivesAt: value })}
        />
        {byContact && (
          <TimeField
            label="It is marked contacted"
            error={isEarly ? 'Not before it arrives' : undefined}
            value={contactedAt}
            onChange={(value) => setChosen({ ...chosen, contactedAt: value })}
          />
        )}
      </SimpleGrid>
      {rehearsal?.heldBy && <Banner>As things are, these texts would wait: {rehearsal.heldBy}.</Banner>}
      {rehearsal && (
        <RehearsedSteps
          rehearsal={rehearsal}
          testButton={(position) => {
            const message = draft.steps[position]?.message;
            return (
              message && (
                <SendTestButton
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
      {!rehearsal && error && <LoadError what="the rehearsal" onRetry={() => retry(refetch())} />}
      {!rehearsal && !error && <Skeleton height="32" />}
    </Stack>
  );
}
