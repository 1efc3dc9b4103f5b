import { useMutation } from '@apollo/client/react';
import { DeleteWebhookDocument, type WebhookFieldsFragment } from '../../shared/graphql/generated';
import { DeleteDialog } from '../../shared/dialogs/delete-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { webhookToasts } from '../../messages/webhook-toasts';
import { webhookMessages } from '../../messages/webhooks';

interface DeleteWebhookDialogProps {
  webhook: WebhookFieldsFragment;
  onClose: () => void;
}

/** Asks for confirmation before a webhook is deleted. */
export function DeleteWebhookDialog({ webhook, onClose }: DeleteWebhookDialogProps) {
  const [deleteWebhook, { loading }] = useMutation(DeleteWebhookDocument, {
    variables: { id: webhook.id },
    onCompleted: () => {
      showToast(webhookToasts.webhookDeleted);
      onClose();
    },
    onError: () => showToast(webhookToasts.webhookDeleteFailed),
  });
  return (
    <DeleteDialog name={webhook.url} busy={loading} onConfirm={() => void deleteWebhook()} onClose={onClose}>
      {webhookMessages.deleteText}
    </DeleteDialog>
  );
}
