import type { LandingCache, LandingCampaign } from '@dripline/runtime/landing/landing-cache';
import { NO_CONTENT_POLICY, securityHeaders } from '@dripline/runtime/http/security-headers';
import type { Handler } from '../proxy';
import { loadLanding, readVisitor } from './landing-requests';

const PREFIX = '/api/landing/';

/**
 * Answers `GET /api/landing/{client}/{slug}` from the cache, as the REST facade does. Leaves everything but a found
 * campaign to the facade.
 */
export function landingData(landings: LandingCache, publicUrl: string): Handler {
  const headers = {
    ...securityHeaders(NO_CONTENT_POLICY, publicUrl),
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'RateLimit, RateLimit-Policy, Retry-After',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  };
  const bodies = new WeakMap<LandingCampaign, string>();
  return (request, response, next) => {
    const visitor = request.method === 'GET' ? readVisitor(PREFIX, request) : undefined;
    // The facade rejects a repeated source.
    if (!visitor || (visitor.source === undefined && /[?&]source=/.test(visitor.query))) return next();
    Object.assign(request, { route: { path: `${PREFIX}:client/:slug` } });
    loadLanding(landings, visitor).then(
      (campaign) => {
        const body = bodies.get(campaign) ?? JSON.stringify(campaign);
        bodies.set(campaign, body);
        response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
      },
      () => next(),
    );
  };
}
