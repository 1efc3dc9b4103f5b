import { useMutation } from '@apollo/client/react';
import { type SequenceFieldsFragment, DeleteSequenceDocument } from '@dripline/contract/generated';
import { notices } from '../../notices';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { notify } from '../../ui/toaster';

interface DeleteSequenceDialogProps {
  sequence: SequenceFieldsFragment;
  onClose: () => void;
}

/** Asks before a sequence is deleted. */
export function DeleteSequenceDialog({ sequence, onClose }: DeleteSequenceDialogProps) {
  const [deleteSequence, { loading }] = useMutation(DeleteSequenceDocument, {
    variables: { id: sequence.id },
    onCompleted: () => {
      notify(notices.sequenceDeleted);
      onClose();
    },
    onError: () => notify(notices.sequenceDeleteFailed),
  });
  return (
    <ConfirmDialog
      title={`Delete ${sequence.name}?`}
      confirmLabel="Delete"
      busy={loading}
      onConfirm={() => void deleteSequence()}
      onClose={onClose}
    >
      Leads under way in it get no further texts. This action cannot be undone.
    </ConfirmDialog>
  );
}
