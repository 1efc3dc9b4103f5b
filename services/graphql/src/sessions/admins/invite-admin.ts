import { randomBytes } from 'node:crypto';
import type { Context } from '../../api/context';
import { recordAuditEntry } from '../../audit/record-audit-entry';
import { fieldError, fail } from '../../api/errors';
import { AdminInvitation } from './admin-invitation.entity';
import { hashPassword } from '../password';
import { assertValidPassword } from '../validate-password';
import { rememberDevice } from '../limits/known-devices';
import { hashToken, startSession } from '../sessions';
import { User } from '../user.entity';

const LIFETIME_MS = 3 * 24 * 60 * 60 * 1000;

/**
 * Creates an invitation link. The token is in the URL fragment, which browsers do not send to servers, so it appears in
 * no log.
 */
export async function inviteAdmin(ctx: Context): Promise<AdminInvitation> {
  if (ctx.actor.role !== 'admin') throw fail('UNAUTHENTICATED', 'Please sign in.');
  const token = randomBytes(32).toString('base64url');
  const invitations = ctx.dataSource.getRepository(AdminInvitation);
  const { id } = await invitations.save({
    tokenHash: hashToken(ctx, token),
    userId: ctx.actor.userId,
    expiresAt: new Date(Date.now() + LIFETIME_MS),
  });
  return { ...(await invitations.findOneByOrFail({ id })), link: `${ctx.settings.publicUrl}/admin/join#${token}` };
}

/** Creates the administrator, deletes the invitation and signs the administrator in. */
export async function acceptInvitation(ctx: Context, token: string, username: string, password: string): Promise<User> {
  const invalidInvitation = fail('NOT_FOUND', 'This invitation was used or has expired. Ask for a new one.');
  const tokenHash = hashToken(ctx, token);
  const name = username.trim();
  if (name === '') throw fieldError('username', 'Username is required.');
  assertValidPassword('password', password, name);
  // Check the token before hashing, because hashing is expensive.
  const [invitation] = await ctx.dataSource.query<unknown[]>(
    'SELECT id FROM admin_invitations WHERE token_hash = $1 AND expires_at > now()',
    [tokenHash],
  );
  if (!invitation) throw invalidInvitation;
  const passwordHash = await hashPassword(password);
  const { id } = await ctx.dataSource.transaction(async (db) => {
    const [, used] = await db.query<[unknown[], number]>(
      'DELETE FROM admin_invitations WHERE token_hash = $1 AND expires_at > now()',
      [tokenHash],
    );
    if (used !== 1) throw invalidInvitation;
    return db.save(User, { username: name, passwordHash });
  });
  const user = await ctx.dataSource.manager.findOneByOrFail(User, { id });
  await recordAuditEntry(ctx, {
    actor: 'admin',
    userId: id,
    actorName: user.username,
    operation: 'acceptAdminInvitation',
    objectKind: 'admin',
    objectId: id,
    outcome: 'ok',
  });
  await rememberDevice(ctx, `user:${name}`);
  await startSession(ctx, user);
  return user;
}
