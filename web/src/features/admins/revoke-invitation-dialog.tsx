import { useMutation } from '@apollo/client/react';
import { DeleteAdminInvitationDocument } from '../../shared/graphql/generated';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { notify } from '../../ui/feedback/toaster';
import { accountNotices } from '../../messages/account-toasts';
import { accountWords } from '../../messages/accounts';

/** Asks for confirmation before an invitation is revoked. */
export function WithdrawDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [revoke, { loading }] = useMutation(DeleteAdminInvitationDocument, {
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
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      {accountWords.withdrawText}
    </ConfirmDialog>
  );
}
