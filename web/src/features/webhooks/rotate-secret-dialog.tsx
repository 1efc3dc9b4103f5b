import { useMutation } from '@apollo/client/react';
import { RotateWebhookSecretDocument, type WebhookFieldsFragment } from '@dripline/contract/generated';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { notify } from '../../ui/toaster';
import { webhookNotices } from '../../words/webhook-notices';
import { webhookWords } from '../../words/webhooks';

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
