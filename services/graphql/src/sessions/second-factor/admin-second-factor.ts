import { accessMatrix } from '@dripline/contract/access-matrix';
import { isUUID } from 'class-validator';
import type { GraphQLResolveInfo } from 'graphql';
import type { EntityManager } from 'typeorm';
import type { Context } from '../../api/context';
import { fail } from '../../api/errors';
import { Client } from '../../clients/client.entity';
import type { Account } from '../account';
import { Member } from '../members/member.entity';
import { endAccountSessions } from '../sessions';
import { User } from '../user.entity';
import { Authenticator } from './authenticator.entity';
import { Passkey } from './passkey.entity';
import { RecoveryCode } from './recovery-code.entity';

/**
 * Throws SECOND_FACTOR_SETUP_REQUIRED if the caller is an administrator who had to add a second factor by now. Public
 * operations and those of the own account stay allowed, because they are how one is added.
 */
export function assertSecondFactorInTime({ actor }: Context, { parentType, fieldName }: GraphQLResolveInfo): void {
  if (actor.role !== 'admin' || actor.secondFactorDueAt === null || actor.secondFactorDueAt > new Date()) return;
  const { access } = accessMatrix[`${parentType.name}.${fieldName}`] ?? { access: 'admin' };
  if (access === 'public' || access === 'account') return;
  throw fail('SECOND_FACTOR_SETUP_REQUIRED', 'Add a passkey or an authenticator app under Security to continue.');
}

/**
 * Removes the second factors and recovery codes of another administrator, a client or a member, and ends its sessions.
 * The password then signs in again.
 * @param id The ID of the administrator, client or member.
 */
export async function resetSecondFactor(ctx: Context, id: string): Promise<void> {
  if (ctx.actor.role === 'admin' && ctx.actor.userId === id)
    throw fail('CONFLICT', 'You cannot reset your own second factor. Remove it under Security.');
  await ctx.dataSource.transaction(async (db) => {
    const account = isUUID(id) ? await findAccount(ctx, db, id) : null;
    if (!account) throw fail('NOT_FOUND', 'Account not found');
    for (const entity of [Passkey, Authenticator, RecoveryCode])
      await db.delete<Passkey | Authenticator | RecoveryCode>(entity, account);
    await endAccountSessions(db, account);
  });
}

async function findAccount(ctx: Context, db: EntityManager, id: string): Promise<Account | null> {
  if (await db.existsBy(User, { id })) return { userId: id };
  const member = await db.findOneBy(Member, { id });
  const isClient = member === null && (await db.existsBy(Client, { id }));
  ctx.auditedClientId = member?.clientId ?? (isClient ? id : null);
  if (isClient) return { clientId: id };
  return member && { memberId: id };
}
