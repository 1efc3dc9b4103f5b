import { useQuery } from '@apollo/client/react';
import { Box, Heading, Skeleton, Stack } from '@chakra-ui/react';
import { WebhookDeliveryDocument, type WebhookDeliveryQuery } from '../../shared/graphql/generated';
import { formatRelativeTime, formatDateTime } from '../../shared/format';
import { DataList } from '../../ui/data/data-list';
import { LoadError } from '../../ui/feedback/load-error';
import { retry } from '../../shared/retry';
import { StatusBadge } from '../../shared/status-badge';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { webhookMessages } from '../../messages/webhooks';

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
    <ViewDialog title={delivery?.type ?? webhookMessages.event} onClose={onClose}>
      {delivery ? (
        <Stack gap="6">
          <DataList rows={rowsOf(delivery, timeZone)} />
          <CodeBlock title={webhookMessages.requestBody} text={JSON.stringify(JSON.parse(delivery.payload), null, 2)} />
          {delivery.responseBody && <CodeBlock title={webhookMessages.responseBody} text={delivery.responseBody} />}
        </Stack>
      ) : error ? (
        <LoadError subject={webhookMessages.delivery} onRetry={() => retry(refetch())} />
      ) : (
        <Skeleton height="48" />
      )}
    </ViewDialog>
  );
}

function rowsOf(delivery: WebhookDeliveryQuery['webhookDelivery'], timeZone: string) {
  const { status, reason, responseCode, durationMs, attempts, createdAt, attemptedAt, nextAttemptAt, eventId } =
    delivery;
  const formatTime = (time: string) => `${formatDateTime(time, timeZone)} (${formatRelativeTime(time)})`;
  const failureReason = webhookMessages.reason(reason);
  const response = [
    responseCode ?? webhookMessages.noAnswer,
    ...(durationMs === null ? [] : [`${durationMs} ms`]),
  ].join(' · ');
  return [
    { label: webhookMessages.outcome, value: <StatusBadge status={status} /> },
    ...(failureReason ? [{ label: webhookMessages.reasonLabel, value: failureReason }] : []),
    ...(attempts > 0 ? [{ label: webhookMessages.response, value: response }] : []),
    { label: webhookMessages.attempts, value: String(attempts) },
    { label: webhookMessages.created, value: formatTime(createdAt) },
    ...(attemptedAt ? [{ label: webhookMessages.lastAttempt, value: formatTime(attemptedAt) }] : []),
    ...(nextAttemptAt ? [{ label: webhookMessages.next, value: formatTime(nextAttemptAt) }] : []),
    { label: webhookMessages.eventId, value: eventId },
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
