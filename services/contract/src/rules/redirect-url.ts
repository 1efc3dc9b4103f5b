import { MAX_URL_LENGTH } from '../limits';

/** Whether a visitor may be sent there: https and nothing else, nobody's password in it, nothing that a browser reads otherwise than it looks. */
export function isRedirectUrl(value: unknown): value is string {
  // Browsers drop control characters and turn backslashes, so `java\nscript:` is `javascript:`; other unseen characters vanish from a host.
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || /[\p{Cc}\\]|\s|\p{Cf}/u.test(value)) return false;
  // As it was typed: a parser mends what is written wrong, and so makes another host of it.
  const host = /^https:\/\/([^/?#]+)/i.exec(value)?.[1];
  if (!host || /[@%\u3002]/.test(host) || host.normalize('NFKC') !== host) return false;
  try {
    const { protocol, username, password } = new URL(value);
    return protocol === 'https:' && username === '' && password === '';
  } catch {
    return false;
  }
}
