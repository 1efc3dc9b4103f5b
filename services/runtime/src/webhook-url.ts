import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address';
import { MAX_WEBHOOK_URL_LENGTH } from '@dripline/contract/webhooks';

/** Names that only a private network answers. */
const privateName = /^[^.]*$|\.(local|localhost|internal|intranet|lan|home|corp|home\.arpa)$/;

/**
 * Why nothing is posted to an address, or null. What a name resolves to is judged when it is connected to.
 * `allowPrivate` is for development: any port, private addresses and, to this machine alone, http.
 */
export function whyNotWebhookUrl(text: string, allowPrivate = false): string | null {
  if (text.length > MAX_WEBHOOK_URL_LENGTH) return `A webhook URL has at most ${MAX_WEBHOOK_URL_LENGTH} characters`;
  if (!URL.canParse(text)) return 'Enter a full URL, such as https://example.com/webhooks';
  const url = new URL(text);
  const host = hostOf(url);
  const isHere = host === 'localhost' || isLoopbackAddress(host);
  if (url.protocol !== 'https:' && !(allowPrivate && isHere && url.protocol === 'http:'))
    return 'A webhook URL begins with https://';
  if (url.username !== '' || url.password !== '') return 'Leave the user name and password out of the URL';
  if (url.hash !== '') return 'Leave out what follows #: it is never sent';
  if (allowPrivate) return null;
  if (url.port !== '') return 'Leave the port out: only the usual one of https is open';
  const isPublic = isIP(host) === 0 ? !privateName.test(host) : isPublicAddress(host);
  return isPublic ? null : 'This address is not on the public internet';
}

/** The host of an address, as it is resolved: without the brackets of IPv6 and the dot that ends a full name. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
