import { useMutation } from '@apollo/client/react';
import { RotateWebhookSecretDocument, type WebhookFieldsFragment } from '../../shared/graphql/generated';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { webhookToasts } from '../../messages/webhook-toasts';
import { webhookMessages } from '../../messages/webhooks';

interface RotateSecretDialogProps {
  webhook: WebhookFieldsFragment;
  onRotated: (secret: string) => void;
  onClose: () => void;
}

/** Asks for confirmation before a webhook's secret is rotated. */
export function RotateSecretDialog({ webhook, onRotated, onClose }: RotateSecretDialogProps) {
  const [rotate, { loading }] = useMutation(RotateWebhookSecretDocument, {
    variables: { id: webhook.id },
    onCompleted: ({ rotateWebhookSecret }) => onRotated(rotateWebhookSecret.secret),
    onError: () => showToast(webhookToasts.secretRotateFailed),
  });
  return (
    <ConfirmDialog
      title={webhookMessages.rotateTitle}
      confirmLabel={webhookMessages.rotate}
      busy={loading}
      onConfirm={() => void rotate()}
      onClose={onClose}
    >
      {webhookMessages.rotateText}
    </ConfirmDialog>
  );
}
