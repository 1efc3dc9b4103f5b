import type { EntityManager } from 'typeorm';
import { recordAuditEntry } from '../audit/record-audit-entry';
import { Client, ClientStatus } from '../clients/client.entity';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { hashPassword, isHashOutdated, verifyPassword } from './password';
import { rememberDevice } from './limits/known-devices';
import { assertNoSecondFactor, hasSecondFactor } from './second-factor/require-second-factor';
import { type AccountRow, accountOf, clientOf, signInName } from './account';
import { Member } from './members/member.entity';
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

/**
 * Signs a client or a member of its team in, and returns the client. Whether the client is inactive is revealed only
 * after the correct password.
 */
export async function signInClient(ctx: Context, username: string, password: string): Promise<Client> {
  const check = async () => {
    const found = await findByUsername(ctx, username);
    const isRight = await verifyPassword(found?.passwordHash, password);
    const client = found && clientOf(found);
    if (!isRight || !client?.authEnabled) {
      return recordAuditEntry(ctx, {
        ...{ operation: 'signInClient', objectKind: found instanceof Member ? 'member' : 'client', actor: 'unknown' },
        clientId: client?.id ?? null,
        objectId: found?.id ?? null,
        outcome: 'UNAUTHENTICATED',
      });
    }
    await rehash(ctx.dataSource.manager, found instanceof Member ? Member : Client, found!, password);
    return found;
  };
  const needsSecondFactor = (row: Client | Member) => hasSecondFactor(ctx, accountOf(row));
  const account = await withSignInLimits(ctx, `client:${username}`, { check, hasSecondFactor: needsSecondFactor });
  const client = clientOf(account)!;
  assertActive(client);
  await assertNoSecondFactor(ctx, accountOf(account));
  await completeSignIn(ctx, account);
  return client;
}

/** Returns the client or member with a username, with its password hash. */
async function findByUsername({ dataSource }: Context, username: string): Promise<Client | Member | null> {
  const [{ id }] = await dataSource.query<[{ id: string | null }]>('SELECT account_of_username($1) AS id', [username]);
  if (id === null) return null;
  const client = await dataSource
    .getRepository(Client)
    .createQueryBuilder('client')
    .addSelect('client.passwordHash')
    .where('client.id = :id', { id })
    .getOne();
  if (client) return client;
  return dataSource
    .getRepository(Member)
    .createQueryBuilder('member')
    .addSelect('member.passwordHash')
    .innerJoinAndSelect('member.client', 'client')
    .where('member.id = :id', { id })
    .getOne();
}

function assertActive({ status }: Client): void {
  if (status === ClientStatus.inactive)
    throw fail('FORBIDDEN', 'This account is inactive. Ask your agency to activate it.');
}

/** Starts the session of an account that has proved its identity, and makes the browser known to it. */
export async function completeSignIn(ctx: Context, account: AccountRow): Promise<void> {
  const { id, username } = account;
  const client = clientOf(account);
  if (client) assertActive(client);
  await recordAuditEntry(ctx, {
    objectId: id,
    outcome: 'ok',
    ...(client
      ? { operation: 'signInClient', actor: 'client', clientId: client.id }
      : { operation: 'signIn', objectKind: 'admin', actor: 'admin', userId: id, actorName: username }),
    ...(account instanceof Client && { objectKind: 'client' }),
    ...(account instanceof Member && { objectKind: 'member', actorName: account.name }),
  });
  await rememberDevice(ctx, signInName(account));
  await startSession(ctx, account);
}

/** Rehashes the password if its hash has outdated parameters, unless it was changed concurrently. */
async function rehash(
  db: EntityManager,
  entity: typeof User | typeof Client | typeof Member,
  { id, passwordHash }: { id: string; passwordHash: string | null },
  password: string,
): Promise<void> {
  if (passwordHash === null || !isHashOutdated(passwordHash)) return;
  await db.update<AccountRow>(entity, { id, passwordHash }, { passwordHash: await hashPassword(password) });
}
