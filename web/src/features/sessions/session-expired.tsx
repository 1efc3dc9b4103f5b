import { lazy, Suspense, useEffect, useState } from 'react';
import { onSessionEnded } from './session-expired-event';

const SignInAgainDialog = lazy(async () => ({ default: (await import('./session-expired-dialog')).SignInAgainDialog }));

/** Shows a sign-in dialog when a mutation fails because the session has expired. Unsaved input on the screen is kept. */
export function SignInAgain() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => onSessionEnded(() => setOpen(true)), []);
  return (
    isOpen && (
      <Suspense>
        <SignInAgainDialog onClose={() => setOpen(false)} />
      </Suspense>
    )
  );
}
