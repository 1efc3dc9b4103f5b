import { createHmac, randomBytes } from 'node:crypto';
import { type EntityManager, LessThan, MoreThan } from 'typeorm';
import type { Actor } from '../access';
import { Client, ClientStatus } from '../clients/client.entity';
import type { Collaborators, Context } from '../context';
import { Session } from './session.entity';
import { User } from './user.entity';

/** Name of the one session cookie. */
export const SESSION_COOKIE = 'dripline_session';
/** How long a sign-in lasts, in ms: a week. */
export const SESSION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

type Account = { userId: string } | { clientId: string };

/** Signs an account in under a new session id, and out of the session it came with. */
export async function startSession(ctx: Context, account: Account): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const sessions = ctx.dataSource.getRepository(Session);
  await endSession(ctx);
  await sessions.delete({ expiresAt: LessThan(new Date()) });
  await sessions.insert({ tokenHash: hashToken(ctx, token), expiresAt: new Date(Date.now() + SESSION_LIFETIME_MS), ...account });
  ctx.setSessionCookie(token);
}

/** Forgets the caller's session. */
export async function endSession(ctx: Context): Promise<void> {
  if (ctx.sessionToken !== null) await ctx.dataSource.getRepository(Session).delete({ tokenHash: hashToken(ctx, ctx.sessionToken) });
  ctx.setSessionCookie(null);
}

/** Who a session cookie belongs to. An inactive client, or one whose login was switched off, is a visitor at once. */
export async function actorOfSession(at: Collaborators, token: string): Promise<Actor> {
  const session = await at.dataSource
    .getRepository(Session)
    .createQueryBuilder('session')
    .leftJoinAndMapOne('session.user', User, 'account', 'account.id = session.user_id')
    .leftJoinAndMapOne('session.client', Client, 'client', 'client.id = session.client_id')
    .where({ tokenHash: hashToken(at, token), expiresAt: MoreThan(new Date()) })
    .getOne();
  if (session?.user) return { role: 'admin', userId: session.user.id, username: session.user.username };
  const client = session?.client;
  if (client?.authEnabled && client.status === ClientStatus.active) return { role: 'client', clientId: client.id };
  return { role: 'visitor' };
}

function hashToken({ settings }: Collaborators, token: string): string {
  return createHmac('sha256', settings.sessionSecret).update(token).digest('base64url');
}

/** Signs a client out everywhere. */
export async function endSessionsOfClient(db: EntityManager, clientId: string): Promise<void> {
  await db.delete(Session, { clientId });
}
