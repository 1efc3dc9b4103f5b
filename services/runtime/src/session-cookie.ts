/** Name of the one session cookie. Over https its prefix has browsers refuse it from any other host, path or plain connection. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-dripline_session' : 'dripline_session';
}
