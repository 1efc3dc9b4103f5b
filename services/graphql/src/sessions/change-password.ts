import type { Context } from '../api/context';
import { Client } from '../clients/client.entity';
import { badField, fail } from '../api/errors';
import { hashPassword, verifyPassword } from './password';
import { requireGoodPassword } from './password-problem';
import { endSessionsOf, startSession } from './sessions';
import { throttled } from './limit-sign-in';
import { User } from './user.entity';

/** Gives the caller's account another password. Every other session of it ends, and this one goes on under a new id. */
export async function changePassword(ctx: Context, currentPassword: string, newPassword: string): Promise<void> {
  const { of, id, session, throttle } = accountOf(ctx);
  const account = await ctx.dataSource
    .getRepository<User | Client>(of)
    .createQueryBuilder('account')
    .addSelect('account.passwordHash')
    .where('account.id = :id', { id })
    .getOneOrFail();
  const { username, passwordHash } = account;
  requireGoodPassword('newPassword', newPassword, username);
  if (newPassword === currentPassword) throw badField('newPassword', 'Choose a password that is not the current one');
  const wrong = badField('currentPassword', 'This is not your current password');
  await throttled(
    ctx,
    `${throttle}:${username}`,
    async () => ((await verifyPassword(passwordHash, currentPassword)) ? account : null),
    wrong,
  );
  const changed = await hashPassword(newPassword);
  await ctx.dataSource.transaction(async (db) => {
    // Somebody else may have changed it meanwhile, and knows another one now.
    const { affected } = await db.update<User | Client>(
      of,
      { id, passwordHash: passwordHash! },
      { passwordHash: changed },
    );
    if (!affected) throw wrong;
    await endSessionsOf(db, session);
  });
  await startSession(ctx, session);
}

function accountOf({ actor }: Context) {
  if (actor.role === 'admin')
    return { of: User, id: actor.userId, session: { userId: actor.userId }, throttle: 'user' };
  if (actor.role === 'client')
    return { of: Client, id: actor.clientId, session: { clientId: actor.clientId }, throttle: 'client' };
  throw fail('UNAUTHENTICATED', 'Please sign in');
}
