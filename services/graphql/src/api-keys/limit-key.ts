import type { Response } from 'express';
import { apiKeyOf } from '../access/access';
import type { Context } from '../api/context';
import { consumeWithState } from '../api/rate-limiters';

/**
 * Counts a request of an API key, and describes the limit in the headers of draft-ietf-httpapi-ratelimit-headers. Does
 * nothing for other callers.
 *
 * @throws RATE_LIMITED once the limit is exceeded
 */
export async function limitKey({ actor, rateLimiters, settings }: Context, res: Response): Promise<void> {
  const key = apiKeyOf(actor);
  if (!key || !settings.rateLimits) return;
  const { points, duration } = rateLimiters.apiKey;
  const { remaining, resetSeconds, error } = await consumeWithState(rateLimiters.apiKey, key.id);
  res.set({
    'RateLimit-Policy': `"key";q=${points};w=${duration}`,
    RateLimit: `"key";r=${remaining};t=${resetSeconds}`,
  });
  if (error) throw error;
}
