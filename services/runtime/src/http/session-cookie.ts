/**
 * Returns the name of the session cookie. Over https, its `__Host-` prefix makes browsers reject it from another host,
 * path or plain connection.
 */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-dripline_session' : 'dripline_session';
}
