import { useMutation } from '@apollo/client/react';
import { DeleteFileDocument, type FileFieldsFragment } from '@dripline/contract/generated';
import { notices } from '../../notices';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { notify } from '../../ui/toaster';

interface DeleteFileDialogProps {
  file: FileFieldsFragment;
  onClose: () => void;
}

/** Asks before a file is deleted. */
export function DeleteFileDialog({ file, onClose }: DeleteFileDialogProps) {
  const [deleteFile, { loading }] = useMutation(DeleteFileDocument, {
    variables: { id: file.id },
    onCompleted: () => {
      notify(notices.fileDeleted);
      onClose();
    },
    onError: () => notify(notices.fileDeleteFailed),
  });
  return (
    <ConfirmDialog
      title={`Delete ${file.originalName}?`}
      confirmLabel="Delete"
      busy={loading}
      onConfirm={() => void deleteFile()}
      onClose={onClose}
    >
      Its URL stops working wherever it was shared. This action cannot be undone.
    </ConfirmDialog>
  );
}
