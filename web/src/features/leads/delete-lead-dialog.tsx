import { useMutation } from '@apollo/client/react';
import { type LeadFieldsFragment, DeleteLeadDocument } from '../../shared/graphql/generated';
import { DeleteDialog } from '../../shared/delete-dialog';
import { notify } from '../../ui/feedback/toaster';
import { notices } from '../../messages/toasts';
import { nameOf } from './lead-name';

interface DeleteLeadDialogProps {
  lead: LeadFieldsFragment;
  onClose: () => void;
}

/** Asks for confirmation before a lead is deleted. */
export function DeleteLeadDialog({ lead, onClose }: DeleteLeadDialogProps) {
  const [deleteLead, { loading }] = useMutation(DeleteLeadDocument, {
    variables: { id: lead.id },
    onCompleted: () => {
      notify(notices.leadDeleted);
      onClose();
    },
    onError: () => notify(notices.leadDeleteFailed),
  });
  return (
    <DeleteDialog name={nameOf(lead)} busy={loading} onConfirm={() => void deleteLead()} onClose={onClose}>
      The lead and its messages are deleted, and scheduled messages are cancelled.
    </DeleteDialog>
  );
}
