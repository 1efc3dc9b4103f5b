import { lazy, Suspense, useEffect, useState } from 'react';
import { onSessionEnded } from './session-expired-event';

const SignInAgainDialog = lazy(async () => ({ default: (await import('./session-expired-dialog')).SignInAgainDialog }));

/** Asks for a sign-in over the screen where a change was refused because the session had ended; what was typed there stays. */
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
