import { isUUID } from 'class-validator';
import { MoreThan, Not } from 'typeorm';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import type { AccountSession } from './second-factor/second-factor.types';
import { Session } from './session.entity';
import type { Account } from './account';
import { hashToken } from './sessions';

const MAX_LISTED = 100;

const currentHash = (ctx: Context) => hashToken(ctx, ctx.sessionToken ?? '');

/** Returns the account's sessions, last used first. */
export async function findSessions(ctx: Context, account: Account): Promise<AccountSession[]> {
  const sessions = await ctx.dataSource.manager.find(Session, {
    where: { ...account, expiresAt: MoreThan(new Date()) },
    order: { lastSeenAt: 'DESC' },
    take: MAX_LISTED,
  });
  return sessions.map(({ tokenHash, ...session }) => ({ ...session, isCurrent: tokenHash === currentHash(ctx) }));
}

/** Signs one session of the account out. */
export async function deleteSession(ctx: Context, account: Account, id: string): Promise<void> {
  const { affected } = isUUID(id) ? await ctx.dataSource.manager.delete(Session, { ...account, id }) : { affected: 0 };
  if (!affected) throw fail('NOT_FOUND', 'Session not found');
}

/** Signs all sessions of the account out except the caller's. */
export async function deleteOtherSessions(ctx: Context, account: Account): Promise<void> {
  await ctx.dataSource.manager.delete(Session, { ...account, tokenHash: Not(currentHash(ctx)) });
}
