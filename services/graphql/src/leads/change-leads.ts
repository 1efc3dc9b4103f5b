import { isUUID } from 'class-validator';
import { type EntityManager, In } from 'typeorm';
import { authorizeDashboard } from '../access/access';
import type { Context } from '../api/context';
import { fail } from '../api/errors';
import { emitLeadEvent } from '../webhooks/emit-event';
import { deleteLeads } from './delete-leads';
import { Lead, type LeadStatus } from './lead.entity';
import { visibleLeads } from './load-lead';
import { followStatus, isFirstContact } from './update-lead';

/** The leads of a client that a mutation changes together. */
interface LeadSelection {
  clientId: string;
  ids: string[];
}

/** Sets the status of several leads in one transaction, with all that follows for each of them. */
export async function setStatusOfLeads(ctx: Context, selection: LeadSelection, status: LeadStatus): Promise<Lead[]> {
  await authorizeDashboard(ctx, selection.clientId, selection.ids.length);
  const updated = await ctx.dataSource.transaction(async (db) => {
    const leads = await findLeads(ctx, db, selection, true);
    const changed = leads.filter((lead) => lead.status !== status || isFirstContact(lead, status));
    const contact = changed.some((lead) => isFirstContact(lead, status))
      ? { contactedAt: () => 'coalesce(contacted_at, now())' }
      : {};
    await db.update(Lead, { id: In(changed.map(({ id }) => id)) }, { status, ...contact });
    for (const lead of changed) {
      await followStatus(db, { ...lead, status }, lead, ctx.settings);
      // Held leads are hidden from the client, so no event is emitted.
      if (!lead.held) await emitLeadEvent(db, 'lead.updated', lead);
    }
    return findLeads(ctx, db, selection);
  });
  ctx.outboxRelay.wake();
  return updated;
}

/** Deletes several leads in one transaction and stops their sequences. */
export async function deleteSelectedLeads(ctx: Context, selection: LeadSelection): Promise<void> {
  await authorizeDashboard(ctx, selection.clientId, selection.ids.length);
  await ctx.dataSource.transaction(async (db) => {
    const ids = (await findLeads(ctx, db, selection)).map(({ id }) => id);
    // Not locked before, because the locks of a deletion have an order.
    if ((await deleteLeads(db, selection.clientId, ids)) < ids.length)
      throw fail('NOT_FOUND', 'A lead was deleted meanwhile. Nothing was changed.');
  });
  ctx.outboxRelay.wake();
}

/** Finds all leads of a selection. Throws NOT_FOUND with the positions of the IDs that the caller may not see. */
async function findLeads(
  ctx: Context,
  db: EntityManager,
  { clientId, ids }: LeadSelection,
  isLocked = false,
): Promise<Lead[]> {
  const found = await db.find(Lead, {
    where: { id: In(ids.filter((id) => isUUID(id))), clientId, ...visibleLeads(ctx) },
    // One order for all, to avoid deadlocks.
    order: { id: 'ASC' },
    ...(isLocked ? { lock: { mode: 'pessimistic_write' } } : {}),
  });
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.flatMap((id, index) => (known.has(id.toLowerCase()) ? [] : [[`ids.${index}`, 'Lead not found']]));
  if (missing.length > 0)
    throw fail('NOT_FOUND', `ids contains leads that were not found: ${missing.length}. Nothing was changed.`, {
      fields: Object.fromEntries(missing) as Record<string, string>,
    });
  return found;
}
