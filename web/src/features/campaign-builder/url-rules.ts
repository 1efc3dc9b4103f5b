import { MAX_URL_LENGTH } from '@dripline/contract/limits';
import { isRedirectUrl } from '@dripline/contract/rules/redirect-url';

/** Why an address of an image or video is refused; undefined where it is good. A path under /objects is one of our uploads. */
export function mediaUrlProblem(value: string): string | undefined {
  const url = value.trim();
  if (url === '' || /^\/objects\/[\w./-]+$/.test(url)) return undefined;
  return isUrl(url) ? undefined : 'Enter an address that starts with https:// or http://';
}

/** Why a page to go to is refused; undefined where it is good. */
export function redirectUrlProblem(value: string): string | undefined {
  const url = value.trim();
  if (url === '') return 'Enter the page to send visitors to';
  return isRedirectUrl(url) ? undefined : 'Enter an address that starts with https://';
}

function isUrl(value: string): boolean {
  return (
    value.length <= MAX_URL_LENGTH &&
    !/[\s\\]/.test(value) &&
    URL.canParse(value) &&
    /^https?:$/.test(new URL(value).protocol)
  );
}
