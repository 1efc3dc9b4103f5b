import { useMutation } from '@apollo/client/react';
import { DeleteSpamLeadDocument, type SpamLeadFieldsFragment } from '../../../shared/graphql/generated';
import { DeleteDialog } from '../../../shared/delete-dialog';
import { notify } from '../../../ui/feedback/toaster';
import { notices } from '../../../messages/toasts';
import { nameOf } from '../lead-name';

interface DeleteSpamDialogProps {
  spam: SpamLeadFieldsFragment;
  onClose: () => void;
}

/** Asks for confirmation before a spam submission is deleted. */
export function DeleteSpamDialog({ spam, onClose }: DeleteSpamDialogProps) {
  const [deleteSpam, { loading }] = useMutation(DeleteSpamLeadDocument, {
    variables: { id: spam.id },
    onCompleted: () => {
      notify(notices.spamDeleted);
      onClose();
    },
    onError: () => notify(notices.spamDeleteFailed),
  });
  return (
    <DeleteDialog name={nameOf(spam)} busy={loading} onConfirm={() => void deleteSpam()} onClose={onClose}>
      The submission is deleted.
    </DeleteDialog>
  );
}
