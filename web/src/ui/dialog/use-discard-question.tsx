import { type ReactNode, useState } from 'react';
import { dismissToast } from '../feedback/toaster';
import { markDialogSaved, type UnsavedOptions, useUnsavedChanges } from '../form/unsaved-changes';
import { DiscardDialog } from './discard-dialog';

/**
 * Asks before the form of a dialog or a drawer is left while it would lose input.
 *
 * @returns The question to render, and a function that leaves the form by what it is given, after asking.
 */
export function useDiscardQuestion(unsaved: Omit<UnsavedOptions, 'kind'>): [ReactNode, (leave: () => void) => void] {
  const [pending, setPending] = useState<{ leave: () => void }>();
  useUnsavedChanges(unsaved);
  const finish = (leave: () => void) => {
    dismissToast();
    leave();
  };
  const question = pending && (
    <DiscardDialog
      onDiscard={() => {
        setPending(undefined);
        markDialogSaved();
        finish(pending.leave);
      }}
      onKeep={() => setPending(undefined)}
    />
  );
  return [question, (leave) => (unsaved.isUnsaved ? setPending({ leave }) : finish(leave))];
}
