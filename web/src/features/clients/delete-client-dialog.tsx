import { useMutation } from '@apollo/client/react';
import { DeleteClientDocument } from '../../shared/graphql/generated';
import { DeleteDialog } from '../../shared/dialogs/delete-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { toasts } from '../../messages/toasts';
import type { ClientRow } from './client-row';

interface DeleteClientDialogProps {
  client: ClientRow;
  onClose: () => void;
}

/** Asks for confirmation before a client and all its data are deleted. */
export function DeleteClientDialog({ client, onClose }: DeleteClientDialogProps) {
  const [deleteClient, { loading }] = useMutation(DeleteClientDocument, {
    variables: { id: client.id },
    onCompleted: () => {
      showToast(toasts.clientDeleted);
      onClose();
    },
    onError: () => showToast(toasts.clientDeleteFailed),
  });
  return (
    <DeleteDialog name={client.businessName} busy={loading} onConfirm={() => void deleteClient()} onClose={onClose}>
      Its campaigns, leads, sequences and files are deleted, and scheduled messages are cancelled.
    </DeleteDialog>
  );
}
