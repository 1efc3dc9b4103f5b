import { MAX_URL_LENGTH } from '@dripline/contract/limits';
import { isRedirectUrl } from '@dripline/contract/rules/redirect-url';
import { ValidateBy } from 'class-validator';

/** The error for a media URL that is not https. */
export const MEDIA_URL_MESSAGE = 'Enter a full https:// URL.';

/** Whether this is the URL of media: an uploaded object or a web address. Only stored URLs may still be http. */
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

/** Whether a URL is an API endpoint of this site, which visitors must not be redirected to. */
export function isOwnEndpoint(url: string, publicUrl: string): boolean {
  const { host, pathname } = new URL(url);
  return host === new URL(publicUrl).host && /^\/(api|graphql|webhooks)(\/|$)/i.test(pathname);
}

const blankOr = (check: (value: unknown) => boolean) => (value: unknown) => value === '' || check(value);

/** Validates a redirect URL with `isRedirectUrl`, or a blank string. */
export const IsRedirectUrl = () =>
  ValidateBy({
    name: 'isRedirectUrl',
    validator: { validate: blankOr(isRedirectUrl), defaultMessage: () => 'Enter a full https:// URL.' },
  });

/** Validates a media URL with `isMediaUrl`, or a blank string. */
export const IsMediaUrl = () =>
  ValidateBy({
    name: 'isMediaUrl',
    validator: { validate: blankOr(isMediaUrl), defaultMessage: () => MEDIA_URL_MESSAGE },
  });
