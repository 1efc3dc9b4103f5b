const SESSION_ENDED = 'session-ended';

/** Opens the sign-in dialog over the current screen, after a mutation failed because the session has expired. */
export function announceSessionExpired() {
  window.dispatchEvent(new Event(SESSION_ENDED));
}

/** Calls the listener when the session has expired. Returns a function that removes the listener. */
export function onSessionExpired(listener: () => void): () => void {
  window.addEventListener(SESSION_ENDED, listener);
  return () => window.removeEventListener(SESSION_ENDED, listener);
}
