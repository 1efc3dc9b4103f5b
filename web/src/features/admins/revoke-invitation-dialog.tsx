import { useMutation } from '@apollo/client/react';
import { DeleteAdminInvitationDocument } from '../../shared/graphql/generated';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { accountToasts } from '../../messages/account-toasts';
import { accountMessages } from '../../messages/accounts';

/** Asks for confirmation before an invitation is revoked. */
export function RevokeInvitationDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [revoke, { loading }] = useMutation(DeleteAdminInvitationDocument, {
    variables: { id },
    onCompleted: () => {
      showToast(accountToasts.invitationRevoked);
      onClose();
    },
    onError: () => showToast(accountToasts.invitationRevokeFailed),
  });
  return (
    <ConfirmDialog
      title={accountMessages.revokeTitle}
      confirmLabel={accountMessages.revoke}
      busy={loading}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      {accountMessages.revokeText}
    </ConfirmDialog>
  );
}
