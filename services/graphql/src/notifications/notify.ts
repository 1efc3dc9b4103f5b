import type { EntityManager } from 'typeorm';
import { mentionedNames } from '@dripline/contract/rules/mentions';
import { memberOf } from '../access/access';
import type { Context } from '../api/context';
import { Lead } from '../leads/lead.entity';
import { Member } from '../sessions/members/member.entity';
import { nameOfAccount } from '../sessions/name-of-account';
import { Notification, NotificationKind } from './notification.entity';

/** Who causes a notification: the member, or null for another account, and the name of the account. */
export type NotificationCause = Pick<Notification, 'memberId'> & { actorName: string };

/** Notifies all accounts of a client of a lead that was released or restored. `storeLead` does so for a new one. */
export async function notifyOfLead(
  db: EntityManager,
  { id, clientId }: { id: string; clientId: string },
): Promise<void> {
  await db.insert(Notification, { clientId, leadId: id, kind: NotificationKind.new_lead });
}

/** Notifies the owner of a lead of its reply, or all accounts of the client if nobody owns the lead. */
export async function notifyOfReply(db: EntityManager, leadId: string): Promise<void> {
  await db.query(
    `INSERT INTO notifications (client_id, member_id, kind, lead_id)
     SELECT client_id, (SELECT id FROM members WHERE members.id = owner_id), 'reply', id FROM leads WHERE id = $1 AND NOT held`,
    [leadId],
  );
}

/** Notifies a member who became the owner of leads, unless by choosing themselves. */
export async function notifyOfAssignment(
  db: EntityManager,
  { clientId, ownerId, by }: { clientId: string; ownerId: string; by: NotificationCause },
  leadIds: readonly string[],
): Promise<void> {
  const [leadId] = leadIds;
  if (leadId === undefined || by.memberId === ownerId) return;
  await db.insert(Notification, {
    ...{ clientId, memberId: ownerId, kind: NotificationKind.assignment, actorName: by.actorName },
    ...{ leadId: leadIds.length === 1 ? leadId : null, leads: leadIds.length },
  });
}

/** Notifies the members whom a note on a lead mentions, except its author and those whom `before` mentioned. */
export async function notifyOfMentions(
  db: EntityManager,
  { clientId, leadId, by }: { clientId: string; leadId: string; by: NotificationCause },
  body: string,
  before = '',
): Promise<void> {
  if (!body.includes('@') || !(await db.existsBy(Lead, { id: leadId, held: false }))) return;
  const team = await db.find(Member, { select: { id: true, name: true }, where: { clientId } });
  const names = team.map(({ name }) => name);
  const mentionedBefore = mentionedNames(before, names);
  const mentioned = mentionedNames(body, names).filter((name) => !mentionedBefore.includes(name));
  await db.insert(
    Notification,
    team
      .filter(({ id, name }) => mentioned.includes(name) && id !== by.memberId)
      .map(({ id }) => ({ clientId, memberId: id, kind: NotificationKind.mention, leadId, actorName: by.actorName })),
  );
}

/** Returns who causes a notification at a client. */
export const causeOf = async (ctx: Context, clientId: string): Promise<NotificationCause> => ({
  memberId: memberOf(ctx.actor)?.id ?? null,
  actorName: await nameOfAccount(ctx, clientId),
});
