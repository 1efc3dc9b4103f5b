import { useMutation } from '@apollo/client/react';
import { DeleteAdminDocument } from '../../shared/graphql/generated';
import { messageOf } from '../../shared/api-error';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { notify } from '../../ui/feedback/toaster';
import { accountNotices } from '../../messages/account-toasts';
import { accountWords } from '../../messages/accounts';

interface RemoveAdminDialogProps {
  admin: { id: string; username: string };
  onClose: () => void;
}

/** Asks for confirmation before an administrator is removed. */
export function RemoveAdminDialog({ admin: { id, username }, onClose }: RemoveAdminDialogProps) {
  const [remove, { loading }] = useMutation(DeleteAdminDocument, {
    variables: { id },
    onCompleted: () => {
      notify(accountNotices.adminRemoved);
      onClose();
    },
    onError: (error) => notify(accountNotices.adminRemoveFailed(messageOf(error))),
  });
  return (
    <ConfirmDialog
      title={accountWords.removeTitle(username)}
      confirmLabel={accountWords.remove}
      busy={loading}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {accountWords.removeText}
    </ConfirmDialog>
  );
}
