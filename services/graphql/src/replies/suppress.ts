import type { EntityManager } from 'typeorm';
import { cancelEnrollments } from '../enrollments/cancel-enrollments';
import { ALL_CLIENTS } from '../outbox/outbox-entry.entity';
import { SHARED_SENDER } from './suppression.entity';

const SCOPE = [SHARED_SENDER, ALL_CLIENTS];
const DETAILS = `jsonb_build_object('sender', $2::text, 'reason', $4::text)`;

/**
 * Stores that a number opted out of the sender's messages, whatever else is known of it. Idempotent.
 *
 * @param reason `stop` for a reply, or the provider's error code
 */
export async function suppress(db: EntityManager, phoneE164: string, reason: string): Promise<void> {
  await db.query(
    `WITH added AS (
       INSERT INTO suppressions (number_hash, sender, client_id, reason) VALUES (number_hash($1), $2, $3, $4) ON CONFLICT DO NOTHING RETURNING number_hash
     ) INSERT INTO evidence (number_hash, kind, details, occurred_at) SELECT number_hash, 'opt_out', ${DETAILS}, now() FROM added`,
    [phoneE164, ...SCOPE, reason],
  );
}

/** Opts a number in again to the same sender. Cancelled enrollments stay cancelled. Idempotent. */
export async function liftSuppression(db: EntityManager, phoneE164: string): Promise<void> {
  await db.query(
    `WITH lifted AS (
       DELETE FROM suppressions WHERE number_hash = number_hash($1) AND sender = $2 AND client_id = $3 RETURNING number_hash
     ) INSERT INTO evidence (number_hash, kind, details, occurred_at) SELECT number_hash, 'opt_in', ${DETAILS}, now() FROM lifted`,
    [phoneE164, ...SCOPE, 'start'],
  );
}

/** Suppresses a number and cancels its enrollments. */
export async function optOut(db: EntityManager, phoneE164: string, reason: string): Promise<void> {
  await suppress(db, phoneE164, reason);
  await cancelEnrollments(db, phoneE164, 'opted_out');
}

/** Returns which of the numbers opted out of the client's messages, and since when. */
export function findOptOuts(
  db: EntityManager,
  clientId: string,
  phones: string[],
): Promise<{ phone: string; createdAt: Date }[]> {
  return db.query(
    `SELECT phone, since AS "createdAt" FROM (SELECT phone, suppressed_since($2, phone) AS since FROM unnest($1::text[]) AS phone) numbers
     WHERE since IS NOT NULL ORDER BY since`,
    [phones, clientId],
  );
}

/** Returns whether a number opted out of the client's messages. */
export async function isSuppressed(db: EntityManager, clientId: string, phoneE164: string): Promise<boolean> {
  return (await findOptOuts(db, clientId, [phoneE164])).length > 0;
}
