import type { Context } from '../api/context';
import { consume } from '../api/rate-limiters';
import { accountKey, apiKeyOf } from './access';

/** Whether the caller may open GraphiQL, introspect and send operations that are not persisted. */
export function mayExplore({ actor, settings: { playground } }: Pick<Context, 'actor' | 'settings'>): boolean {
  return playground === 'on' || (playground === 'accounts' && actor.role !== 'visitor');
}

/**
 * Decides whether the caller may send an operation that is not persisted. Returns why it may not, or null.
 *
 * @throws RATE_LIMITED if a signed-in account sends too many
 */
export async function checkOwnOperation(ctx: Context): Promise<string | null> {
  const { actor, settings, rateLimiters } = ctx;
  if (!mayExplore(ctx))
    return settings.playground === 'off'
      ? 'Only persisted operations are accepted. Use the REST API.'
      : 'Only persisted operations are accepted without a session or an API key. Sign in, or send an API key.';
  // API keys have a limit of their own.
  if (settings.playground === 'accounts' && !apiKeyOf(actor)) {
    const account = accountKey(actor);
    if (account !== null) await consume(rateLimiters.ownOperations, account);
  }
  return null;
}
