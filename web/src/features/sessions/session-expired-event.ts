const ENDED = 'session-ended';

/** Says that a change was refused for want of a session, so that somebody signs in over the screen as it is. */
export function askToSignInAgain() {
  window.dispatchEvent(new Event(ENDED));
}

/** Hears of it until the answer is called. */
export function onSessionEnded(heard: () => void): () => void {
  window.addEventListener(ENDED, heard);
  return () => window.removeEventListener(ENDED, heard);
}
