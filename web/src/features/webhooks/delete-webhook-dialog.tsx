import { useMutation } from '@apollo/client/react';
import { DeleteWebhookDocument, type WebhookFieldsFragment } from '../../shared/graphql/generated';
import { DeleteDialog } from '../../shared/delete-dialog';
import { notify } from '../../ui/feedback/toaster';
import { webhookNotices } from '../../messages/webhook-toasts';
import { webhookWords } from '../../messages/webhooks';

interface DeleteWebhookDialogProps {
  webhook: WebhookFieldsFragment;
  onClose: () => void;
}

/** Asks for confirmation before a webhook is deleted. */
export function DeleteWebhookDialog({ webhook, onClose }: DeleteWebhookDialogProps) {
  const [deleteWebhook, { loading }] = useMutation(DeleteWebhookDocument, {
    variables: { id: webhook.id },
    onCompleted: () => {
      notify(webhookNotices.webhookDeleted);
      onClose();
    },
    onError: () => notify(webhookNotices.webhookDeleteFailed),
  });
  return (
    <DeleteDialog name={webhook.url} busy={loading} onConfirm={() => void deleteWebhook()} onClose={onClose}>
      {webhookWords.deleteText}
    </DeleteDialog>
  );
}
