import { Client, ClientStatus } from '../clients/client.entity';
import type { Context } from '../context';
import { fail } from '../failure';
import { refuseIfSpent, spend } from '../throttles';
import { verifyPassword } from './password';
import { startSession } from './sessions';
import { User } from './user.entity';

/** Signs somebody of the agency in. Five failures in 15 minutes from one address close the account to that address. */
export async function signIn(ctx: Context, username: string, password: string): Promise<User> {
  const user = await throttled(ctx, `user:${username.toLowerCase()}`, async () => {
    const found = await ctx.dataSource
      .getRepository(User)
      .createQueryBuilder('account')
      .addSelect('account.passwordHash')
      .where('lower(account.username) = lower(:username)', { username })
      .getOne();
    return (await verifyPassword(found?.passwordHash, password)) ? found : null;
  });
  await startSession(ctx, { userId: user.id });
  return user;
}

/** Signs a client in; the same throttle. Only one who knows the password learns that the account is inactive. */
export async function signInClient(ctx: Context, username: string, password: string): Promise<Client> {
  const client = await throttled(ctx, `client:${username.toLowerCase()}`, async () => {
    const found = await ctx.dataSource
      .getRepository(Client)
      .createQueryBuilder('client')
      .addSelect('client.passwordHash')
      .where('lower(client.username) = lower(:username)', { username })
      .getOne();
    const isRight = await verifyPassword(found?.passwordHash, password);
    return isRight && found?.authEnabled ? found : null;
  });
  if (client.status === ClientStatus.inactive) throw fail('FORBIDDEN', 'This account is inactive');
  await startSession(ctx, { clientId: client.id });
  return client;
}

async function throttled<Account>(ctx: Context, account: string, check: () => Promise<Account | null>): Promise<Account> {
  const key = `${account.slice(0, 120)}:${ctx.address}`;
  await refuseIfSpent(ctx.throttles.signIn, key);
  const found = await check();
  if (found === null) {
    await spend(ctx.throttles.signIn, key);
    throw fail('UNAUTHENTICATED', 'Invalid credentials');
  }
  await ctx.throttles.signIn.delete(key);
  return found;
}
