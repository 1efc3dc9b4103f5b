import { useMutation } from '@apollo/client/react';
import { TestWebhookDocument, type WebhookFieldsFragment } from '@dripline/contract/generated';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../failure';
import { BusyButton } from '../../ui/busy-button';
import { notify } from '../../ui/toaster';
import { webhookNotices } from '../../words/webhook-notices';
import { webhookWords } from '../../words/webhooks';
import { useFollowDelivery } from './use-follow-delivery';

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
