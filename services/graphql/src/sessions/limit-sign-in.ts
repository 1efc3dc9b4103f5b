import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { refuseIfSpent, spend } from '../api/rate-limits';
import { countAttempt, openAccount, uncountAttempt } from './lock-account';

/** How long an address that an account signed in from is known, in seconds. */
const KNOWN_FOR = 30 * 24 * 60 * 60;

/**
 * Lets somebody try a password: five times in 15 minutes for an account from one address, fifty times from one address, and ten times for an account from everywhere before it closes
 * for a while. It never closes to an address that it signed in from lately, so that guessing locks nobody out. `check` answers null for what is wrong, and `refusal` is what the
 * caller hears then.
 */
export async function throttled<Account>(
  ctx: Context,
  account: string,
  check: () => Promise<Account | null>,
  refusal = fail('UNAUTHENTICATED', 'Invalid credentials'),
): Promise<Account> {
  const { throttles, dataSource, settings } = ctx;
  if (!settings.rateLimits) return foundOr(refusal, await check());
  const address = networkOf(ctx.address);
  // Hashed: what somebody types for a username may be a password.
  const key = createHmac('sha256', settings.sessionSecret).update(account.toLowerCase()).digest('base64url');
  const pair = `${key}:${address}`;
  const isKnown = (await throttles.knownAddress.get(pair)) !== null;
  await refuseIfSpent(throttles.signInAddress, address);
  await spend(throttles.signIn, pair);
  if (!isKnown) await countAttempt(dataSource.manager, key);
  const found = await check().catch(async (error: unknown) => {
    await throttles.signIn.reward(pair);
    if (!isKnown) await uncountAttempt(dataSource.manager, key);
    throw error;
  });
  if (found === null) await spend(throttles.signInAddress, address);
  else {
    await throttles.signIn.delete(pair);
    if (!isKnown) await openAccount(dataSource.manager, key);
    await throttles.knownAddress.set(pair, 1, KNOWN_FOR);
  }
  return foundOr(refusal, found);
}

function foundOr<Account>(refusal: Error, found: Account | null): Account {
  if (found === null) throw refusal;
  return found;
}

/** Whoever has an IPv6 address has the 64 bits of its network. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const groups = [...head.split(':'), ...(tail === undefined ? [] : ['0', '0', '0', '0'])];
  return `${groups
    .slice(0, 4)
    .map((group) => group || '0')
    .join(':')}::/64`;
}
