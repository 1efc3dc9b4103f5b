const PARAMETER = 'next';

/** Returns the address of a sign-in screen that leads back to the given location afterwards. */
export const signInToReturn = (signInPath: string, { pathname, search }: { pathname: string; search: string }) =>
  pathname === '/' || pathname === signInPath
    ? signInPath
    : `${signInPath}?${new URLSearchParams({ [PARAMETER]: pathname + search }).toString()}`;

/**
 * Returns the path to open after signing in, or null if the sign-in screen's address names none, or one of another site.
 */
export function returnPathIn(search: string, origin: string): string | null {
  const path = new URLSearchParams(search).get(PARAMETER);
  const url = path !== null && path.startsWith('/') && URL.canParse(path, origin) ? new URL(path, origin) : null;
  return url?.origin === origin ? url.pathname + url.search : null;
}

/** Whether a path leads to a screen of this client. */
export const isScreenOf = (clientId: string, path: string): boolean =>
  ['/client/dashboard/', '/client/'].some((prefix) => {
    const rest = path.toLowerCase();
    return rest.startsWith(prefix + clientId) && ['', '/', '?'].includes(rest.charAt(prefix.length + clientId.length));
  });
