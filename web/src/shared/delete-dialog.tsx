import type { ReactNode } from 'react';
import { sharedWords } from '../messages/shared';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog';

interface DeleteDialogProps {
  /** What would be gone. */
  name: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What goes with it. */
  children?: ReactNode;
}

/** Asks before something is deleted. Mount it to open it. */
export function DeleteDialog({ name, children, ...dialog }: DeleteDialogProps) {
  return (
    <ConfirmDialog title={`Delete ${name}?`} confirmLabel={sharedWords.delete} {...dialog}>
      {children} {sharedWords.cannotBeUndone}.
    </ConfirmDialog>
  );
}
