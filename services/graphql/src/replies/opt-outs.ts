import type { EntityManager } from 'typeorm';
import { enqueue } from '../outbox/enqueue';
import { OptOut } from './opt-out.entity';

/** Opts a number out of a client's messages and cancels its enrollments. */
export async function optOut(db: EntityManager, clientId: string, phoneE164: string): Promise<void> {
  await db.createQueryBuilder().insert().into(OptOut).values({ clientId, phoneE164 }).orIgnore().execute();
  await cancelEnrollments(db, clientId, phoneE164, 'opted_out');
}

/** Opts a number in again. Cancelled enrollments stay cancelled. */
export async function optIn(db: EntityManager, clientId: string, phoneE164: string): Promise<void> {
  await db.delete(OptOut, { clientId, phoneE164 });
}

/** Cancels a number's open enrollments; with `onlyOnReply`, only those in sequences that stop on a reply. */
export async function cancelEnrollments(
  db: EntityManager,
  clientId: string,
  phoneE164: string,
  reason: string,
  onlyOnReply = false,
): Promise<void> {
  const cancelled = await db.query<[{ id: string }[], number]>(
    `UPDATE enrollments e SET status = 'cancelled', reason = $3, next_due_at = NULL FROM leads l, sequences s
     WHERE l.id = e.lead_id AND s.id = e.sequence_id AND e.client_id = $1 AND l.phone_e164 = $2 AND e.status IN ('active', 'held') AND (s.stop_on_reply OR NOT $4)
     RETURNING e.id`,
    [clientId, phoneE164, reason, onlyOnReply],
  );
  await enqueue(
    db,
    'signal',
    cancelled[0].map(({ id }) => id),
  );
}

/** Locks all enrollments of a number until the transaction ends, in id order to avoid deadlocks. */
export async function lockEnrollmentsOfNumber(db: EntityManager, clientId: string, phoneE164: string): Promise<void> {
  await db.query(
    `SELECT e.id FROM enrollments e JOIN leads l ON l.id = e.lead_id WHERE e.client_id = $1 AND l.phone_e164 = $2 ORDER BY e.id FOR UPDATE OF e`,
    [clientId, phoneE164],
  );
}
