import type { EntityManager } from 'typeorm';
import { cancelEnrollments } from '../enrollments/cancel-enrollments';
import { ALL_CLIENTS } from '../outbox/outbox-entry.entity';
import { SHARED_SENDER } from './suppression.entity';

/** What an opt-out applies to: a client's own sender, or the sender that clients share. */
export interface SuppressionScope {
  sender: string;
  clientId: string;
}

const SHARED: SuppressionScope = { sender: SHARED_SENDER, clientId: ALL_CLIENTS };

/** Returns what an opt-out from a message applies to. `sender` is the one that sent it, null if clients share it. */
export const scopeOf = ({ sender, clientId }: { sender: string | null; clientId: string }): SuppressionScope =>
  sender === null ? SHARED : { sender, clientId };

const addEvidence = (kind: 'opt_out' | 'opt_in', rows: string) => `
  INSERT INTO evidence (number_hash, kind, client_id, client_name, details, occurred_at)
  SELECT number_hash, '${kind}', c.id, c.business_name, jsonb_build_object('sender', $2::text, 'reason', $4::text), now()
  FROM ${rows} LEFT JOIN clients c ON c.id = ${rows}.client_id`;

/**
 * Stores that a number opted out of the sender's messages, whatever else is known of it. A client that messaged the
 * number from the shared sender, and now has its own, is included. Idempotent.
 *
 * @param reason `stop` for a reply, `recorded` by an account, or the provider's error code
 */
export async function suppress(
  db: EntityManager,
  phoneE164: string,
  reason: string,
  { sender, clientId }: SuppressionScope = SHARED,
): Promise<void> {
  await db.query(
    `WITH added AS (
       INSERT INTO suppressions (number_hash, sender, client_id, reason) SELECT number_hash($1), $2, included.id, $4 FROM (
         SELECT $3::uuid AS id UNION SELECT s.client_id FROM senders s JOIN sms_messages m ON m.client_id = s.client_id
         WHERE $3 = '${ALL_CLIENTS}' AND m.to_e164 = $1 AND m.sender IS NULL AND m.attempts > 0
       ) included ON CONFLICT DO NOTHING RETURNING number_hash, client_id
     ) ${addEvidence('opt_out', 'added')}`,
    [phoneE164, sender, clientId, reason],
  );
}

/** Opts a number in again to the same sender. Cancelled enrollments stay cancelled. Idempotent. */
export async function liftSuppression(
  db: EntityManager,
  phoneE164: string,
  { sender, clientId }: SuppressionScope = SHARED,
): Promise<void> {
  await db.query(
    `WITH lifted AS (
       DELETE FROM suppressions WHERE number_hash = number_hash($1) AND sender = $2 AND (client_id = $3 OR $2 = '${SHARED_SENDER}') RETURNING number_hash, client_id
     ) ${addEvidence('opt_in', 'lifted')}`,
    [phoneE164, sender, clientId, 'start'],
  );
}

/** Suppresses a number at a sender and cancels the enrollments that it concerns. */
export async function optOut(
  db: EntityManager,
  phoneE164: string,
  reason: string,
  scope: SuppressionScope = SHARED,
): Promise<void> {
  await suppress(db, phoneE164, reason, scope);
  await cancelEnrollments(db, phoneE164, 'opted_out', { onlyOptedOut: true });
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

/** Returns whether a number opted out of the client's messages, or with `ALL_CLIENTS` of the shared sender's. */
export async function isSuppressed(db: EntityManager, clientId: string, phoneE164: string): Promise<boolean> {
  return (await findOptOuts(db, clientId, [phoneE164])).length > 0;
}
