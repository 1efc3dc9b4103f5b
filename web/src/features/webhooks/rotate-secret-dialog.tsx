import { useMutation } from '@apollo/client/react';
import { RotateWebhookSecretDocument, type WebhookFieldsFragment } from '../../shared/graphql/generated';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { notify } from '../../ui/feedback/toaster';
import { webhookNotices } from '../../messages/webhook-toasts';
import { webhookWords } from '../../messages/webhooks';

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
    onError: () => notify(webhookNotices.secretRotateFailed),
  });
  return (
    <ConfirmDialog
      title={webhookWords.rotateTitle}
      confirmLabel={webhookWords.rotate}
      busy={loading}
      onConfirm={() => void rotate()}
      onClose={onClose}
    >
      {webhookWords.rotateText}
    </ConfirmDialog>
  );
}
