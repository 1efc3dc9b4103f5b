import { useMutation } from '@apollo/client/react';
import { DeleteAdminDocument } from '../../shared/graphql/generated';
import { errorMessageOf } from '../../shared/api-error';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { accountToasts } from '../../messages/account-toasts';
import { accountMessages } from '../../messages/accounts';

interface RemoveAdminDialogProps {
  admin: { id: string; username: string };
  onClose: () => void;
}

/** Asks for confirmation before an administrator is removed. */
export function RemoveAdminDialog({ admin: { id, username }, onClose }: RemoveAdminDialogProps) {
  const [remove, { loading }] = useMutation(DeleteAdminDocument, {
    variables: { id },
    onCompleted: () => {
      showToast(accountToasts.adminRemoved);
      onClose();
    },
    onError: (error) => showToast(accountToasts.adminRemoveFailed(errorMessageOf(error))),
  });
  return (
    <ConfirmDialog
      title={accountMessages.removeTitle(username)}
      confirmLabel={accountMessages.remove}
      busy={loading}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {accountMessages.removeText}
    </ConfirmDialog>
  );
}
