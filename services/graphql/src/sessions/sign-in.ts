import type { EntityManager } from 'typeorm';
import { Client, ClientStatus } from '../clients/client.entity';
import type { Context } from '../context';
import { fail } from '../failure';
import { hashPassword, isOutdated, verifyPassword } from './password';
import { startSession } from './sessions';
import { throttled } from './throttle-sign-in';
import { User } from './user.entity';

/** Signs somebody of the agency in. */
export async function signIn(ctx: Context, username: string, password: string): Promise<User> {
  const user = await throttled(ctx, `user:${username}`, async () => {
    const found = await ctx.dataSource
      .getRepository(User)
      .createQueryBuilder('account')
      .addSelect('account.passwordHash')
      .where('lower(account.username) = lower(:username)', { username })
      .getOne();
    if (!(await verifyPassword(found?.passwordHash, password)) || !found) return null;
    await rehash(ctx.dataSource.manager, User, found, password);
    return found;
  });
  await startSession(ctx, { userId: user.id });
  return user;
}

/** Signs a client in. Only one who knows the password learns that the account is inactive. */
export async function signInClient(ctx: Context, username: string, password: string): Promise<Client> {
  const client = await throttled(ctx, `client:${username}`, async () => {
    const found = await ctx.dataSource
      .getRepository(Client)
      .createQueryBuilder('client')
      .addSelect('client.passwordHash')
      .where('lower(client.username) = lower(:username)', { username })
      .getOne();
    const isRight = await verifyPassword(found?.passwordHash, password);
    if (!isRight || !found?.authEnabled) return null;
    await rehash(ctx.dataSource.manager, Client, found, password);
    return found;
  });
  if (client.status === ClientStatus.inactive) throw fail('FORBIDDEN', 'This account is inactive');
  await startSession(ctx, { clientId: client.id });
  return client;
}

/** What was hashed with weaker parameters is hashed anew while the password is at hand; one that was changed meanwhile stays. */
async function rehash(db: EntityManager, of: typeof User | typeof Client, { id, passwordHash }: { id: string; passwordHash: string | null }, password: string): Promise<void> {
  if (passwordHash === null || !isOutdated(passwordHash)) return;
  await db.update<User | Client>(of, { id, passwordHash }, { passwordHash: await hashPassword(password) });
}
