import { useMutation } from '@apollo/client/react';
import { ReplayWebhookDeliveryDocument, type WebhookDeliveryFieldsFragment } from '@dripline/contract/generated';
import { RotateCcw } from 'lucide-react';
import { messageOf } from '../../failure';
import { IconAction } from '../../ui/icon-action';
import { notify } from '../../ui/toaster';
import { webhookNotices } from '../../words/webhook-notices';
import { webhookWords } from '../../words/webhooks';
import { useFollowDelivery } from './use-follow-delivery';

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
