import { useMutation } from '@apollo/client/react';
import { RestoreSpamLeadDocument, type SpamLeadFieldsFragment } from '../../../shared/graphql/generated';
import { useState } from 'react';
import { showToast } from '../../../ui/feedback/toaster';
import { toasts } from '../../../messages/toasts';

/** Restores a spam submission as a lead and shows the result. `restoring` is the id of the submission in progress. */
export function useRestoreSpam(onDone: () => void) {
  const [restoring, setRestoring] = useState<string | null>(null);
  const [mutate] = useMutation(RestoreSpamLeadDocument, {
    onCompleted: ({ restoreSpamLead: { held } }) => {
      showToast(held ? toasts.spamRestoredHeld : toasts.spamRestored);
      onDone();
      // The row with the pressed button is removed.
      document.getElementById('content')?.focus({ preventScroll: true });
    },
    onError: () => showToast(toasts.spamRestoreFailed),
  });
  const restore = ({ id }: SpamLeadFieldsFragment) => {
    setRestoring(id);
    void mutate({ variables: { id } }).finally(() => setRestoring(null));
  };
  return { restore, restoring };
}
