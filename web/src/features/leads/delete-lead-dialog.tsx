import { useMutation } from '@apollo/client/react';
import { type LeadFieldsFragment, DeleteLeadDocument } from '@dripline/contract/generated';
import { DeleteDialog } from '../../ui/delete-dialog';
import { notify } from '../../ui/toaster';
import { notices } from '../../words/notices';
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
