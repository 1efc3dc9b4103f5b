import type { EntityManager } from 'typeorm';
import { fail } from '../api/errors';

/**
 * Throws CONFLICT if a client or a member signs in with the username. They share one sign-in, so until the
 * transaction ends nobody else can take it.
 *
 * @param ownClientId the client that may have the username already
 */
export async function assertFreeUsername(
  db: EntityManager,
  username: string,
  ownClientId: string | null = null,
): Promise<void> {
  await db.query('SELECT pg_advisory_xact_lock(hashtextextended(lower($1), 0))', [`username:${username}`]);
  const [{ isTaken }] = await db.query<[{ isTaken: boolean }]>('SELECT is_username_taken($1, $2) AS "isTaken"', [
    username,
    ownClientId,
  ]);
  const message = 'This username is taken. Choose another one.';
  if (isTaken) throw fail('CONFLICT', message, { fields: { username: message } });
}
