import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';

/** How long the token of a rendered page is valid. */
export const FORM_TOKEN_LIFETIME_MS = 24 * 60 * 60_000;

/**
 * When the page was rendered; `forged` if the token is for another page or has an invalid signature; null if another
 * key signed it.
 */
export type ReadToken = Date | 'forged' | null;

/**
 * Signs rendered landing pages and verifies the tokens in their forms. `page` is the client's handle and the campaign's
 * slug.
 */
export interface FormTokens {
  sign(page: string, madeAt?: Date): string;
  read(page: string, token: string): ReadToken;
}

/** Creates form tokens with a key that is derived from the token of the landing caches. */
export function formTokens(landingToken: string): FormTokens {
  // A key object, because a key in a buffer makes each signature several times slower.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', landingToken, '', 'landing form', 32)));
  const mac = (text: string, length: number) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, length);
  // Identifies the key, so that tokens from before a key rotation are not treated as forged.
  const keyName = mac('key', 6);
  const signatureOf = (page: string, time: string) => mac(`page ${page.toLowerCase()} ${time}`, 32);
  return {
    sign(page, madeAt = new Date()) {
      const time = madeAt.getTime().toString(36);
      return `${keyName}.${time}.${signatureOf(page, time)}`;
    },
    read(page, token) {
      const [, name, time, signature] = /^([\w-]{6})\.([a-z0-9]{1,9})\.([\w-]{32})$/.exec(token) ?? [];
      if (name === undefined || time === undefined || signature === undefined) return 'forged';
      if (name !== keyName) return null;
      if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(page, time)))) return 'forged';
      return new Date(parseInt(time, 36));
    },
  };
}
