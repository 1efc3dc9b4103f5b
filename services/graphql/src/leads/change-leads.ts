import { isUUID } from 'class-validator';
import { type EntityManager, In } from 'typeorm';
import { authorizeDashboard } from '../access/access';
import type { Context, PhoneRules } from '../api/context';
import { fail, fieldError } from '../api/errors';
import { causeOf, notifyOfAssignment } from '../notifications/notify';
import { emitConversions, emitLeadEvents } from '../webhooks/emit-event';
import { deleteLeads } from './delete-leads';
import { recordHistory } from './history/record-history';
import { Lead, type LeadStatus } from './lead.entity';
import type { UpdateLeadsArgs } from './lead.inputs';
import { visibleLeads } from './load-lead';
import { assertMember, setOwner } from './owners/set-owner';
import { changeTags } from './tags/change-tags';
import { readTags } from './tags/tag-names';
import { followStatus, isFirstContact } from './update-lead';

/** The leads of a client that a mutation changes together. */
export interface LeadSelection {
  clientId: string;
  ids: string[];
}

/** What a mutation changes of each of several leads. */
type LeadsChange = Omit<UpdateLeadsArgs, keyof LeadSelection>;

/** Changes the status, owner and tags of several leads in one transaction, with all that follows for each of them. */
export async function changeLeads(ctx: Context, selection: LeadSelection, change: LeadsChange): Promise<Lead[]> {
  await authorizeDashboard(ctx, selection.clientId, selection.ids.length);
  const { status, ownerId, expectedVersions } = change;
  const tags = { add: readTags('addTags', change.addTags), remove: readTags('removeTags', change.removeTags) };
  if (status == null && ownerId === undefined && tags.add.size + tags.remove.size === 0)
    throw fieldError('status', 'Set a status, an ownerId, addTags or removeTags.');
  if (expectedVersions && expectedVersions.length !== selection.ids.length)
    throw fieldError('expectedVersions', 'expectedVersions must contain one version for each of ids.');
  const by = await causeOf(ctx, selection.clientId);
  const updated = await ctx.dataSource.transaction(async (db) => {
    const leads = expectedVersions
      ? await lockUnchanged(ctx, db, selection, expectedVersions)
      : await findLeads(ctx, db, selection, true);
    if (leads.length === 0) return [];
    const tagged = await changeTags(db, selection.clientId, idsOf(leads), tags, by.actorName);
    if (ownerId != null) await assertMember(db, selection.clientId, ownerId);
    const owned = ownerId === undefined ? [] : await setOwner(db, leads, ownerId, by.actorName);
    if (ownerId != null && change.notifyOwner !== false)
      await notifyOfAssignment(
        db,
        { clientId: selection.clientId, ownerId, by },
        idsOf(owned.filter(({ held }) => !held)),
      );
    if (status != null) await setStatus(db, leads, status, ctx.settings, by.actorName);
    // A status or an owner raises the version, too.
    const unchanged = leads.filter((lead) => (status == null || !isChangedBy(lead, status)) && !owned.includes(lead));
    await touchLeads(
      db,
      idsOf(unchanged).filter((id) => tagged.has(id)),
    );
    return findLeads(ctx, db, { clientId: selection.clientId, ids: idsOf(leads) });
  });
  ctx.loaders.leadTags.clearAll();
  ctx.loaders.clientTags.clearAll();
  ctx.outboxRelay.wake();
  return updated;
}

const idsOf = (leads: readonly Lead[]) => leads.map(({ id }) => id);

const isChangedBy = (lead: Lead, status: LeadStatus) => lead.status !== status || isFirstContact(lead, status);

/** Sets the status of leads that the caller has locked, with all that follows. Returns those that changed. */
export async function setStatus(
  db: EntityManager,
  leads: readonly Lead[],
  status: LeadStatus,
  phones: Pick<PhoneRules, 'messageCountries'>,
  actorName: string,
): Promise<Lead[]> {
  const changed = leads.filter((lead) => isChangedBy(lead, status));
  const [first] = changed;
  if (!first) return [];
  const contact = changed.some((lead) => isFirstContact(lead, status))
    ? { contactedAt: () => 'coalesce(contacted_at, now())' }
    : {};
  await db.update(Lead, { id: In(idsOf(changed)) }, { status, ...contact });
  await recordHistory(
    db,
    actorName,
    changed
      .filter((lead) => lead.status !== status)
      .map(({ id: leadId, clientId, status: previous }) => ({
        clientId,
        leadId,
        kind: 'status',
        previous,
        current: status,
      })),
  );
  await followStatus(
    db,
    changed.map((lead) => ({ lead: { ...lead, status }, previous: lead })),
    phones,
  );
  // Held leads are hidden from the client, so no event is emitted.
  const published = changed.filter(({ held }) => !held);
  await emitLeadEvents(db, 'lead.updated', first.clientId, idsOf(published));
  await emitConversions(db, status, first.clientId, idsOf(published.filter((lead) => lead.status !== status)));
  return changed;
}

/** Raises the version of leads, so that other screens load them again. */
export async function touchLeads(db: EntityManager, ids: readonly string[]): Promise<void> {
  await db.update(Lead, { id: In([...ids]) }, { updatedAt: () => 'now()' });
}

/** Deletes several leads in one transaction and stops their sequences. */
export async function deleteSelectedLeads(ctx: Context, selection: LeadSelection): Promise<void> {
  await authorizeDashboard(ctx, selection.clientId, selection.ids.length);
  await ctx.dataSource.transaction(async (db) => {
    const found = idsOf(await findLeads(ctx, db, selection));
    // Not locked before, because the locks of a deletion have an order.
    if ((await deleteLeads(db, selection.clientId, found)) < found.length)
      throw fail('NOT_FOUND', 'A lead was deleted meanwhile. Nothing was changed.');
  });
  ctx.outboxRelay.wake();
}

/** Finds all leads of a selection. Throws NOT_FOUND with the positions of the IDs that the caller may not see. */
export async function findLeads(
  ctx: Context,
  db: EntityManager,
  { clientId, ids: wanted }: LeadSelection,
  isLocked = false,
): Promise<Lead[]> {
  const found = await findVisible(ctx, db, { clientId, ids: wanted }, isLocked);
  const known = new Set(found.map(({ id }) => id));
  const missing = wanted.flatMap((id, index) =>
    known.has(id.toLowerCase()) ? [] : [[`ids.${index}`, 'Lead not found']],
  );
  if (missing.length > 0)
    throw fail('NOT_FOUND', `ids contains leads that were not found: ${missing.length}. Nothing was changed.`, {
      fields: Object.fromEntries(missing) as Record<string, string>,
    });
  return found;
}

/** Locks those leads of a selection that have the expected versions. */
async function lockUnchanged(
  ctx: Context,
  db: EntityManager,
  selection: LeadSelection,
  versions: readonly number[],
): Promise<Lead[]> {
  const expected = new Map(selection.ids.map((id, index) => [id.toLowerCase(), versions[index]]));
  const found = await findVisible(ctx, db, selection, true);
  return found.filter(({ id, version }) => expected.get(id) === version);
}

const findVisible = (
  ctx: Context,
  db: EntityManager,
  { clientId, ids }: LeadSelection,
  isLocked: boolean,
): Promise<Lead[]> =>
  db.find(Lead, {
    where: { id: In(ids.filter((id) => isUUID(id))), clientId, ...visibleLeads(ctx) },
    // One order for all, to avoid deadlocks.
    order: { id: 'ASC' },
    ...(isLocked ? { lock: { mode: 'pessimistic_write' } } : {}),
  });
