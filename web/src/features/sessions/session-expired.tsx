import { lazy, Suspense, useEffect, useState } from 'react';
import { onSignInAgain, type SignInAgain } from './session-expired-event';

const SignInAgainDialog = lazy(async () => ({
  default: (await import('./session-expired-dialog')).SessionExpiredDialog,
}));

/**
 * Shows a sign-in dialog when a mutation fails because the session has expired, or when a sensitive action needs a recent
 * sign-in. Unsaved input on the screen is kept.
 */
export function SessionExpired() {
  const [request, setRequest] = useState<SignInAgain | null>(null);
  useEffect(() => onSignInAgain(setRequest), []);
  return (
    request && (
      <Suspense>
        <SignInAgainDialog
          reason={request.reason}
          onClose={(isSignedIn) => {
            setRequest(null);
            request.onClose(isSignedIn);
          }}
        />
      </Suspense>
    )
  );
}
