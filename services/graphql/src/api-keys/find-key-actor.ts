import type { ApiKeyScope } from '@dripline/contract/api-keys';
import { createHash } from 'node:crypto';
import type { Actor } from '../access/access';
import { asSystem, withPriority } from '../access/scope';
import type { Dependencies } from '../api/context';
import { fail } from '../api/errors';
import { addressKey, consume } from '../api/rate-limiters';
import { log } from '../telemetry/log';

/** Returns the hash under which a token is stored. */
export const hashApiKey = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Returns the account of an API key. Wrong keys are limited per IP address. A valid key keeps working from an address
 * that exceeded the limit, because nobody can guess one.
 *
 * @throws UNAUTHENTICATED if the key is unknown, revoked or expired, or its client is inactive
 */
export async function findKeyActor(dependencies: Dependencies, ipAddress: string, token: string): Promise<Actor> {
  const { dataSource, rateLimiters, settings } = dependencies;
  // Raw SQL, because this runs on every request and the query builder takes longer than the query.
  const [key] = await dataSource.query<
    { id: string; name: string; scopes: ApiKeyScope[]; clientId: string | null; isStale: boolean }[]
  >(
    `SELECT k.id, k.name, k.scopes, k.client_id AS "clientId", coalesce(k.last_used_at < now() - interval '1 minute', true) AS "isStale"
     FROM api_keys k LEFT JOIN clients c ON c.id = k.client_id
     WHERE k.token_hash = $1 AND k.revoked_at IS NULL AND coalesce(k.expires_at > now(), true) AND (k.client_id IS NULL OR c.status = 'active')`,
    [hashApiKey(token)],
  );
  if (!key) {
    await consume(rateLimiters.wrongApiKeys, addressKey({ settings, ipAddress }));
    throw fail('UNAUTHENTICATED', 'The API key is not valid.');
  }
  if (key.isStale) void recordUse(dependencies, key.id);
  const { id, name, scopes, clientId } = key;
  const apiKey = { id, name, scopes };
  if (clientId !== null) return { role: 'client', clientId, apiKey };
  // The ID of the key, which is no user's, identifies the uploads of the key.
  return { role: 'admin', userId: id, username: name, secondFactorDueAt: null, apiKey };
}

/** Stores that the key was used. The request does not wait for it. */
async function recordUse({ dataSource }: Dependencies, id: string): Promise<void> {
  const update = () =>
    dataSource.query(
      `UPDATE api_keys SET last_used_at = now() WHERE id = $1 AND coalesce(last_used_at < now() - interval '1 minute', true)`,
      [id],
    );
  await withPriority('background', () => asSystem(update)).catch((error: unknown) =>
    log.error({ kind: (error as Error).constructor.name }, 'the use of an API key could not be stored'),
  );
}
