import type { SignInClientMutation } from '../../shared/graphql/generated';

const KEY = 'clientUser';

/**
 * Returns the id of the client that signed in in this browser session, or null when none is stored or the stored value
 * is invalid.
 */
export function storedClientId(): string | null {
  try {
    const session: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return typeof session === 'object' && session !== null && 'id' in session ? String(session.id) : null;
  } catch {
    return null;
  }
}

/** Stores the login response until the browser session ends. */
export function storeSession(client: SignInClientMutation['signInClient']) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(client));
  } catch {
    // Storage may be blocked. The session cookie suffices.
  }
}

/** Removes the stored login response. */
export function clearSession() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}
