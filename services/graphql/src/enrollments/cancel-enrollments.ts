import type { EntityManager } from 'typeorm';
import { enqueueRows } from '../outbox/enqueue';

interface CancelOptions {
  /** Only the enrollments of this client. */
  clientId?: string;
  /** Only the enrollments of this lead. */
  leadId?: string;
  /** Only of clients whose messages the number opted out of. */
  onlyOptedOut?: boolean;
  /** Only in sequences that stop on a reply. */
  onlyStopOnReply?: boolean;
}

/** Cancels a number's open enrollments. */
export async function cancelEnrollments(
  db: EntityManager,
  phoneE164: string,
  reason: string,
  { clientId, leadId, onlyOptedOut = false, onlyStopOnReply = false }: CancelOptions = {},
): Promise<void> {
  // Locked in id order to avoid deadlocks.
  const cancelled = `WITH open AS MATERIALIZED (
    SELECT e.id FROM enrollments e LEFT JOIN sequences s ON s.id = e.sequence_id
    WHERE e.to_e164 = $1 AND e.status IN ('active', 'held') AND ($3::uuid IS NULL OR e.client_id = $3) AND ($4::uuid IS NULL OR e.lead_id = $4) AND (s.stop_on_reply OR NOT $5) AND (NOT $6 OR suppressed_since(e.client_id, $1) IS NOT NULL)
    ORDER BY e.id FOR UPDATE OF e
  ), cancelled AS (
    UPDATE enrollments SET status = 'cancelled', reason = $2, next_due_at = NULL WHERE id IN (SELECT id FROM open) RETURNING client_id, id)`;
  await db.query(enqueueRows('signal', 'SELECT client_id, id FROM cancelled', cancelled), [
    phoneE164,
    reason,
    clientId ?? null,
    leadId ?? null,
    onlyStopOnReply,
    onlyOptedOut,
  ]);
}

/** Cancels the open enrollments of leads in sequences. Messages that people wrote stay. Returns how many were open. */
export async function stopSequences(db: EntityManager, leadIds: readonly string[]): Promise<number> {
  const cancelled = `WITH open AS MATERIALIZED (
    SELECT id FROM enrollments WHERE lead_id = ANY ($1) AND status IN ('active', 'held') AND sequence_id IS NOT NULL ORDER BY id FOR UPDATE
  ), cancelled AS (
    UPDATE enrollments SET status = 'cancelled', reason = 'stopped', next_due_at = NULL WHERE id IN (SELECT id FROM open) RETURNING client_id, id)`;
  const signals = await db.query<unknown[]>(
    `${enqueueRows('signal', 'SELECT client_id, id FROM cancelled', cancelled)} RETURNING subject_id`,
    [leadIds],
  );
  return signals.length;
}
