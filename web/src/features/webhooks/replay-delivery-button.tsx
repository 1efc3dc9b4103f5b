import { useMutation } from '@apollo/client/react';
import { ReplayWebhookDeliveryDocument, type WebhookDeliveryFieldsFragment } from '../../shared/graphql/generated';
import { RotateCcw } from 'lucide-react';
import { errorMessageOf } from '../../shared/api-error';
import { IconAction } from '../../ui/button/icon-action';
import { showToast } from '../../ui/feedback/toaster';
import { webhookToasts } from '../../messages/webhook-toasts';
import { webhookMessages } from '../../messages/webhooks';
import { useDeliveryResult } from './use-delivery-result';

/** Replays a delivery, or attempts a pending one now. */
export function ReplayDeliveryButton({
  delivery: { id, type, status, attempts },
}: {
  delivery: WebhookDeliveryFieldsFragment;
}) {
  const follow = useDeliveryResult();
  const [replay, { loading }] = useMutation(ReplayWebhookDeliveryDocument, {
    variables: { id },
    onError: (error) => showToast(webhookToasts.eventFailed(errorMessageOf(error))),
  });
  // The attempts of before the click: the response may count the next one already.
  const start = () =>
    replay({ onCompleted: () => void follow(id, attempts).catch(() => showToast(webhookToasts.eventPending)) });
  const label = status === 'pending' ? webhookMessages.tryNowLabel(type) : webhookMessages.replayLabel(type);
  return <IconAction label={label} icon={RotateCcw} aria-disabled={loading} onClick={() => !loading && void start()} />;
}
