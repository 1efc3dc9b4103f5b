import type { UnsavedKind } from '../form/unsaved-changes';
import { ConfirmDialog } from './confirm-dialog';

interface DiscardDialogProps {
  kind?: UnsavedKind;
  onDiscard: () => void;
  onKeep: () => void;
}

const texts = {
  form: {
    title: 'Discard unsaved changes?',
    text: 'What you changed here has not been saved.',
    keep: 'Keep editing',
    discard: 'Discard changes',
  },
  upload: {
    title: 'Cancel the upload?',
    text: 'A file is still uploading. If you leave, the upload is cancelled.',
    keep: 'Keep uploading',
    discard: 'Cancel upload',
  },
  secret: {
    title: 'Leave without saving the secret?',
    text: 'It cannot be viewed again.',
    keep: 'Go back',
    discard: 'Leave',
  },
} satisfies Record<UnsavedKind, Record<string, string>>;

/** Asks whether to discard what is not saved. Keeping it has the initial focus. Mount it to open it. */
export function DiscardDialog({ kind = 'form', onDiscard, onKeep }: DiscardDialogProps) {
  const { title, text, keep, discard } = texts[kind];
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={discard}
      cancelLabel={keep}
      busy={false}
      onConfirm={onDiscard}
      onClose={onKeep}
    >
      {text}
    </ConfirmDialog>
  );
}
