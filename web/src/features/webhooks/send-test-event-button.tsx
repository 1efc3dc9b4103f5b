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

/** Posts an event that tells of nothing, and says what became of it. */
export function TestEventButton({ webhook }: { webhook: WebhookFieldsFragment }) {
  const follow = useFollowDelivery();
  const [isFollowed, setFollowed] = useState(false);
  const [test, { loading }] = useMutation(TestWebhookDocument, {
    onCompleted: ({ testWebhook: { id } }) => {
      setFollowed(true);
      follow(id, 0)
        .catch(() => notify(webhookNotices.eventUnderWay))
        .finally(() => setFollowed(false));
    },
    onError: (error) => notify(webhookNotices.eventFailed(messageOf(error))),
  });
  return (
    <BusyButton
      size="sm"
      height={{ base: '11', md: '8' }}
      variant="outline"
      colorPalette="gray"
      loading={loading || isFollowed}
      loadingText={webhookWords.sendTest}
      onClick={() => void test({ variables: { id: webhook.id } })}
    >
      <Send aria-hidden="true" /> {webhookWords.sendTest}
    </BusyButton>
  );
}
