import { useMutation } from '@apollo/client/react';
import { type SequenceFieldsFragment, DeleteSequenceDocument } from '../../shared/graphql/generated';
import { DeleteDialog } from '../../shared/dialogs/delete-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { toasts } from '../../messages/toasts';

interface DeleteSequenceDialogProps {
  sequence: SequenceFieldsFragment;
  onClose: () => void;
}

/** Asks for confirmation before a sequence is deleted. */
export function DeleteSequenceDialog({ sequence, onClose }: DeleteSequenceDialogProps) {
  const [deleteSequence, { loading }] = useMutation(DeleteSequenceDocument, {
    variables: { id: sequence.id },
    onCompleted: () => {
      showToast(toasts.sequenceDeleted);
      onClose();
    },
    onError: () => showToast(toasts.sequenceDeleteFailed),
  });
  return (
    <DeleteDialog name={sequence.name} busy={loading} onConfirm={() => void deleteSequence()} onClose={onClose}>
      Leads in this sequence receive no further messages.
    </DeleteDialog>
  );
}
