const SIGN_IN_AGAIN = 'sign-in-again';

/** Why the user must sign in again, and what to call when the dialog closes. */
export interface SignInAgain {
  reason: 'expired' | 'sensitive';
  onClose: (isSignedIn: boolean) => void;
}

/** Opens the sign-in dialog over the current screen, after a mutation failed because the session has expired. */
export function announceSessionExpired() {
  void signInAgain('expired');
}

let pending: Promise<boolean> | null = null;

/** Opens the sign-in dialog before a sensitive action. Resolves to whether the user has signed in again. */
export function requestRecentSignIn(): Promise<boolean> {
  pending ??= signInAgain('sensitive').finally(() => (pending = null));
  return pending;
}

const signInAgain = (reason: SignInAgain['reason']) =>
  new Promise<boolean>((onClose) =>
    window.dispatchEvent(new CustomEvent<SignInAgain>(SIGN_IN_AGAIN, { detail: { reason, onClose } })),
  );

/** Calls the listener when the user must sign in again. Returns a function that removes the listener. */
export function onSignInAgain(listener: (request: SignInAgain) => void): () => void {
  const handle = (event: Event) => listener((event as CustomEvent<SignInAgain>).detail);
  window.addEventListener(SIGN_IN_AGAIN, handle);
  return () => window.removeEventListener(SIGN_IN_AGAIN, handle);
}
