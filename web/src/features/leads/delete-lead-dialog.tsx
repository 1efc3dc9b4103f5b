import { useMutation } from '@apollo/client/react';
import { type LeadFieldsFragment, DeleteLeadDocument } from '../../shared/graphql/generated';
import { DeleteDialog } from '../../shared/dialogs/delete-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { toasts } from '../../messages/toasts';
import { leadDisplayName } from './lead-name';

interface DeleteLeadDialogProps {
  lead: LeadFieldsFragment;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a lead is deleted. */
export function DeleteLeadDialog({ lead, onDeleted, onClose }: DeleteLeadDialogProps) {
  const [deleteLead, { loading }] = useMutation(DeleteLeadDocument, {
    variables: { id: lead.id },
    onCompleted: () => {
      showToast(toasts.leadDeleted);
      onDeleted();
      onClose();
    },
    onError: () => showToast(toasts.leadDeleteFailed),
  });
  return (
    <DeleteDialog name={leadDisplayName(lead)} busy={loading} onConfirm={() => void deleteLead()} onClose={onClose}>
      The lead and its messages are deleted, and scheduled messages are cancelled.
    </DeleteDialog>
  );
}
