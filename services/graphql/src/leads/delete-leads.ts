import { In, type EntityManager } from 'typeorm';
import { enqueueRows } from '../outbox/enqueue';
import { lockUsage } from '../usage/quota';
import { Lead } from './lead.entity';
import { deleteUnusedTags } from './tags/change-tags';

/**
 * Deletes a client's leads with everything that belongs to them, and signals their enrollments. Call it in a
 * transaction.
 *
 * @returns how many leads were deleted
 */
export async function deleteLeads(db: EntityManager, clientId: string, ids: string[]): Promise<number> {
  // Locks the limit first, as submissions and restorations do, to avoid deadlocks.
  await lockUsage(db, clientId, ['leads']);
  // Locks the enrollments before the leads, as a step's claim does, to avoid deadlocks.
  const open = `WITH open AS MATERIALIZED (
    SELECT client_id, id FROM enrollments WHERE lead_id = ANY ($1::uuid[]) AND status IN ('active', 'held') ORDER BY id FOR UPDATE)`;
  await db.query(enqueueRows('signal', 'SELECT client_id, id FROM open', open), [ids]);
  const pending = `SELECT client_id, id FROM webhook_deliveries WHERE lead_id = ANY ($1::uuid[]) AND status = 'pending'`;
  await db.query(enqueueRows('webhook', pending), [ids]);
  const { affected } = await db.delete(Lead, { id: In(ids) });
  await deleteUnusedTags(db, clientId);
  return affected ?? 0;
}
