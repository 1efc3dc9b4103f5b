import { API_KEY_PREFIX, MAX_API_KEYS } from '@dripline/contract/api-keys';
import { randomBytes, randomUUID } from 'node:crypto';
import { IsNull } from 'typeorm';
import type { Context } from '../api/context';
import { fail, fieldError } from '../api/errors';
import { nameOfAccount } from '../sessions/name-of-account';
import type { CreateApiKeyInput } from './api-key.inputs';
import { ApiKey } from './api-key.entity';
import { hashApiKey } from './find-key-actor';

/** How many characters of a token are stored, including the prefix. */
const START_LENGTH = API_KEY_PREFIX.length + 4;

/**
 * Creates an API key of a client, or with null of the agency. Only this result contains its token.
 *
 * @throws LIMIT_REACHED if the owner has too many keys
 */
export async function createApiKey(
  ctx: Context,
  clientId: string | null,
  input: CreateApiKeyInput,
): Promise<ApiKey & { token: string }> {
  const name = input.name.trim();
  if (name === '') throw fieldError('name', 'Name is required.');
  const expiresAt = input.expiresAt ?? null;
  if (expiresAt !== null && expiresAt <= new Date()) throw fieldError('expiresAt', 'Expiry must be in the future.');
  const token = API_KEY_PREFIX + randomBytes(32).toString('base64url');
  const createdBy = await nameOfAccount(ctx);
  const id = randomUUID();
  const key = await ctx.dataSource.transaction(async (db) => {
    // Concurrent requests cannot exceed the limit.
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`api-keys:${clientId ?? 'agency'}`]);
    if ((await db.countBy(ApiKey, { clientId: clientId ?? IsNull(), revokedAt: IsNull() })) >= MAX_API_KEYS)
      throw fail('LIMIT_REACHED', `At most ${MAX_API_KEYS} API keys are possible. Revoke one first.`);
    await db.insert(ApiKey, {
      id,
      clientId,
      name,
      scopes: [...new Set(input.scopes)],
      tokenHash: hashApiKey(token),
      start: token.slice(0, START_LENGTH),
      createdBy,
      expiresAt,
    });
    return db.findOneByOrFail(ApiKey, { id });
  });
  return Object.assign(key, { token });
}
