import type { EntityTarget } from 'typeorm';
import type { Context } from '../api/context';
import { fieldError } from '../api/errors';
import { type AccountRow, findAccountRow, signedInAccount, signInName } from './account';
import { hashPassword, verifyPassword } from './password';
import { assertValidPassword } from './validate-password';
import { endAccountSessions, startSession } from './sessions';
import { withSignInLimits } from './limits/limit-sign-in';

/** Changes the password of the caller's account. Ends all its sessions and starts a new one for the caller. */
export async function changePassword(ctx: Context, currentPassword: string, newPassword: string): Promise<void> {
  const account = signedInAccount(ctx);
  const row = await findAccountRow(ctx, account);
  const { id, username } = row;
  const of = ctx.dataSource.getRepository<AccountRow>(row.constructor as EntityTarget<AccountRow>);
  const { passwordHash } = await of
    .createQueryBuilder('account')
    .addSelect('account.passwordHash')
    .where('account.id = :id', { id })
    .getOneOrFail();
  assertValidPassword('newPassword', newPassword, username);
  if (newPassword === currentPassword)
    throw fieldError('newPassword', 'New password must differ from the current password.');
  const wrongPassword = fieldError('currentPassword', 'This is not your current password.');
  await withSignInLimits(ctx, signInName(row), {
    check: async () => ((await verifyPassword(passwordHash, currentPassword)) ? row : null),
    error: wrongPassword,
  });
  const newPasswordHash = await hashPassword(newPassword);
  await ctx.dataSource.transaction(async (db) => {
    // The password may have been changed concurrently.
    const { affected } = await db.update<AccountRow>(
      of.target,
      { id, passwordHash: passwordHash! },
      { passwordHash: newPasswordHash },
    );
    if (!affected) throw wrongPassword;
    await endAccountSessions(db, account);
  });
  await startSession(ctx, row);
}
