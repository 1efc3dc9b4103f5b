import type { EntityManager } from 'typeorm';
import { recordAuditEntry } from '../audit/record-audit-entry';
import { Client, ClientStatus } from '../clients/client.entity';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { hashPassword, isHashOutdated, verifyPassword } from './password';
import { startSession } from './sessions';
import { withSignInLimits } from './limit-sign-in';
import { User } from './user.entity';

/** Signs an administrator in. */
export async function signIn(ctx: Context, username: string, password: string): Promise<User> {
  const attempt = { operation: 'signIn', objectKind: 'admin' };
  const user = await withSignInLimits(ctx, `user:${username}`, async () => {
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
  });
  await recordAuditEntry(ctx, {
    ...attempt,
    actor: 'admin',
    userId: user.id,
    actorName: user.username,
    objectId: user.id,
    outcome: 'ok',
  });
  await startSession(ctx, { userId: user.id });
  return user;
}

/** Signs a client in. Whether the account is inactive is revealed only after the correct password. */
export async function signInClient(ctx: Context, username: string, password: string): Promise<Client> {
  const attempt = { operation: 'signInClient', objectKind: 'client' };
  const client = await withSignInLimits(ctx, `client:${username}`, async () => {
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
  });
  if (client.status === ClientStatus.inactive)
    throw fail('FORBIDDEN', 'This account is inactive. Ask your agency to activate it.');
  await recordAuditEntry(ctx, { ...attempt, actor: 'client', clientId: client.id, objectId: client.id, outcome: 'ok' });
  await startSession(ctx, { clientId: client.id });
  return client;
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
