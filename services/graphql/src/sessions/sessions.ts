import { createHmac, randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/access';
import type { Collaborators, Context } from '../api/context';
import { everything, tenant } from '../access/scope';
import { Session } from './session.entity';

const HOUR_MS = 60 * 60 * 1000;
/** How long a sign-in lasts at most, in ms. An administrator's ends before that when it is not used for half an hour. */
export const SESSION_LIFETIME_MS = { admin: 12 * HOUR_MS, client: 7 * 24 * HOUR_MS };

type Account = { userId: string } | { clientId: string };

/** Signs an account in under a new session id, and out of the session it came with. */
export async function startSession(ctx: Context, account: Account): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const whose = 'userId' in account ? 'admin' : 'client';
  await endSession(ctx);
  await ctx.dataSource.getRepository(Session).insert({
    tokenHash: hashToken(ctx, token),
    expiresAt: new Date(Date.now() + SESSION_LIFETIME_MS[whose]),
    ...account,
  });
  ctx.setSessionCookie({ token, whose });
  // What the answer says of the account is read as that account.
  Object.assign(ctx.scope, 'userId' in account ? everything() : tenant(account.clientId));
}

/** Forgets the caller's session. */
export async function endSession(ctx: Context): Promise<void> {
  if (ctx.sessionToken !== null)
    await ctx.dataSource.getRepository(Session).delete({ tokenHash: hashToken(ctx, ctx.sessionToken) });
  ctx.setSessionCookie(null);
}

/** Who a session cookie belongs to. An inactive client, or one whose login was switched off, is a visitor at once. */
export async function actorOfSession(at: Collaborators, token: string): Promise<Actor> {
  const tokenHash = hashToken(at, token);
  // By hand: every call asks it, and building it anew takes longer than asking.
  const [account] = await at.dataSource.query<
    { userId: string | null; username: string; clientId: string; isOpen: boolean; isStale: boolean }[]
  >(
    `SELECT u.id AS "userId", u.username, c.id AS "clientId", c.auth_enabled AND c.status = 'active' AS "isOpen", s.last_seen_at < now() - interval '1 minute' AS "isStale"
     FROM sessions s LEFT JOIN users u ON u.id = s.user_id LEFT JOIN clients c ON c.id = s.client_id
     WHERE s.token_hash = $1 AND s.expires_at > now()
       AND (s.user_id IS NULL OR (s.last_seen_at > now() - interval '30 minutes' AND s.created_at > now() - interval '12 hours'))`,
    [tokenHash],
  );
  if (account?.userId && account.isStale)
    await at.dataSource.query('UPDATE sessions SET last_seen_at = now() WHERE token_hash = $1', [tokenHash]);
  if (account?.userId) return { role: 'admin', userId: account.userId, username: account.username };
  if (account?.isOpen) return { role: 'client', clientId: account.clientId };
  return { role: 'visitor' };
}

/** What is kept of a token: its keyed hash. */
export function hashToken({ settings }: Collaborators, token: string): string {
  return createHmac('sha256', settings.sessionSecret).update(token).digest('base64url');
}

/** Signs an account out everywhere. */
export async function endSessionsOf(db: EntityManager, account: Account): Promise<void> {
  await db.delete(Session, account);
}
