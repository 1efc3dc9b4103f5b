/**
 * Returns the name of the session cookie. Over https, its `__Host-` prefix makes browsers reject it from another host,
 * path or plain connection.
 */
export function sessionCookieName(publicUrl: string): string {
  return `${prefixOf(publicUrl)}dripline_session`;
}

/** Returns the name of the cookie that identifies a browser at later sign-ins. */
export function deviceCookieName(publicUrl: string): string {
  return `${prefixOf(publicUrl)}dripline_device`;
}

const prefixOf = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-' : '');
