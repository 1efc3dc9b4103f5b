import { useMutation } from '@apollo/client/react';
import { DeleteAdminInvitationDocument } from '@dripline/contract/generated';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { notify } from '../../ui/toaster';
import { accountWords } from '../../words/accounts';
import { notices } from '../../words/notices';

/** Asks before an invitation is taken back. */
export function WithdrawDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [withdraw, { loading }] = useMutation(DeleteAdminInvitationDocument, {
    variables: { id },
    onCompleted: () => {
      notify(notices.invitationWithdrawn);
      onClose();
    },
    onError: () => notify(notices.invitationWithdrawFailed),
  });
  return (
    <ConfirmDialog title={accountWords.withdrawTitle} confirmLabel={accountWords.withdraw} busy={loading} onConfirm={() => void withdraw()} onClose={onClose}>
      {accountWords.withdrawText}
    </ConfirmDialog>
  );
}
