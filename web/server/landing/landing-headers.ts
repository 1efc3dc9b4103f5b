import { type Policy, securityHeaders } from '@dripline/runtime/security-headers';
import { createHash } from 'node:crypto';
import type { LandingAssets } from '../client';

/** What the browser may do with a visitor's page, whatever a campaign says: the same for every page, so that pages can be kept. */
export function landingHeaders({ styles }: LandingAssets, publicUrl: string): Record<string, string> {
  const policy: Policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    // In development Vite puts the styles in and takes them back.
    'style-src': styles ? `'sha256-${createHash('sha256').update(styles).digest('base64')}'` : "'self' 'unsafe-inline'",
    // A campaign's media may be anywhere on the web.
    'img-src': "'self' data: https: http:",
    'media-src': "'self' https: http:",
    'connect-src': "'self'",
    // Browsers hold the way on after a plain form's post to this too, however many hops it has.
    'form-action': "'self' https:",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'object-src': "'none'",
    ...(styles && { 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" }),
  };
  // saving-data.ts has another page for those who ask for it.
  return { ...securityHeaders(policy, publicUrl), vary: 'Save-Data' };
}
