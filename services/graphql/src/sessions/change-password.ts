import type { Context } from '../api/context';
import { Client } from '../clients/client.entity';
import { fieldError } from '../api/errors';
import { hashPassword, verifyPassword } from './password';
import { assertValidPassword } from './validate-password';
import { endAccountSessions, signedInAccount, startSession } from './sessions';
import { withSignInLimits } from './limits/limit-sign-in';
import { User } from './user.entity';

/** Changes the password of the caller's account. Ends all its sessions and starts a new one for the caller. */
export async function changePassword(ctx: Context, currentPassword: string, newPassword: string): Promise<void> {
  const session = signedInAccount(ctx);
  const [of, id, keyPrefix] =
    'userId' in session ? ([User, session.userId, 'user'] as const) : ([Client, session.clientId, 'client'] as const);
  const account = await ctx.dataSource
    .getRepository<User | Client>(of)
    .createQueryBuilder('account')
    .addSelect('account.passwordHash')
    .where('account.id = :id', { id })
    .getOneOrFail();
  const { username, passwordHash } = account;
  assertValidPassword('newPassword', newPassword, username);
  if (newPassword === currentPassword)
    throw fieldError('newPassword', 'New password must differ from the current password.');
  const wrongPassword = fieldError('currentPassword', 'This is not your current password.');
  await withSignInLimits(ctx, `${keyPrefix}:${username}`, {
    check: async () => ((await verifyPassword(passwordHash, currentPassword)) ? account : null),
    error: wrongPassword,
  });
  const newPasswordHash = await hashPassword(newPassword);
  await ctx.dataSource.transaction(async (db) => {
    // The password may have been changed concurrently.
    const { affected } = await db.update<User | Client>(
      of,
      { id, passwordHash: passwordHash! },
      { passwordHash: newPasswordHash },
    );
    if (!affected) throw wrongPassword;
    await endAccountSessions(db, session);
  });
  await startSession(ctx, session);
}
