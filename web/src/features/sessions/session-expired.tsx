import { lazy, Suspense, useEffect, useState } from 'react';
import { onSessionExpired } from './session-expired-event';

const SignInAgainDialog = lazy(async () => ({
  default: (await import('./session-expired-dialog')).SessionExpiredDialog,
}));

/**
 * Shows a sign-in dialog when a mutation fails because the session has expired. Unsaved input on the screen is kept.
 */
export function SessionExpired() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => onSessionExpired(() => setOpen(true)), []);
  return (
    isOpen && (
      <Suspense>
        <SignInAgainDialog onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}
