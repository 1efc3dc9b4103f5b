/** A Content-Security-Policy by its directives; those with no value are named alone. */
export type Policy = Record<string, string>;

/** The policy of an answer that no page is made of. */
export const NOTHING: Policy = { 'default-src': "'none'", 'frame-ancestors': "'none'" };

const YEAR_S = 31_536_000;

/** The headers by which a browser keeps an answer to what it is meant for. `publicUrl` says whether browsers may forget that there is a way without encryption: over https never. */
export function securityHeaders(policy: Policy, publicUrl: string): Record<string, string> {
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
