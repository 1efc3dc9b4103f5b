import type { EntityManager } from 'typeorm';
import { enqueueRows } from '../outbox/enqueue';

/** Cancels a number's open enrollments; with `onlyStopOnReply`, only those in sequences that stop on a reply. */
export async function cancelEnrollments(
  db: EntityManager,
  clientId: string,
  phoneE164: string,
  reason: string,
  { onlyStopOnReply = false } = {},
): Promise<void> {
  const cancelled = `WITH cancelled AS (
    UPDATE enrollments e SET status = 'cancelled', reason = $3, next_due_at = NULL FROM leads l, sequences s
    WHERE l.id = e.lead_id AND s.id = e.sequence_id AND e.client_id = $1 AND l.client_id = $1 AND l.phone_e164 = $2 AND e.status IN ('active', 'held') AND (s.stop_on_reply OR NOT $4)
    RETURNING e.client_id, e.id)`;
  await db.query(enqueueRows('signal', 'SELECT client_id, id FROM cancelled', cancelled), [
    clientId,
    phoneE164,
    reason,
    onlyStopOnReply,
  ]);
}
