import { In, type EntityManager } from 'typeorm';
import { enqueueRows } from '../outbox/enqueue';
import { lockUsage } from '../usage/quota';
import { Lead } from './lead.entity';
import { deleteUnusedTags } from './tags/change-tags';

/** The open enrollments of the leads $1, as SQL. */
const OPEN = `lead_id = ANY ($1::uuid[]) AND status IN ('active', 'held')`;

/** Locks what deleting leads changes before the leads themselves, in the order of all others, to avoid deadlocks. */
export async function lockForDeletion(db: EntityManager, clientId: string, ids: string[]): Promise<void> {
  // Submissions and restorations lock the limit first.
  await lockUsage(db, clientId, ['leads']);
  // A step's claim locks the enrollment before the lead.
  await db.query(`SELECT FROM enrollments WHERE ${OPEN} ORDER BY id FOR UPDATE`, [ids]);
}

/**
 * Deletes a client's leads with everything that belongs to them, and signals their enrollments. Call it in a
 * transaction.
 *
 * @returns how many leads were deleted
 */
export async function deleteLeads(db: EntityManager, clientId: string, ids: string[]): Promise<number> {
  await lockForDeletion(db, clientId, ids);
  await db.query(enqueueRows('signal', `SELECT client_id, id FROM enrollments WHERE ${OPEN}`), [ids]);
  const pending = `SELECT client_id, id FROM webhook_deliveries WHERE lead_id = ANY ($1::uuid[]) AND status = 'pending'`;
  await db.query(enqueueRows('webhook', pending), [ids]);
  const { affected } = await db.delete(Lead, { id: In(ids) });
  await deleteUnusedTags(db, clientId);
  return affected ?? 0;
}
