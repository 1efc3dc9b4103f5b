import { setTimeout } from 'node:timers/promises';
import type { Context } from '../../api/context';
import { fail } from '../../api/errors';
import { addressKey, assertWithinLimit, consume } from '../../api/rate-limiters';
import { findKnownDevice, signInKey } from './known-devices';
import { forgetFailures, revertSignInTurn, takeSignInTurn } from './sign-in-turns';

/** How `withSignInLimits` checks a password. */
interface PasswordCheck<Account> {
  /** Returns the account, or null if the password is wrong. */
  check: () => Promise<Account | null>;
  /** Whether signing in also takes a code or a passkey. */
  hasSecondFactor?: (account: Account) => Promise<boolean>;
  /** The error to throw if the password is wrong. */
  error?: Error;
}

/**
 * Checks a password within the rate limits. A browser that the account has signed in from is counted by itself, so that
 * nobody else's guesses can lock its user out. Other callers are counted per IP address, and per account and IP address
 * (`api/rate-limiters.ts`), and after ten failures of the account they take turns (`sign-in-turns.ts`).
 * @param account `user:` or `client:` and the entered username.
 */
export async function withSignInLimits<Account>(
  ctx: Context,
  account: string,
  { check, hasSecondFactor, error = fail('UNAUTHENTICATED', 'Invalid credentials') }: PasswordCheck<Account>,
): Promise<Account> {
  const { rateLimiters, dataSource, settings } = ctx;
  if (!settings.rateLimits) return accountOrThrow(error, await check());
  const key = signInKey(ctx, account);
  const device = await findKnownDevice(ctx, key);
  const address = addressKey(ctx);
  const counter = device ?? `${key}:${address}`;
  const limiter = rateLimiters.signInPerAccountAndAddress;
  if (device === null) await assertWithinLimit(rateLimiters.signInPerAddress, address);
  await consume(limiter, counter);
  const turn = device === null ? await takeSignInTurn(dataSource.manager, key) : { waitMs: 0 };
  if ('waitMs' in turn && turn.waitMs > 0) await setTimeout(turn.waitMs);
  const found = await check().catch(async (failure: unknown) => {
    await limiter.reward(counter);
    if (device === null && 'waitMs' in turn) await revertSignInTurn(dataSource.manager, key);
    throw failure;
  });
  // Without a turn, a correct password only counts if a second factor follows. Otherwise the response must not reveal
  // that it is correct.
  const isAccepted = found !== null && ('waitMs' in turn || (await hasSecondFactor?.(found)) === true);
  if (isAccepted) {
    await limiter.delete(counter);
    if (device === null) await forgetFailures(dataSource.manager, key);
    return found;
  }
  if (device === null) await consume(rateLimiters.signInPerAddress, address);
  if ('retryAfter' in turn) throw fail('RATE_LIMITED', 'Too many attempts. Please wait and try again.', turn);
  throw error;
}

function accountOrThrow<Account>(error: Error, result: Account | null): Account {
  if (result === null) throw error;
  return result;
}
