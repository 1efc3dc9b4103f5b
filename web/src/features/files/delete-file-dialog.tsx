import { useMutation } from '@apollo/client/react';
import { DeleteFileDocument, type FileFieldsFragment } from '../../shared/graphql/generated';
import { DeleteDialog } from '../../shared/dialogs/delete-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { toasts } from '../../messages/toasts';

interface DeleteFileDialogProps {
  file: FileFieldsFragment;
  onClose: () => void;
}

/** Asks for confirmation before a file is deleted. */
export function DeleteFileDialog({ file, onClose }: DeleteFileDialogProps) {
  const [deleteFile, { loading }] = useMutation(DeleteFileDocument, {
    variables: { id: file.id },
    onCompleted: () => {
      showToast(toasts.fileDeleted);
      onClose();
    },
    onError: () => showToast(toasts.fileDeleteFailed),
  });
  return (
    <DeleteDialog name={file.originalName} busy={loading} onConfirm={() => void deleteFile()} onClose={onClose}>
      Its URL stops working everywhere it was shared.
    </DeleteDialog>
  );
}
