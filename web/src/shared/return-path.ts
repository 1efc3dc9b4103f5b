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

/** Whether a path leads to a screen on which this client acts. */
export function isScreenOf(clientId: string, path: string): boolean {
  const start = `/client/dashboard/${clientId}`;
  return path.toLowerCase().startsWith(start) && ['', '/', '?'].includes(path.charAt(start.length));
}

/** Returns the ID of the client whose own screen a path leads to, or null. */
export const clientIdIn = (path: string): string | null =>
  /^\/client\/dashboard\/([^/?]+)/i.exec(path)?.[1]?.toLowerCase() ?? null;

/** Whether a path leads to a screen on which administrators act. */
export const isAdminScreen = (path: string): boolean => !/^\/client\/(dashboard\/|login)/i.test(path);
