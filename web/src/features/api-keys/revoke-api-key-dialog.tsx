import { useMutation } from '@apollo/client/react';
import { type ApiKeyFieldsFragment, RevokeApiKeyDocument } from '../../shared/graphql/generated';
import { errorMessageOf } from '../../shared/api-error';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { apiKeyMessages, apiKeyToasts } from '../../messages/api-keys';

interface RevokeApiKeyDialogProps {
  apiKey: ApiKeyFieldsFragment;
  onClose: () => void;
}

/** Asks for confirmation before an API key is revoked. */
export function RevokeApiKeyDialog({ apiKey: { id, name }, onClose }: RevokeApiKeyDialogProps) {
  const [revoke, { loading }] = useMutation(RevokeApiKeyDocument, {
    variables: { id },
    onCompleted: () => {
      showToast(apiKeyToasts.revoked);
      onClose();
    },
    onError: (error) => showToast(apiKeyToasts.revokeFailed(errorMessageOf(error))),
  });
  return (
    <ConfirmDialog
      title={apiKeyMessages.revokeTitle(name)}
      confirmLabel={apiKeyMessages.revoke}
      busy={loading}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      {apiKeyMessages.revokeText}
    </ConfirmDialog>
  );
}
