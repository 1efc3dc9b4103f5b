import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** How long a page vouches for who sends its form. */
export const FORM_TOKEN_LIFETIME_MS = 24 * 60 * 60_000;

/** When the page was made that a token came with; `forged` where it is another page's or nobody's, null where another key signed it. */
export type ReadToken = Date | 'forged' | null;

/** Signs the pages that we make, and tells them again when their form comes back. `page` is a client's handle and a campaign's slug. */
export interface FormTokens {
  sign(page: string, madeAt?: Date): string;
  read(page: string, token: string): ReadToken;
}

/** Tokens under a key of their own, derived from what the services share. */
export function formTokens(serviceToken: string): FormTokens {
  const key = Buffer.from(hkdfSync('sha256', serviceToken, '', 'landing form', 32));
  const mac = (text: string, length: number) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, length);
  // Names the key, so that a page of before a rotation is not taken for a forgery.
  const keyName = mac('key', 6);
  const seal = (page: string, time: string) => mac(`page ${page.toLowerCase()} ${time}`, 32);
  return {
    sign(page, madeAt = new Date()) {
      const time = madeAt.getTime().toString(36);
      return `${keyName}.${time}.${seal(page, time)}`;
    },
    read(page, token) {
      const [, name, time, given] = /^([\w-]{6})\.([a-z0-9]{1,9})\.([\w-]{32})$/.exec(token) ?? [];
      if (name === undefined || time === undefined || given === undefined) return 'forged';
      if (name !== keyName) return null;
      if (!timingSafeEqual(Buffer.from(given), Buffer.from(seal(page, time)))) return 'forged';
      return new Date(parseInt(time, 36));
    },
  };
}
