import { useQuery } from '@apollo/client/react';
import { Box, Heading, Skeleton, Stack } from '@chakra-ui/react';
import { WebhookDeliveryDocument, type WebhookDeliveryQuery } from '../../shared/graphql/generated';
import { formatAgo, formatMoment } from '../../shared/format';
import { Details } from '../../ui/data/data-list';
import { LoadError } from '../../ui/feedback/load-error';
import { retry } from '../../shared/retry';
import { StatusBadge } from '../../shared/status-badge';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { webhookWords } from '../../messages/webhooks';

interface DeliveryDialogProps {
  id: string;
  timeZone: string;
  onClose: () => void;
}

/** A delivery with its request, response and failure reason. */
export function DeliveryDialog({ id, timeZone, onClose }: DeliveryDialogProps) {
  const { data, error, refetch } = useQuery(WebhookDeliveryDocument, { variables: { id } });
  const delivery = data?.webhookDelivery;
  return (
    <ViewDialog title={delivery?.type ?? webhookWords.event} onClose={onClose}>
      {delivery ? (
        <Stack gap="6">
          <Details rows={rowsOf(delivery, timeZone)} />
          <CodeBlock title={webhookWords.posted} text={JSON.stringify(JSON.parse(delivery.payload), null, 2)} />
          {delivery.responseBody && <CodeBlock title={webhookWords.answered} text={delivery.responseBody} />}
        </Stack>
      ) : error ? (
        <LoadError what={webhookWords.delivery} onRetry={() => retry(refetch())} />
      ) : (
        <Skeleton height="48" />
      )}
    </ViewDialog>
  );
}

function rowsOf(delivery: WebhookDeliveryQuery['webhookDelivery'], timeZone: string) {
  const { status, reason, responseCode, durationMs, attempts, createdAt, attemptedAt, nextAttemptAt, eventId } =
    delivery;
  const formatTime = (time: string) => `${formatMoment(time, timeZone)} (${formatAgo(time)})`;
  const failureReason = webhookWords.reason(reason);
  const response = [responseCode ?? webhookWords.noAnswer, ...(durationMs === null ? [] : [`${durationMs} ms`])].join(
    ' · ',
  );
  return [
    { label: webhookWords.outcome, value: <StatusBadge status={status} /> },
    ...(failureReason ? [{ label: webhookWords.reasonLabel, value: failureReason }] : []),
    ...(attempts > 0 ? [{ label: webhookWords.answer, value: response }] : []),
    { label: webhookWords.attempts, value: String(attempts) },
    { label: webhookWords.happened, value: formatTime(createdAt) },
    ...(attemptedAt ? [{ label: webhookWords.lastAttempt, value: formatTime(attemptedAt) }] : []),
    ...(nextAttemptAt ? [{ label: webhookWords.next, value: formatTime(nextAttemptAt) }] : []),
    { label: webhookWords.eventId, value: eventId },
  ];
}

function CodeBlock({ title, text }: { title: string; text: string }) {
  return (
    <Stack gap="2">
      <Heading as="h3" size="sm">
        {title}
      </Heading>
      <Box
        as="pre"
        textStyle="xs"
        bg="bg.muted"
        borderRadius="l2"
        padding="3"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
      >
        {text}
      </Box>
    </Stack>
  );
}
