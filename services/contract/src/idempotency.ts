/** The name of the request header that makes a retry safe. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';
/** The name of the response header, `true` in a response that a retry gets again. */
export const REPLAYED_HEADER = 'Idempotent-Replayed';
/** Maximum length of an idempotency key, in characters. */
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** The regular expression of an idempotency key: visible ASCII characters. */
export const IDEMPOTENCY_KEY_PATTERN = '^[!-~]+$';
/** How long a response is returned again, in hours. */
export const IDEMPOTENCY_HOURS = 24;
/** Seconds after which a request that did not finish may run again, because its process has died. */
export const IDEMPOTENCY_LOCK_SECONDS = 60;

const setsCookie = 'the response sets the session cookie, which is not stored';
const makesChallenge = 'it creates a challenge, which is valid for minutes and once';

/** The mutations that ignore the header, with the reason. */
export const withoutIdempotencyKey: Record<string, string> = {
  signIn: setsCookie,
  signInClient: setsCookie,
  finishSignIn: setsCookie,
  signOut: setsCookie,
  signOutClient: setsCookie,
  changePassword: setsCookie,
  acceptAdminInvitation: setsCookie,
  beginPasskeySignIn: makesChallenge,
  beginPasskey: makesChallenge,
  beginAuthenticator: makesChallenge,
  recordLandingView: 'it only counts a view',
  submitLead: 'it takes the key as an argument and keeps it with the lead',
};
