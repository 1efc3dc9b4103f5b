import { MAX_URL_LENGTH } from '@dripline/contract/limits';
import { isRedirectUrl } from '@dripline/contract/rules/redirect-url';
import { ValidateBy } from 'class-validator';

/** Whether a landing page may load it: an uploaded object or an address on the web. */
export function isMediaUrl(value: unknown): boolean {
  if (typeof value === 'string' && /^\/objects\/[\w./-]+$/.test(value) && !value.includes('..')) return true;
  return isCleanUrl(value);
}

function isCleanUrl(value: unknown): boolean {
  // eslint-disable-next-line no-control-regex -- browsers drop them, so `java\nscript:` is `javascript:`
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || /[\u0000-\u0020\u007f\\]/.test(value)) return false;
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

/** Whether an address is one of our own calls: nothing there is a page, and what it answers is not for visitors. */
export function isOwnCall(url: string, publicUrl: string): boolean {
  const { host, pathname } = new URL(url);
  return host === new URL(publicUrl).host && /^\/(api|graphql|webhooks)(\/|$)/i.test(pathname);
}

const blankOr = (check: (value: unknown) => boolean) => (value: unknown) => value === '' || check(value);

/** Blank, or a redirect that isRedirectUrl lets through. */
export const IsRedirectUrl = () =>
  ValidateBy({
    name: 'isRedirectUrl',
    validator: { validate: blankOr(isRedirectUrl), defaultMessage: () => 'Use a full https:// address' },
  });

/** Blank, or a medium that isMediaUrl lets through. */
export const IsMediaUrl = () =>
  ValidateBy({
    name: 'isMediaUrl',
    validator: { validate: blankOr(isMediaUrl), defaultMessage: () => 'Use a full https:// address' },
  });
