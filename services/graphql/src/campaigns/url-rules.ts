import { MAX_URL_LENGTH } from '@dripline/contract/limits';
import { ValidateBy } from 'class-validator';

/** Whether a visitor may be sent there: https, nobody's password in it, nothing that a browser would read otherwise. */
export function isRedirectUrl(value: unknown): boolean {
  return isCleanUrl(value, ['https:']);
}

/** Whether a landing page may load it: an uploaded object or an address on the web. */
export function isMediaUrl(value: unknown): boolean {
  if (typeof value === 'string' && /^\/objects\/[\w./-]+$/.test(value) && !value.includes('..')) return true;
  return isCleanUrl(value, ['https:', 'http:']);
}

function isCleanUrl(value: unknown, protocols: string[]): boolean {
  // eslint-disable-next-line no-control-regex -- browsers drop them, so `java\nscript:` is `javascript:`
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || /[\u0000-\u0020\u007f\\]/.test(value)) return false;
  if (!protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`)) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

const blankOr = (check: (value: unknown) => boolean) => (value: unknown) => value === '' || check(value);

/** Blank, or a redirect that isRedirectUrl lets through. */
export const IsRedirectUrl = () =>
  ValidateBy({ name: 'isRedirectUrl', validator: { validate: blankOr(isRedirectUrl), defaultMessage: () => 'Use a full https:// address' } });

/** Blank, or a medium that isMediaUrl lets through. */
export const IsMediaUrl = () =>
  ValidateBy({ name: 'isMediaUrl', validator: { validate: blankOr(isMediaUrl), defaultMessage: () => 'Use a full https:// address' } });
