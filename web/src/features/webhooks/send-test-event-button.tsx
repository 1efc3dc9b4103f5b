import { useMutation } from '@apollo/client/react';
import { TestWebhookDocument, type WebhookFieldsFragment } from '../../shared/graphql/generated';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../shared/api-error';
import { BusyButton } from '../../ui/button/busy-button';
import { notify } from '../../ui/feedback/toaster';
import { webhookNotices } from '../../messages/webhook-toasts';
import { webhookWords } from '../../messages/webhooks';
import { useFollowDelivery } from './use-delivery-result';

/** Sends a test event and shows the result. */
export function TestEventButton({ webhook }: { webhook: WebhookFieldsFragment }) {
  const follow = useFollowDelivery();
  const [isWaiting, setWaiting] = useState(false);
  const [test, { loading }] = useMutation(TestWebhookDocument, {
    onCompleted: ({ testWebhook: { id } }) => {
      setWaiting(true);
      follow(id, 0)
        .catch(() => notify(webhookNotices.eventUnderWay))
        .finally(() => setWaiting(false));
    },
    onError: (error) => notify(webhookNotices.eventFailed(messageOf(error))),
  });
  return (
    <BusyButton
      size="sm"
      height={{ base: '11', md: '8' }}
      variant="outline"
      colorPalette="gray"
      loading={loading || isWaiting}
      loadingText={webhookWords.sendTest}
      onClick={() => void test({ variables: { id: webhook.id } })}
    >
      <Send aria-hidden="true" /> {webhookWords.sendTest}
    </BusyButton>
  );
}
