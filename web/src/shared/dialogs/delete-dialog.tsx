import type { ReactNode } from 'react';
import { sharedMessages } from '../../messages/shared';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog';

interface DeleteDialogProps {
  /** The name of the item to delete. */
  name: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What else is deleted or stops working. */
  children?: ReactNode;
}

/** Asks for confirmation before an item is deleted. Mount it to open it. */
export function DeleteDialog({ name, children, ...dialog }: DeleteDialogProps) {
  return (
    <ConfirmDialog title={`Delete ${name}?`} confirmLabel={sharedMessages.delete} {...dialog}>
      {children} {sharedMessages.cannotBeUndone}.
    </ConfirmDialog>
  );
}
