import type { EntityManager } from 'typeorm';
import { fail } from '../api/errors';

/** Wrong passwords that an account takes from everywhere before it closes for the first time. */
const FREE_FAILURES = 10;

/**
 * Counts an attempt before it is made, so that none in parallel slips by, and refuses it while the account is closed: for a minute after ten failures, twice as long after
 * each further one, a quarter of an hour at most.
 */
export async function countAttempt(db: EntityManager, account: string): Promise<void> {
  const admitted = await db.query<unknown[]>(
    `INSERT INTO sign_in_locks AS kept (account, failures, closed_until) VALUES ($1, 1, now())
     ON CONFLICT (account) DO UPDATE SET last_at = now(),
       failures = CASE WHEN kept.last_at < now() - interval '1 day' THEN 1 ELSE kept.failures + 1 END,
       closed_until = CASE WHEN kept.last_at < now() - interval '1 day' OR kept.failures + 1 < $2 THEN now()
         ELSE now() + least(interval '15 minutes', interval '1 minute' * power(2, least(kept.failures + 1 - $2, 10))) END
     WHERE kept.closed_until <= now() RETURNING failures`,
    [account, FREE_FAILURES],
  );
  if (admitted.length > 0) return;
  const [kept] = await db.query<{ seconds: number }[]>(
    `SELECT ceil(extract(epoch FROM closed_until - now()))::int AS seconds FROM sign_in_locks WHERE account = $1`,
    [account],
  );
  throw fail('RATE_LIMITED', 'Too many attempts. Please wait and try again.', {
    retryAfter: Math.max(1, kept?.seconds ?? 1),
  });
}

/** Takes one attempt back that was never made. */
export async function uncountAttempt(db: EntityManager, account: string): Promise<void> {
  await db.query(
    'UPDATE sign_in_locks SET failures = greatest(failures - 1, 0), closed_until = now() WHERE account = $1',
    [account],
  );
}

/** Opens the account: its owner was here. */
export async function openAccount(db: EntityManager, account: string): Promise<void> {
  await db.query('DELETE FROM sign_in_locks WHERE account = $1', [account]);
}

/** Forgets old failures. */
export async function sweepLocks(db: EntityManager): Promise<void> {
  await db.query(`DELETE FROM sign_in_locks WHERE last_at < now() - interval '1 day'`);
  await db.query('DELETE FROM throttles WHERE expire < $1', [Date.now()]);
  await db.query('DELETE FROM sessions WHERE expires_at < now()');
}
