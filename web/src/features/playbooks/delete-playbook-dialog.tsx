import { useMutation } from '@apollo/client/react';
import { playbookMessages, playbookToasts } from '../../messages/agency/playbooks';
import { DeleteDialog } from '../../shared/dialogs/delete-dialog';
import { DeletePlaybookDocument, type PlaybookFieldsFragment } from '../../shared/graphql/generated';
import { showToast } from '../../ui/feedback/toaster';

interface DeletePlaybookDialogProps {
  playbook: Pick<PlaybookFieldsFragment, 'id' | 'name'>;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a playbook is deleted. */
export function DeletePlaybookDialog({ playbook, onDeleted, onClose }: DeletePlaybookDialogProps) {
  const [deletePlaybook, { loading }] = useMutation(DeletePlaybookDocument, {
    variables: { id: playbook.id },
    onCompleted: () => {
      showToast(playbookToasts.deleted);
      onDeleted();
    },
    onError: () => showToast(playbookToasts.deleteFailed),
  });
  return (
    <DeleteDialog name={playbook.name} busy={loading} onConfirm={() => void deletePlaybook()} onClose={onClose}>
      {playbookMessages.deletes}
    </DeleteDialog>
  );
}
