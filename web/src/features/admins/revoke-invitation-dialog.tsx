import { useMutation } from '@apollo/client/react';
import { DeleteAdminInvitationDocument } from '../../shared/graphql/generated';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { notify } from '../../ui/feedback/toaster';
import { accountNotices } from '../../messages/account-toasts';
import { accountWords } from '../../messages/accounts';

/** Asks before an invitation is taken back. */
export function WithdrawDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [withdraw, { loading }] = useMutation(DeleteAdminInvitationDocument, {
    variables: { id },
    onCompleted: () => {
      notify(accountNotices.invitationWithdrawn);
      onClose();
    },
    onError: () => notify(accountNotices.invitationWithdrawFailed),
  });
  return (
    <ConfirmDialog
      title={accountWords.withdrawTitle}
      confirmLabel={accountWords.withdraw}
      busy={loading}
      onConfirm={() => void withdraw()}
      onClose={onClose}
    >
      {accountWords.withdrawText}
    </ConfirmDialog>
  );
}
