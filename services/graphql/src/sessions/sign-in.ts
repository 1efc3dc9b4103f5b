import type { EntityManager } from 'typeorm';
import { recordAuditEntry } from '../audit/record-audit-entry';
import { Client, ClientStatus } from '../clients/client.entity';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { hashPassword, isHashOutdated, verifyPassword } from './password';
import { rememberDevice } from './limits/known-devices';
import { assertNoSecondFactor, hasSecondFactor } from './second-factor/require-second-factor';
import { startSession } from './sessions';
import { withSignInLimits } from './limits/limit-sign-in';
import { User } from './user.entity';

/** Signs an administrator in. */
export async function signIn(ctx: Context, username: string, password: string): Promise<User> {
  const attempt = { operation: 'signIn', objectKind: 'admin' };
  const check = async () => {
    const found = await ctx.dataSource
      .getRepository(User)
      .createQueryBuilder('account')
      .addSelect('account.passwordHash')
      .where('lower(account.username) = lower(:username)', { username })
      .getOne();
    if (!(await verifyPassword(found?.passwordHash, password)) || !found) {
      return recordAuditEntry(ctx, {
        ...attempt,
        actor: 'unknown',
        objectId: found?.id ?? null,
        outcome: 'UNAUTHENTICATED',
      });
    }
    await rehash(ctx.dataSource.manager, User, found, password);
    return found;
  };
  const needsSecondFactor = ({ id }: User) => hasSecondFactor(ctx, { userId: id });
  const user = await withSignInLimits(ctx, `user:${username}`, { check, hasSecondFactor: needsSecondFactor });
  await assertNoSecondFactor(ctx, { userId: user.id });
  await completeSignIn(ctx, user);
  return user;
}

/** Signs a client in. Whether the account is inactive is revealed only after the correct password. */
export async function signInClient(ctx: Context, username: string, password: string): Promise<Client> {
  const attempt = { operation: 'signInClient', objectKind: 'client' };
  const check = async () => {
    const found = await ctx.dataSource
      .getRepository(Client)
      .createQueryBuilder('client')
      .addSelect('client.passwordHash')
      .where('lower(client.username) = lower(:username)', { username })
      .getOne();
    const isRight = await verifyPassword(found?.passwordHash, password);
    if (!isRight || !found?.authEnabled) {
      return recordAuditEntry(ctx, {
        ...attempt,
        actor: 'unknown',
        clientId: found?.id ?? null,
        objectId: found?.id ?? null,
        outcome: 'UNAUTHENTICATED',
      });
    }
    await rehash(ctx.dataSource.manager, Client, found, password);
    return found;
  };
  const needsSecondFactor = ({ id }: Client) => hasSecondFactor(ctx, { clientId: id });
  const client = await withSignInLimits(ctx, `client:${username}`, { check, hasSecondFactor: needsSecondFactor });
  assertActive(client);
  await assertNoSecondFactor(ctx, { clientId: client.id });
  await completeSignIn(ctx, client);
  return client;
}

function assertActive({ status }: Client): void {
  if (status === ClientStatus.inactive)
    throw fail('FORBIDDEN', 'This account is inactive. Ask your agency to activate it.');
}

/** Starts the session of an account that has proved its identity, and makes the browser known to it. */
export async function completeSignIn(ctx: Context, account: User | Client): Promise<void> {
  const { id, username } = account;
  const isClient = account instanceof Client;
  if (isClient) assertActive(account);
  await recordAuditEntry(ctx, {
    objectId: id,
    outcome: 'ok',
    ...(isClient
      ? { operation: 'signInClient', objectKind: 'client', actor: 'client', clientId: id }
      : { operation: 'signIn', objectKind: 'admin', actor: 'admin', userId: id, actorName: username }),
  });
  await rememberDevice(ctx, `${isClient ? 'client' : 'user'}:${username}`);
  await startSession(ctx, isClient ? { clientId: id } : { userId: id });
}

/** Rehashes the password if its hash has outdated parameters, unless it was changed concurrently. */
async function rehash(
  db: EntityManager,
  entity: typeof User | typeof Client,
  { id, passwordHash }: { id: string; passwordHash: string | null },
  password: string,
): Promise<void> {
  if (passwordHash === null || !isHashOutdated(passwordHash)) return;
  await db.update<User | Client>(entity, { id, passwordHash }, { passwordHash: await hashPassword(password) });
}
