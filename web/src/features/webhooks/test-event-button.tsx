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
