import { MAX_URL_LENGTH } from '../limits';

/**
 * Whether visitors may be redirected to a URL: https only, without credentials, and without characters that browsers
 * interpret differently than they look.
 */
export function isRedirectUrl(value: unknown): value is string {
  // Browsers remove control characters and convert backslashes, so `java\nscript:` is `javascript:`. They also remove
  // invisible characters from hosts.
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || /[\p{Cc}\\]|\s|\p{Cf}/u.test(value)) return false;
  // Check the host as written, because URL parsers normalize it and may produce a different host.
  const host = /^https:\/\/([^/?#]+)/i.exec(value)?.[1];
  if (!host || /[@%\u3002]/.test(host) || host.normalize('NFKC') !== host) return false;
  try {
    const { protocol, username, password } = new URL(value);
    return protocol === 'https:' && username === '' && password === '';
  } catch {
    return false;
  }
}
