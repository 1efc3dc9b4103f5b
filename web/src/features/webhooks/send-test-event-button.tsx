import { useMutation } from '@apollo/client/react';
import { TestWebhookDocument, type WebhookFieldsFragment } from '../../shared/graphql/generated';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { errorMessageOf } from '../../shared/api-error';
import { BusyButton } from '../../ui/button/busy-button';
import { showToast } from '../../ui/feedback/toaster';
import { webhookToasts } from '../../messages/webhook-toasts';
import { webhookMessages } from '../../messages/webhooks';
import { useDeliveryResult } from './use-delivery-result';

/** Sends a test event and shows the result. */
export function SendTestEventButton({ webhook }: { webhook: WebhookFieldsFragment }) {
  const follow = useDeliveryResult();
  const [isWaiting, setWaiting] = useState(false);
  const [test, { loading }] = useMutation(TestWebhookDocument, {
    onCompleted: ({ testWebhook: { id } }) => {
      setWaiting(true);
      follow(id, 0)
        .catch(() => showToast(webhookToasts.eventPending))
        .finally(() => setWaiting(false));
    },
    onError: (error) => showToast(webhookToasts.eventFailed(errorMessageOf(error))),
  });
  return (
    <BusyButton
      size="sm"
      height={{ base: '11', md: '8' }}
      variant="outline"
      colorPalette="gray"
      loading={loading || isWaiting}
      loadingText={webhookMessages.sendTest}
      onClick={() => void test({ variables: { id: webhook.id } })}
    >
      <Send aria-hidden="true" /> {webhookMessages.sendTest}
    </BusyButton>
  );
}
