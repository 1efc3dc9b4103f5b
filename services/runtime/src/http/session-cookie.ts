import type { SessionRole } from '@dripline/contract/sessions';

/**
 * Returns the name of the cookie of an administrator's or a client's session. Over https, its `__Host-` prefix makes
 * browsers reject it from another host, path or plain connection.
 */
export function sessionCookieName(role: SessionRole, publicUrl: string): string {
  return `${prefixOf(publicUrl)}${role}_session`;
}

/** Returns the name of the cookie that identifies a browser at later sign-ins. */
export function deviceCookieName(publicUrl: string): string {
  return `${prefixOf(publicUrl)}device`;
}

const prefixOf = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-' : '');

/** Returns the name of a cookie in earlier releases. It counts until it expires. */
export const formerCookieName = (name: string): string => name.replace(/^(__Host-)?/, '$1dripline_');
