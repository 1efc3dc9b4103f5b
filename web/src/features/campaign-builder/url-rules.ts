import { MAX_URL_LENGTH } from '@dripline/contract/limits';
import { isRedirectUrl } from '@dripline/contract/rules/redirect-url';

/**
 * Validates the URL of an image or video. Returns an error message, or undefined when it is valid. Paths under
 * `/objects` are uploads.
 */
export function validateMediaUrl(value: string): string | undefined {
  const url = value.trim();
  if (url === '' || /^\/objects\/[\w./-]+$/.test(url)) return undefined;
  return isUrl(url) ? undefined : 'Enter a URL that starts with https:// or http://';
}

/** Validates a redirect URL. Returns an error message, or undefined when it is valid. */
export function validateRedirectUrl(value: string): string | undefined {
  const url = value.trim();
  if (url === '') return 'Enter the URL to send visitors to';
  return isRedirectUrl(url) ? undefined : 'Enter a URL that starts with https://';
}

function isUrl(value: string): boolean {
  return (
    value.length <= MAX_URL_LENGTH &&
    !/[\s\\]/.test(value) &&
    URL.canParse(value) &&
    /^https?:$/.test(new URL(value).protocol)
  );
}
