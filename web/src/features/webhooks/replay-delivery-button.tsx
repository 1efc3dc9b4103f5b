import { useMutation } from '@apollo/client/react';
import { ReplayWebhookDeliveryDocument, type WebhookDeliveryFieldsFragment } from '../../shared/graphql/generated';
import { RotateCcw } from 'lucide-react';
import { messageOf } from '../../shared/api-error';
import { IconAction } from '../../ui/button/icon-action';
import { notify } from '../../ui/feedback/toaster';
import { webhookNotices } from '../../messages/webhook-toasts';
import { webhookWords } from '../../messages/webhooks';
import { useFollowDelivery } from './use-delivery-result';

/** Replays a delivery, or attempts a pending one now. */
export function ReplayAction({
  delivery: { id, type, status, attempts },
}: {
  delivery: WebhookDeliveryFieldsFragment;
}) {
  const follow = useFollowDelivery();
  const [replay, { loading }] = useMutation(ReplayWebhookDeliveryDocument, {
    variables: { id },
    onCompleted: () => void follow(id, attempts).catch(() => notify(webhookNotices.eventUnderWay)),
    onError: (error) => notify(webhookNotices.eventFailed(messageOf(error))),
  });
  const label = status === 'pending' ? webhookWords.tryNowLabel(type) : webhookWords.replayLabel(type);
  return (
    <IconAction label={label} icon={RotateCcw} aria-disabled={loading} onClick={() => !loading && void replay()} />
  );
}
