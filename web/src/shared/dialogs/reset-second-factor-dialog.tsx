import { useMutation } from '@apollo/client/react';
import { accountToasts } from '../../messages/account-toasts';
import { accountMessages } from '../../messages/accounts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { errorMessageOf } from '../api-error';
import { ResetSecondFactorDocument } from '../graphql/generated';

interface ResetSecondFactorDialogProps {
  /** The ID of an administrator or client. */
  id: string;
  name: string;
  onClose: () => void;
}

/** Asks for confirmation before the second factor of another account is reset. */
export function ResetSecondFactorDialog({ id, name, onClose }: ResetSecondFactorDialogProps) {
  const [reset, { loading }] = useMutation(ResetSecondFactorDocument, {
    variables: { id },
    onCompleted: () => {
      showToast(accountToasts.secondFactorReset);
      onClose();
    },
    onError: (error) => showToast(accountToasts.secondFactorResetFailed(errorMessageOf(error))),
  });
  return (
    <ConfirmDialog
      title={accountMessages.resetSecondFactorTitle(name)}
      confirmLabel={accountMessages.reset}
      busy={loading}
      onConfirm={() => void reset()}
      onClose={onClose}
    >
      {accountMessages.resetSecondFactorText}
    </ConfirmDialog>
  );
}
