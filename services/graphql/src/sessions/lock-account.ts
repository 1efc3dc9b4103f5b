import type { EntityManager } from 'typeorm';
import { fail } from '../api/errors';

/** Failed sign-ins of an account, across all IP addresses, before it is locked for the first time. */
const FAILURES_BEFORE_LOCK = 10;

/**
 * Counts a sign-in attempt and throws RATE_LIMITED while the account is locked: for one minute after ten failures,
 * twice as long after each further failure, up to 15 minutes. Attempts are counted before the password is checked, so
 * that parallel ones cannot evade the limit.
 */
export async function countSignInAttempt(db: EntityManager, account: string): Promise<void> {
  // Not `now()`, the start of this statement's transaction: a concurrent attempt may have started later.
  const admitted = await db.query<unknown[]>(
    `INSERT INTO sign_in_locks AS lock (account, failures, locked_until) VALUES ($1, 1, now())
     ON CONFLICT (account) DO UPDATE SET last_failure_at = now(),
       failures = CASE WHEN lock.last_failure_at < now() - interval '1 day' THEN 1 ELSE lock.failures + 1 END,
       locked_until = CASE WHEN lock.last_failure_at < now() - interval '1 day' OR lock.failures + 1 < $2 THEN now()
         ELSE now() + least(interval '15 minutes', interval '1 minute' * power(2, least(lock.failures + 1 - $2, 10))) END
     WHERE lock.locked_until <= clock_timestamp() RETURNING failures`,
    [account, FAILURES_BEFORE_LOCK],
  );
  if (admitted.length > 0) return;
  const [lock] = await db.query<{ seconds: number }[]>(
    `SELECT ceil(extract(epoch FROM locked_until - now()))::int AS seconds FROM sign_in_locks WHERE account = $1`,
    [account],
  );
  throw fail('RATE_LIMITED', 'Too many attempts. Please wait and try again.', {
    retryAfter: Math.max(1, lock?.seconds ?? 1),
  });
}

/** Reverts `countSignInAttempt` for an attempt whose password was not checked. */
export async function revertSignInAttempt(db: EntityManager, account: string): Promise<void> {
  await db.query(
    'UPDATE sign_in_locks SET failures = greatest(failures - 1, 0), locked_until = now() WHERE account = $1',
    [account],
  );
}

/** Unlocks an account after a successful sign-in. */
export async function unlockAccount(db: EntityManager, account: string): Promise<void> {
  await db.query('DELETE FROM sign_in_locks WHERE account = $1', [account]);
}
