import { createHmac, randomBytes } from 'node:crypto';
import { type EntityManager, LessThan } from 'typeorm';
import type { Actor } from '../access';
import type { Collaborators, Context } from '../context';
import { Session } from './session.entity';

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
  // By hand: every call asks it, and building it anew takes longer than asking.
  const [account] = await at.dataSource.query<{ userId: string | null; username: string; clientId: string; isOpen: boolean }[]>(
    `SELECT u.id AS "userId", u.username, c.id AS "clientId", c.auth_enabled AND c.status = 'active' AS "isOpen"
     FROM sessions s LEFT JOIN users u ON u.id = s.user_id LEFT JOIN clients c ON c.id = s.client_id
     WHERE s.token_hash = $1 AND s.expires_at > now()`,
    [hashToken(at, token)],
  );
  if (account?.userId) return { role: 'admin', userId: account.userId, username: account.username };
  if (account?.isOpen) return { role: 'client', clientId: account.clientId };
  return { role: 'visitor' };
}

function hashToken({ settings }: Collaborators, token: string): string {
  return createHmac('sha256', settings.sessionSecret).update(token).digest('base64url');
}

/** Signs a client out everywhere. */
export async function endSessionsOfClient(db: EntityManager, clientId: string): Promise<void> {
  await db.delete(Session, { clientId });
}
