import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './public-address';
import { MAX_WEBHOOK_URL_LENGTH } from '@dripline/contract/webhooks';

/** Host names that resolve only in a private network. */
const privateName = /^[^.]*$|\.(local|localhost|internal|intranet|lan|home|corp|home\.arpa)$/;

/**
 * Returns why a webhook URL is not allowed, or null if it is. The addresses that a host name resolves to are checked
 * when connecting.
 * @param allowPrivate For development: allows any port and private addresses, and http to this machine.
 */
export function webhookUrlError(text: string, allowPrivate = false): string | null {
  if (text.length > MAX_WEBHOOK_URL_LENGTH) return `Webhook URL must be at most ${MAX_WEBHOOK_URL_LENGTH} characters`;
  if (!URL.canParse(text)) return 'Enter a full URL, such as https://example.com/webhooks';
  const url = new URL(text);
  const host = hostOf(url);
  const isLocal = host === 'localhost' || isLoopbackAddress(host);
  if (url.protocol !== 'https:' && !(allowPrivate && isLocal && url.protocol === 'http:'))
    return 'Webhook URL must start with https://';
  if (url.username !== '' || url.password !== '') return 'Webhook URL must not contain a username or password';
  if (url.hash !== '') return 'Webhook URL must not contain a fragment (#…), because it is never sent';
  if (allowPrivate) return null;
  if (url.port !== '') return 'Webhook URL must not contain a port: only port 443 is allowed';
  const isPublic = isIP(host) === 0 ? !privateName.test(host) : isPublicAddress(host);
  return isPublic ? null : 'Webhook URL must be on the public internet';
}

/** Returns the host of a URL as it is resolved: without IPv6 brackets and a trailing dot. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}
