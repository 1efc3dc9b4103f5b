import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { assertWithinLimit, consume } from '../api/rate-limiters';
import { countSignInAttempt, unlockAccount, revertSignInAttempt } from './lock-account';

/**
 * Checks a password within the rate limits: failures per account and IP address and per IP address
 * (`api/rate-limiters.ts`), and per account before it is locked for a while (`lock-account.ts`). An IP address that the
 * account signed in from recently is exempt from the lock, so that attackers cannot lock the owner out.
 * @param check Returns the account, or null if the password is wrong.
 * @param error The error to throw if the password is wrong.
 */
export async function withSignInLimits<Account>(
  ctx: Context,
  account: string,
  check: () => Promise<Account | null>,
  error = fail('UNAUTHENTICATED', 'Invalid credentials'),
): Promise<Account> {
  const { rateLimiters, dataSource, settings } = ctx;
  if (!settings.rateLimits) return accountOrThrow(error, await check());
  const address = networkOf(ctx.ipAddress);
  // Hashed, because users sometimes enter their password as the username.
  const key = createHmac('sha256', settings.sessionSecret).update(account.toLowerCase()).digest('base64url');
  const accountAndAddress = `${key}:${address}`;
  const isKnown = (await rateLimiters.knownAddresses.get(accountAndAddress)) !== null;
  await assertWithinLimit(rateLimiters.signInPerAddress, address);
  await consume(rateLimiters.signInPerAccountAndAddress, accountAndAddress);
  if (!isKnown) await countSignInAttempt(dataSource.manager, key);
  const result = await check().catch(async (failure: unknown) => {
    await rateLimiters.signInPerAccountAndAddress.reward(accountAndAddress);
    if (!isKnown) await revertSignInAttempt(dataSource.manager, key);
    throw failure;
  });
  if (result === null) await consume(rateLimiters.signInPerAddress, address);
  else {
    await rateLimiters.signInPerAccountAndAddress.delete(accountAndAddress);
    if (!isKnown) await unlockAccount(dataSource.manager, key);
    await rateLimiters.knownAddresses.set(accountAndAddress, 1, rateLimiters.knownAddresses.duration);
  }
  return accountOrThrow(error, result);
}

function accountOrThrow<Account>(error: Error, result: Account | null): Account {
  if (result === null) throw error;
  return result;
}

/**
 * Returns the /64 network of an IPv6 address, because its holder controls all of it. IPv4 addresses are returned
 * unchanged.
 */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const groups = [...head.split(':'), ...(tail === undefined ? [] : ['0', '0', '0', '0'])];
  return `${groups
    .slice(0, 4)
    .map((group) => group || '0')
    .join(':')}::/64`;
}
