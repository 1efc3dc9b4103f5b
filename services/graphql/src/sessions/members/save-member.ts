import { MAX_MEMBERS } from '@dripline/contract/limits';
import { randomUUID } from 'node:crypto';
import { asSystem } from '../../access/scope';
import type { Context } from '../../api/context';
import { fail, fieldError } from '../../api/errors';
import { assertVersion } from '../../api/versions';
import { assertFreeUsername } from '../free-username';
import { hashPassword } from '../password';
import { endAccountSessions } from '../sessions';
import { assertValidPassword } from '../validate-password';
import { Member } from './member.entity';
import type { CreateMemberInput, UpdateMemberInput } from './member.inputs';

/**
 * Adds a member to a client that the caller manages.
 *
 * @throws LIMIT_REACHED if the client has too many, CONFLICT if the username is taken
 */
export async function createMember(
  { dataSource }: Context,
  clientId: string,
  { password, ...input }: CreateMemberInput,
): Promise<Member> {
  const username = input.username.trim();
  assertValidPassword('password', password, username);
  const passwordHash = await hashPassword(password);
  const id = randomUUID();
  return dataSource.transaction(async (db) => {
    await assertFreeUsername(db, username);
    await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`members:${clientId}`]);
    if ((await db.countBy(Member, { clientId })) >= MAX_MEMBERS)
      throw fail('LIMIT_REACHED', `A team has at most ${MAX_MEMBERS} members. Remove one first.`);
    await db.insert(Member, {
      ...{ id, clientId, role: input.role, name: input.name.trim(), username, passwordHash },
      email: input.email || null,
    });
    return db.findOneByOrFail(Member, { id });
  });
}

/**
 * Changes a member that the caller manages. A new password ends the member's sessions.
 *
 * @throws CONFLICT if the username is taken, or the member was changed since `expectedVersion`; BAD_USER_INPUT if callers
 *   change their own role
 */
export async function updateMember(
  { dataSource, actor }: Context,
  { id, username: previousName, role: previousRole }: Member,
  input: UpdateMemberInput,
  expectedVersion?: number | null,
): Promise<Member> {
  const role = input.role ?? previousRole;
  if (role !== previousRole && actor.role === 'client' && actor.member?.id === id)
    throw fieldError('role', 'You cannot change your own role. Ask another owner.');
  const username = input.username?.trim() ?? previousName;
  if (input.password != null) assertValidPassword('password', input.password, username);
  const passwordHash = input.password == null ? null : await hashPassword(input.password);
  const updated = await dataSource.transaction(async (db) => {
    await assertVersion(db, Member, { id }, expectedVersion);
    if (username.toLowerCase() !== previousName.toLowerCase()) await assertFreeUsername(db, username);
    await db.update(
      Member,
      { id },
      {
        ...{ role, username },
        ...(input.name != null && { name: input.name.trim() }),
        ...(input.email != null && { email: input.email || null }),
        ...(passwordHash && { passwordHash }),
      },
    );
    return db.findOneBy(Member, { id });
  });
  if (!updated) throw fail('NOT_FOUND', 'Member not found');
  // Clients have no access to the table of sessions.
  if (passwordHash) await asSystem(() => endAccountSessions(dataSource.manager, { memberId: id }));
  return updated;
}
