import type { SignInClientMutation } from '../../shared/graphql/generated';

const KEY = 'clientUser';

/** The client that signed in in this browser session; null where there is none, or what is stored is not ours. */
export function storedClientId(): string | null {
  try {
    const session: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return typeof session === 'object' && session !== null && 'id' in session ? String(session.id) : null;
  } catch {
    return null;
  }
}

/** Remembers the login answer until the browser session ends. */
export function storeSession(client: SignInClientMutation['signInClient']) {
  sessionStorage.setItem(KEY, JSON.stringify(client));
}

/** Forgets it. */
export function clearSession() {
  sessionStorage.removeItem(KEY);
}
