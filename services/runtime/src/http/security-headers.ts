/** The directives of a Content-Security-Policy. A directive with an empty value is sent by name only. */
export type ContentSecurityPolicy = Record<string, string>;

/** The policy for responses that are not pages. */
export const NO_CONTENT_POLICY: ContentSecurityPolicy = { 'default-src': "'none'", 'frame-ancestors': "'none'" };

const YEAR_S = 31_536_000;

/** Returns the security headers of a response. If `publicUrl` is https, they include Strict-Transport-Security. */
export function securityHeaders(policy: ContentSecurityPolicy, publicUrl: string): Record<string, string> {
  return {
    'content-security-policy': Object.entries(policy)
      .map((directive) => directive.join(' ').trim())
      .join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${YEAR_S}` }),
  };
}
