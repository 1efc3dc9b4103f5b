import { useMutation } from '@apollo/client/react';
import { Badge, Heading, HStack, Stack, Switch, Text } from '@chakra-ui/react';
import { UpdateWebhookDocument, type WebhookFieldsFragment } from '../../shared/graphql/generated';
import { KeyRound, List, Pencil, Trash2 } from 'lucide-react';
import { errorMessageOf } from '../../shared/api-error';
import { formatDateTimeToMinute } from '../../shared/format';
import { Banner } from '../../ui/feedback/banner';
import { IconAction } from '../../ui/button/icon-action';
import { LinkButton } from '../../ui/button/link-button';
import { Card } from '../../ui/layout/card';
import { showToast } from '../../ui/feedback/toaster';
import { webhookToasts } from '../../messages/webhook-toasts';
import { webhookMessages } from '../../messages/webhooks';
import { SendTestEventButton } from './send-test-event-button';

interface WebhookCardProps {
  webhook: WebhookFieldsFragment;
  timeZone: string;
  onEdit: () => void;
  onRotate: () => void;
  onDelete: () => void;
}

/** A webhook with its URL, events, state and actions. */
export function WebhookCard({ webhook, timeZone, onEdit, onRotate, onDelete }: WebhookCardProps) {
  const { id, url, description, events, enabled } = webhook;
  const [update, { loading }] = useMutation(UpdateWebhookDocument, {
    onError: (error) => showToast(webhookToasts.webhookUpdateFailed(errorMessageOf(error))),
  });
  const warning = warningOf(webhook, timeZone);
  return (
    <Card as="article" aria-label={url}>
      <Stack gap="4" padding="5">
        <HStack justify="space-between" align="start" gap="4" flexWrap={{ base: 'wrap', sm: 'nowrap' }}>
          <Stack gap="1" minWidth="0">
            <Heading as="h2" size="sm" overflowWrap="anywhere" lineClamp="2">
              {url}
            </Heading>
            {description && (
              <Text textStyle="sm" overflowWrap="anywhere" dir="auto">
                {description}
              </Text>
            )}
          </Stack>
          <Switch.Root
            checked={enabled}
            readOnly={loading}
            onCheckedChange={({ checked }) => void update({ variables: { id, input: { enabled: checked } } })}
            gap="2"
            minHeight={{ base: '11', md: '8' }}
            flexShrink="0"
          >
            <Switch.HiddenInput aria-label={webhookMessages.enabledLabel(url)} />
            <Switch.Control>
              <Switch.Thumb />
            </Switch.Control>
            <Text textStyle="sm" fontWeight="medium" aria-hidden="true" minWidth="2rem">
              {enabled ? webhookMessages.on : webhookMessages.off}
            </Text>
          </Switch.Root>
        </HStack>
        <HStack gap="1.5" flexWrap="wrap">
          {events.map((event) => (
            <Badge key={event} variant="subtle" colorPalette="gray" size="sm" borderRadius="full" paddingX="2.5">
              {event}
            </Badge>
          ))}
        </HStack>
        {warning && <Banner>{warning}</Banner>}
        <HStack gap="2" flexWrap="wrap">
          <LinkButton
            to={`?tab=webhooks&webhook=${id}`}
            size="sm"
            height={{ base: '11', md: '8' }}
            variant="outline"
            colorPalette="gray"
          >
            <List aria-hidden="true" /> {webhookMessages.openLog}
          </LinkButton>
          {enabled && <SendTestEventButton webhook={webhook} />}
          <HStack gap="1" marginStart="auto">
            <IconAction label={`Edit ${url}`} icon={Pencil} onClick={onEdit} />
            <IconAction label={webhookMessages.rotateLabel(url)} icon={KeyRound} onClick={onRotate} />
            <IconAction label={`Delete ${url}`} icon={Trash2} onClick={onDelete} />
          </HStack>
        </HStack>
      </Stack>
    </Card>
  );
}

function warningOf(
  { disabledReason, failingSince, previousSecretUntil }: WebhookFieldsFragment,
  timeZone: string,
): string | null {
  if (disabledReason) return webhookMessages[disabledReason];
  if (failingSince) return webhookMessages.notDelivered(formatDateTimeToMinute(failingSince, timeZone));
  return previousSecretUntil
    ? webhookMessages.previousSecretValid(formatDateTimeToMinute(previousSecretUntil, timeZone))
    : null;
}
