import type { ContentSecurityPolicy } from '@dripline/runtime/http/security-headers';
import type { Env } from './env';

/**
 * Returns the directives for images and videos. A campaign's media may be on any site with https. On a site with https,
 * browsers load the http URLs of old campaigns over https.
 */
export function mediaSources({
  GCS_API_ENDPOINT,
  PUBLIC_URL,
}: Pick<Env, 'GCS_API_ENDPOINT' | 'PUBLIC_URL'>): ContentSecurityPolicy {
  // Uploaded files redirect to the bucket, which is on http only in an emulator.
  const emulator = GCS_API_ENDPOINT?.startsWith('http:') ? ` ${new URL(GCS_API_ENDPOINT).origin}` : '';
  return {
    // QR codes and empty favicons are `data:` URLs.
    'img-src': `'self' data: https:${emulator}`,
    'media-src': `'self' https:${emulator}`,
    ...(PUBLIC_URL.startsWith('https:') && { 'upgrade-insecure-requests': '' }),
  };
}
