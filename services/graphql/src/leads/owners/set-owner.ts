import { isUUID } from 'class-validator';
import { type DataSource, type EntityManager, In } from 'typeorm';
import { fieldError } from '../../api/errors';
import type { NextPage } from '../../outbox/bulk-work';
import { Member } from '../../sessions/members/member.entity';
import { recordHistory } from '../history/record-history';
import { Lead } from '../lead.entity';

const PAGE = 500;

/**
 * Throws BAD_USER_INPUT unless an ID is that of a member of the client's team. The member cannot be removed before the
 * caller's transaction ends.
 */
export async function assertMember(
  db: EntityManager,
  clientId: string,
  ownerId: string,
  field = 'ownerId',
): Promise<void> {
  if (!isUUID(ownerId, 'loose') || !(await findMember(db, clientId, ownerId)))
    throw fieldError(field, 'The owner must be a member of the client’s team.');
}

/** Finds a member of a client's team, who cannot be removed before the caller's transaction ends. */
export const findMember = (db: EntityManager, clientId: string, id: string): Promise<Member | null> =>
  db.findOne(Member, { select: { id: true }, where: { id, clientId }, lock: { mode: 'for_key_share' } });

/** Sets the owner of leads that the caller has locked, or removes it if it is null. Returns those that changed. */
export async function setOwner(
  db: EntityManager,
  leads: readonly Lead[],
  ownerId: string | null,
  actorName: string,
): Promise<Lead[]> {
  const changed = leads.filter((lead) => lead.ownerId !== ownerId);
  if (changed.length === 0) return changed;
  await db.update(Lead, { id: In(changed.map(({ id }) => id)) }, { ownerId });
  await recordOwner(db, changed, ownerId, actorName);
  return changed;
}

/** Stores who became the owner of leads, which are passed as they were before. */
export async function recordOwner(
  db: EntityManager,
  leads: readonly Pick<Lead, 'id' | 'clientId' | 'ownerId'>[],
  ownerId: string | null,
  actorName: string,
): Promise<void> {
  const ids = new Set([ownerId, ...leads.map((lead) => lead.ownerId)].filter((id) => id !== null));
  const members = await db.find(Member, { select: { id: true, name: true }, where: { id: In([...ids]) } });
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? 'a former member'));
  await recordHistory(
    db,
    actorName,
    leads.map(({ id: leadId, clientId, ownerId: before }) => ({
      ...{ clientId, leadId, kind: 'owner' as const },
      ...{ previous: nameOf(before), current: nameOf(ownerId) },
    })),
  );
}

/** Removes a deleted member from one page of the leads that it owned. */
export async function removeOwnerPage(dataSource: DataSource, clientId: string, memberId: string): Promise<NextPage> {
  const [, changed] = await dataSource.query<[unknown[], number]>(
    `UPDATE leads SET owner_id = NULL WHERE id IN (
       SELECT id FROM leads WHERE client_id = $1 AND owner_id = $2 ORDER BY id LIMIT ${PAGE} FOR NO KEY UPDATE)`,
    [clientId, memberId],
  );
  return changed < PAGE ? null : {};
}
