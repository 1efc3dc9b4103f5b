import { useMutation } from '@apollo/client/react';
import { errorMessageOf } from '../../shared/api-error';
import { DeleteMemberDocument, type MemberFieldsFragment } from '../../shared/graphql/generated';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { memberMessages, memberToasts } from '../../messages/members';

interface RemoveMemberDialogProps {
  member: MemberFieldsFragment;
  onClose: () => void;
}

/** Asks for confirmation before a member is removed from a client’s team. */
export function RemoveMemberDialog({ member: { id, name }, onClose }: RemoveMemberDialogProps) {
  const [remove, { loading }] = useMutation(DeleteMemberDocument, {
    variables: { id },
    onCompleted: () => {
      showToast(memberToasts.removed);
      onClose();
    },
    onError: (error) => showToast(memberToasts.removeFailed(errorMessageOf(error))),
  });
  return (
    <ConfirmDialog
      title={memberMessages.removeTitle(name)}
      confirmLabel={memberMessages.confirmRemove}
      busy={loading}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {memberMessages.removeText}
    </ConfirmDialog>
  );
}
