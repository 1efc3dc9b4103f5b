import { type ContentSecurityPolicy, securityHeaders } from '@dripline/runtime/http/security-headers';
import { createHash } from 'node:crypto';
import type { LandingAssets } from '../client-bundle';
import { reporting } from '../csp-reports';
import type { Env } from '../env';
import { mediaSources } from '../media-sources';

/**
 * Returns the security headers of a landing page.
 *
 * @param colors the page's own styles, for its brand color
 */
export function landingHeaders({ styles }: LandingAssets, env: Env, colors?: string): Record<string, string> {
  const { directives, headers } = reporting('landing', env.PUBLIC_URL);
  const policy: ContentSecurityPolicy = {
    'default-src': "'none'",
    'script-src': "'self'",
    // In development, Vite adds and removes inline styles.
    'style-src': styles ? [styles, colors].flatMap(hashSource).join(' ') : "'self' 'unsafe-inline'",
    ...mediaSources(env),
    'connect-src': "'self'",
    // Browsers also apply this to redirects that follow a plain form post.
    'form-action': "'self' https:",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'object-src': "'none'",
    ...(styles && { 'require-trusted-types-for': "'script'", 'trusted-types': "'none'" }),
    ...directives,
  };
  // Visitors who send Save-Data get a different page (low-data-view.ts).
  return { ...securityHeaders(policy, env.PUBLIC_URL), ...headers, vary: 'Save-Data, Accept-Encoding' };
}

const hashSource = (styles: string | undefined) =>
  styles ? [`'sha256-${createHash('sha256').update(styles).digest('base64')}'`] : [];
