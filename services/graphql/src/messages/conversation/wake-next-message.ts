import type { EntityManager } from 'typeorm';
import type { Enrollment } from '../../enrollments/enrollment.entity';
import { enqueueRows } from '../../outbox/enqueue';

/**
 * Signals the next message that a person wrote to the lead, because messages to a lead are sent in the order in which
 * they were written. Call it in the transaction that ends the one before. Does nothing after a sequence.
 */
export async function wakeNextMessage(
  db: EntityManager,
  { id, leadId, sequenceId }: Pick<Enrollment, 'id' | 'leadId' | 'sequenceId'>,
): Promise<void> {
  if (sequenceId !== null) return;
  const next = `SELECT client_id, id FROM enrollments
    WHERE lead_id = $1 AND id <> $2 AND sequence_id IS NULL AND status IN ('active', 'held') ORDER BY created_at, id LIMIT 1`;
  await db.query(enqueueRows('signal', next), [leadId, id]);
}
