import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { Client } from '../clients/client.entity';
import { Member } from './members/member.entity';
import { User } from './user.entity';

/** The account of an administrator, of a client or of a member of its team. */
export type Account = { userId: string } | { clientId: string } | { memberId: string };

/** The row of an account. That of a member has its client. */
export type AccountRow = User | Client | Member;

/** Returns the caller's account. Throws UNAUTHENTICATED if nobody is signed in. */
export function signedInAccount({ actor }: Context): Account {
  if (actor.role === 'admin') return { userId: actor.userId };
  if (actor.role === 'client') return actor.member ? { memberId: actor.member.id } : { clientId: actor.clientId };
  throw fail('UNAUTHENTICATED', 'Please sign in.');
}

/** Returns the account that a row of a table with a column for each kind of account belongs to. */
export function accountOfRow(row: {
  userId: string | null;
  clientId: string | null;
  memberId: string | null;
}): Account {
  const { userId, clientId, memberId } = row;
  if (userId !== null) return { userId };
  if (clientId !== null) return { clientId };
  if (memberId !== null) return { memberId };
  throw new Error('The row belongs to no account');
}

export function accountOf(row: AccountRow): Account {
  if (row instanceof User) return { userId: row.id };
  return row instanceof Client ? { clientId: row.id } : { memberId: row.id };
}

/** Loads the row of an account, which must exist. */
export function findAccountRow({ dataSource }: Context, account: Account): Promise<AccountRow> {
  const { manager } = dataSource;
  if ('userId' in account) return manager.findOneByOrFail(User, { id: account.userId });
  if ('clientId' in account) return manager.findOneByOrFail(Client, { id: account.clientId });
  return manager.findOneOrFail(Member, { where: { id: account.memberId }, relations: { client: true } });
}

/** Returns the client that an account signs in to, or null for an administrator. */
export function clientOf(row: AccountRow): Client | null {
  if (row instanceof User) return null;
  return row instanceof Client ? row : row.client;
}

/**
 * Returns the name under which sign-ins of an account are limited. Clients and members share one sign-in, where a
 * username is unique.
 */
export const signInName = (row: AccountRow): string =>
  `${row instanceof User ? 'user' : 'client'}:${row.username ?? ''}`;
