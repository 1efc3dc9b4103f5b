import { useMutation } from '@apollo/client/react';
import { RestoreSpamLeadDocument, type SpamLeadFieldsFragment } from '../../../shared/graphql/generated';
import { useState } from 'react';
import { notify } from '../../../ui/feedback/toaster';
import { notices } from '../../../messages/toasts';

/** Says that a submission is no spam, and tells what became of it. `restoring` is the id of the one under way. */
export function useRestoreSpam(onDone: () => void) {
  const [restoring, setRestoring] = useState<string | null>(null);
  const [mutate] = useMutation(RestoreSpamLeadDocument, {
    onCompleted: ({ restoreSpamLead: { held } }) => {
      notify(held ? notices.spamRestoredHeld : notices.spamRestored);
      onDone();
      // The row that was pressed goes.
      document.getElementById('content')?.focus({ preventScroll: true });
    },
    onError: () => notify(notices.spamRestoreFailed),
  });
  const restore = ({ id }: SpamLeadFieldsFragment) => {
    setRestoring(id);
    void mutate({ variables: { id } }).finally(() => setRestoring(null));
  };
  return { restore, restoring };
}
