import { useMutation } from '@apollo/client/react';
import { DeleteAdminDocument } from '@dripline/contract/generated';
import { messageOf } from '../../failure';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { notify } from '../../ui/toaster';
import { accountNotices } from '../../words/account-notices';
import { accountWords } from '../../words/accounts';

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
