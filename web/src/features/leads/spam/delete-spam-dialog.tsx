import { useMutation } from '@apollo/client/react';
import { DeleteSpamLeadDocument, type SpamLeadFieldsFragment } from '../../../shared/graphql/generated';
import { DeleteDialog } from '../../../shared/dialogs/delete-dialog';
import { showToast } from '../../../ui/feedback/toaster';
import { toasts } from '../../../messages/toasts';
import { leadDisplayName } from '../lead-name';

interface DeleteSpamDialogProps {
  spam: SpamLeadFieldsFragment;
  onClose: () => void;
}

/** Asks for confirmation before a spam submission is deleted. */
export function DeleteSpamDialog({ spam, onClose }: DeleteSpamDialogProps) {
  const [deleteSpam, { loading }] = useMutation(DeleteSpamLeadDocument, {
    variables: { id: spam.id },
    onCompleted: () => {
      showToast(toasts.spamDeleted);
      onClose();
    },
    onError: () => showToast(toasts.spamDeleteFailed),
  });
  return (
    <DeleteDialog name={leadDisplayName(spam)} busy={loading} onConfirm={() => void deleteSpam()} onClose={onClose}>
      The submission is deleted.
    </DeleteDialog>
  );
}
