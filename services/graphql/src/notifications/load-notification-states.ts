import { Field, Int, ObjectType } from 'type-graphql';
import type { EntityManager } from 'typeorm';
import { memberOf } from '../access/access';
import type { Context } from '../api/context';
import { Conditions } from '../api/connections/conditions';
import { addShown } from './notification.connection';
import type { NotificationSettings } from './notification-settings.entity';
import { NOTIFICATION_DAYS, NotificationKind } from './notification.entity';

/** More are not counted. */
const MAX_UNSEEN = 100;

@ObjectType({ simpleResolvers: true, description: 'What an account has seen and muted of its notifications.' })
export class NotificationState {
  @Field(() => Int, {
    description: `The number of notifications that the account has not seen, at most ${MAX_UNSEEN}.`,
  })
  unseen!: number;

  @Field(() => Date, { nullable: true, description: 'Notifications until then were seen. Null if none were.' })
  seenAt!: Date | null;

  @Field(() => [NotificationKind], { description: 'The kinds that the account is not shown.' })
  muted!: NotificationKind[];
}

/** An administrator or a member. Both are null for a client's own account. */
export type NotificationAccount = Pick<NotificationSettings, 'adminId' | 'memberId'>;

/** The account that sent a request. */
export const accountOf = ({ actor }: Context): NotificationAccount => ({
  adminId: actor.role === 'admin' ? actor.userId : null,
  memberId: memberOf(actor)?.id ?? null,
});

/** An account, and a client whose notifications it is shown. */
export interface NotificationStateKey extends NotificationAccount {
  clientId: string;
}

/** Loads what accounts have seen and muted of the notifications of clients, in one statement for each account. */
export async function loadNotificationStates(
  db: EntityManager,
  keys: readonly NotificationStateKey[],
): Promise<NotificationState[]> {
  const byAccount = Object.groupBy(keys, ({ adminId, memberId }) => `${adminId} ${memberId}`);
  const loaded = await Promise.all(
    Object.values(byAccount).map(async (ofAccount) => [ofAccount![0]!, await loadOfAccount(db, ofAccount!)] as const),
  );
  return keys.map(({ clientId, adminId, memberId }) => {
    const [, states] = loaded.find(([key]) => key.adminId === adminId && key.memberId === memberId)!;
    return states.get(clientId)!;
  });
}

/** Loads what one account has seen and muted, by client. */
async function loadOfAccount(
  db: EntityManager,
  keys: readonly NotificationStateKey[],
): Promise<Map<string, NotificationState>> {
  const { adminId, memberId } = keys[0]!;
  const clientIds = keys.map(({ clientId }) => clientId);
  const conditions = new Conditions();
  const ids = conditions.value(clientIds);
  const [admin, member] = [adminId, memberId].map((id) => `${conditions.value(id)}::uuid`);
  addShown(conditions, { memberId, muted: [] });
  const rows = await db.query<(NotificationState & { id: string })[]>(
    `SELECT state.id, state.seen_at AS "seenAt", state.muted, (
       SELECT count(*)::int FROM (
         SELECT FROM notifications item WHERE item.client_id = state.id AND item.kind <> ALL (state.muted) AND ${conditions.where}
           AND item.created_at > greatest(state.seen_at, now() - interval '${NOTIFICATION_DAYS} days') LIMIT ${MAX_UNSEEN}
       ) counted) AS unseen
     FROM (
       SELECT parent.id, coalesce(settings.muted, '{}') AS muted, coalesce(settings.seen_at, (SELECT created_at FROM members WHERE id = ${member})) AS seen_at
       FROM unnest(${ids}::uuid[]) parent (id) LEFT JOIN notification_settings settings
         ON settings.client_id = parent.id AND coalesce(settings.admin_id, settings.member_id, settings.client_id) = coalesce(${admin}, ${member}, parent.id)
     ) state`,
    conditions.values,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
