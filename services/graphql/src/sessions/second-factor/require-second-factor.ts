import { IsNull, Not } from 'typeorm';
import type { Context } from '../../api/context';
import { fail } from '../../api/errors';
import type { Account } from '../account';
import { Authenticator } from './authenticator.entity';
import { createChallenge } from './challenges';
import { Passkey } from './passkey.entity';

/** Whether signing in to the account with a password also takes a code or a passkey. */
export async function hasSecondFactor(ctx: Context, account: Account): Promise<boolean> {
  const { authenticator, passkeys } = await findSecondFactors(ctx, account);
  return authenticator || passkeys > 0;
}

/** Throws SECOND_FACTOR_REQUIRED with a challenge if a correct password is not enough for the account. */
export async function assertNoSecondFactor(ctx: Context, account: Account): Promise<void> {
  const { authenticator, passkeys } = await findSecondFactors(ctx, account);
  if (!authenticator && passkeys === 0) return;
  throw fail('SECOND_FACTOR_REQUIRED', 'Confirm your sign-in with a code or a passkey.', {
    challenge: await createChallenge(ctx, 'password', account),
    // A recovery code is always possible.
    methods: passkeys > 0 ? ['passkey', 'code'] : ['code'],
  });
}

/** Returns whether the account has a confirmed authenticator app, and its number of passkeys. */
export async function findSecondFactors(
  { dataSource }: Context,
  account: Account,
): Promise<{ authenticator: boolean; passkeys: number }> {
  const [authenticator, passkeys] = await Promise.all([
    dataSource.manager.existsBy(Authenticator, { ...account, confirmedAt: Not(IsNull()) }),
    dataSource.manager.countBy(Passkey, account),
  ]);
  return { authenticator, passkeys };
}
