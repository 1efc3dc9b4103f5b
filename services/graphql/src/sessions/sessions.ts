import { createHmac, randomBytes } from 'node:crypto';
import { type SessionRole, sessionRoles } from '@dripline/contract/sessions';
import { type EntityManager, IsNull, Not } from 'typeorm';
import type { Actor } from '../access/access';
import type { Dependencies, Context, SessionTokens } from '../api/context';
import { systemScope, clientScope } from '../access/scope';
import { truncateAddress } from '../audit/record-audit-entry';
import { type Account, type AccountRow, accountOf, clientOf } from './account';
import { describeDevice } from './describe-device';
import { Member, type MemberRole } from './members/member.entity';
import { SignInChallenge } from './second-factor/sign-in-challenge.entity';
import { Session } from './session.entity';

const HOUR_MS = 60 * 60 * 1000;
/**
 * Maximum lifetime of a session, in milliseconds. An administrator's session also ends after 30 minutes without use.
 */
export const SESSION_LIFETIME_MS = { admin: 12 * HOUR_MS, client: 7 * 24 * HOUR_MS };

/** Starts a session for an account and ends the browser's session of the same role. That of the other role goes on. */
export async function startSession(ctx: Context, row: AccountRow): Promise<void> {
  const token = randomBytes(32).toString('base64url');
  const client = clientOf(row);
  const role = client === null ? 'admin' : 'client';
  await endSession(ctx, role);
  await ctx.dataSource.getRepository(Session).insert({
    tokenHash: hashToken(ctx, token),
    expiresAt: new Date(Date.now() + SESSION_LIFETIME_MS[role]),
    device: describeDevice(ctx.viewHeaders.userAgent),
    network: truncateAddress(ctx.ipAddress),
    ...accountOf(row),
  });
  ctx.setSessionCookie(role, token);
  // The rest of the request, including the response fields, is resolved with the account's scope.
  Object.assign(ctx.scope, client === null ? systemScope() : clientScope(client.id));
}

/** Ends the browser's session of a role and clears its cookie. */
export async function endSession(ctx: Context, role: SessionRole): Promise<void> {
  const token = ctx.sessionTokens[role];
  if (token !== null)
    await ctx.dataSource.getRepository(Session).delete({
      tokenHash: hashToken(ctx, token),
      // A former cookie may be that of the other role.
      userId: role === 'admin' ? Not(IsNull()) : IsNull(),
    });
  ctx.setSessionCookie(role, null);
}

/**
 * Returns the account of the first role that is signed in. A token counts only for the role of its cookie. The session of
 * an inactive client, or of one whose login was disabled, counts as a visitor.
 *
 * @param roles The roles that the request may act as. Sessions of others are not read.
 * @param isUse Whether to store that the session was used.
 */
export async function findSessionActor(
  dependencies: Dependencies,
  tokens: SessionTokens,
  roles: readonly SessionRole[],
  isUse: boolean,
): Promise<Actor> {
  const [adminHash, clientHash] = sessionRoles.map((role) => {
    const token = roles.includes(role) ? tokens[role] : null;
    return token === null ? null : hashToken(dependencies, token);
  });
  // Raw SQL, because this runs on every request and the query builder takes longer than the query.
  const [account] = await dependencies.dataSource.query<
    {
      userId: string | null;
      username: string;
      lacksSecondFactor: boolean;
      askedAt: Date | null;
      clientId: string;
      memberId: string | null;
      memberName: string;
      memberRole: MemberRole;
      isStale: boolean;
      tokenHash: string;
    }[]
  >(
    // OFFSET keeps the expression from becoming a condition on the table, for which Postgres would read all clients.
    `SELECT u.id AS "userId", u.username, u.second_factor_asked_at AS "askedAt", u.id IS NOT NULL AND NOT EXISTS (SELECT FROM passkeys WHERE user_id = u.id)
       AND NOT EXISTS (SELECT FROM authenticators WHERE user_id = u.id AND confirmed_at IS NOT NULL) AS "lacksSecondFactor", c.id AS "clientId", m.id AS "memberId", m.name AS "memberName", m.role AS "memberRole", s.token_hash AS "tokenHash", s.last_seen_at < now() - interval '1 minute' AS "isStale"
     FROM sessions s LEFT JOIN users u ON u.id = s.user_id LEFT JOIN members m ON m.id = s.member_id
     CROSS JOIN LATERAL (SELECT coalesce(s.client_id, m.client_id) AS id OFFSET 0) own LEFT JOIN clients c ON c.id = own.id
     WHERE s.token_hash IN ($1, $2) AND s.expires_at > now() AND CASE WHEN s.user_id IS NULL
       THEN s.token_hash = $2 AND c.auth_enabled AND c.status = 'active'
       ELSE s.token_hash = $1 AND s.last_seen_at > now() - interval '30 minutes' AND s.created_at > now() - interval '12 hours' END
     ORDER BY (s.user_id IS NOT NULL) = $3 DESC LIMIT 1`,
    [adminHash, clientHash, roles[0] === 'admin'],
  );
  if (!account) return { role: 'visitor' };
  if (account.isStale && isUse)
    await dependencies.dataSource.query('UPDATE sessions SET last_seen_at = now() WHERE token_hash = $1', [
      account.tokenHash,
    ]);
  if (account.userId !== null) {
    const { userId, username, lacksSecondFactor, askedAt } = account;
    const days = dependencies.settings.adminSecondFactorDays;
    if (days === null || !lacksSecondFactor) return { role: 'admin', userId, username, secondFactorDueAt: null };
    const since = askedAt ?? (await askForSecondFactor(dependencies, userId));
    return { role: 'admin', userId, username, secondFactorDueAt: new Date(since.getTime() + days * 24 * HOUR_MS) };
  }
  const { clientId, memberId, memberName, memberRole } = account;
  if (memberId === null) return { role: 'client', clientId };
  return { role: 'client', clientId, member: { id: memberId, name: memberName, role: memberRole } };
}

/** Records that an administrator was asked for a second factor now, unless it was before. Returns when. */
async function askForSecondFactor({ dataSource }: Dependencies, userId: string): Promise<Date> {
  const [[{ askedAt }]] = await dataSource.query<[[{ askedAt: Date }]]>(
    'UPDATE users SET second_factor_asked_at = coalesce(second_factor_asked_at, now()) WHERE id = $1 RETURNING second_factor_asked_at AS "askedAt"',
    [userId],
  );
  return askedAt;
}

/** Returns the keyed hash under which a token is stored. */
export function hashToken({ settings }: Dependencies, token: string): string {
  return createHmac('sha256', settings.sessionSecret).update(token).digest('base64url');
}

/** Ends all sessions of an account, and its sign-ins that have begun. */
export async function endAccountSessions(db: EntityManager, account: Account): Promise<void> {
  await db.delete(Session, account);
  await db.delete(SignInChallenge, account);
}

/** Ends all sessions of a client and of the members of its team, and their sign-ins that have begun. */
export async function endClientSessions(db: EntityManager, clientId: string): Promise<void> {
  await endAccountSessions(db, { clientId });
  for (const { id } of await db.find(Member, { select: { id: true }, where: { clientId } }))
    await endAccountSessions(db, { memberId: id });
}
