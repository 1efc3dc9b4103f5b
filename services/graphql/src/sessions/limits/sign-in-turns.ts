import type { EntityManager } from 'typeorm';

/** Failed sign-ins of an account from unknown browsers within a day before further ones take turns. */
const FREE_FAILURES = 10;
/** Time between two turns of one account, in seconds: at most 1,200 guesses an hour. */
const TURN_SECONDS = 3;
/** The longest wait for a turn, in seconds. */
const MAX_WAIT_SECONDS = 6;

/** When a sign-in may be checked: after `waitMs`, or not before `retryAfter` seconds because too many wait already. */
export type SignInTurn = { waitMs: number } | { retryAfter: number };

/**
 * Takes the next turn of an account and counts the attempt as a failure, before the password is checked, so that
 * parallel attempts cannot evade the limit. The first ten need not wait. Nobody waits longer than a few seconds, so that
 * guesses do not lock the account's owner out.
 */
export async function takeSignInTurn(db: EntityManager, account: string): Promise<SignInTurn> {
  // Not `now()`, the start of this statement's transaction: a concurrent attempt may have started later.
  const [turn] = await db.query<{ waitMs: number }[]>(
    `INSERT INTO sign_in_attempts AS attempt (account, failures, next_turn_at) VALUES ($1, 1, now())
     ON CONFLICT (account) DO UPDATE SET last_failure_at = now(),
       failures = CASE WHEN attempt.last_failure_at < now() - interval '1 day' THEN 1 ELSE attempt.failures + 1 END,
       next_turn_at = CASE WHEN attempt.last_failure_at < now() - interval '1 day' OR attempt.failures < $2 THEN now()
         ELSE greatest(attempt.next_turn_at, clock_timestamp()) + make_interval(secs => $3) END
     WHERE attempt.next_turn_at <= clock_timestamp() + make_interval(secs => $4)
     RETURNING greatest(0, extract(epoch FROM next_turn_at - clock_timestamp()) - $3)::float8 * 1000 AS "waitMs"`,
    [account, FREE_FAILURES, TURN_SECONDS, MAX_WAIT_SECONDS],
  );
  return turn ?? { retryAfter: TURN_SECONDS };
}

/** Forgets one failure, because the password was not checked. */
export async function revertSignInTurn(db: EntityManager, account: string): Promise<void> {
  await db.query('UPDATE sign_in_attempts SET failures = greatest(failures - 1, 0) WHERE account = $1', [account]);
}

/** Forgets the failures of an account after its password was entered. */
export async function forgetFailures(db: EntityManager, account: string): Promise<void> {
  await db.query('DELETE FROM sign_in_attempts WHERE account = $1', [account]);
}
