import type { EntityManager } from 'typeorm';

/** Messages to one number in an hour and in a day, from all clients, in production. */
export const NUMBER_LIMITS = { hour: 10, day: 20 };
/** First messages of a client in an hour to numbers that differ only in the last four digits (SMS pumping). */
export const BLOCK_LIMIT = 30;

/** What was sent to an enrollment's number before. */
export interface NumberHistory {
  /** The id of the next step's message, if it was created before. */
  existingId: string | null;
  /** Whether the lead has received no message yet. */
  isFirst: boolean;
  /** Why the number must not be messaged yet, and until when, or null. */
  limit: { reason: 'number_limit' | 'flood'; until: Date } | null;
}

interface Row {
  existingId: string | null;
  isFirst: boolean;
  hourUntil: Date | null;
  dayUntil: Date | null;
  blockUntil: Date | null;
}

/** The time at which the count in the window falls below the limit, or null if it is below. */
const untilBelow = (limit: string, window: string) =>
  `CASE WHEN count(*) FILTER (WHERE at > now() - interval '${window}') >= ${limit}
     THEN (array_agg(at ORDER BY at DESC) FILTER (WHERE at > now() - interval '${window}'))[${limit}] + interval '${window}' END`;

/**
 * Loads what was sent to the number before. Other claims for the number wait until the transaction ends, so that the
 * limits are exact.
 *
 * @param limits messages to the number in an hour and in a day; without them, nothing is limited
 */
export async function loadNumberHistory(
  db: EntityManager,
  enrollment: { id: string; clientId: string; leadId: string; toE164: string | null; nextStep: number },
  limits?: typeof NUMBER_LIMITS,
): Promise<NumberHistory> {
  const { id, clientId, leadId, toE164, nextStep } = enrollment;
  // A statement of its own, so that the next one sees what the transactions that held the lock have committed.
  if (limits) await db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [toE164]);
  const [row] = await db.query<[Row]>(
    `SELECT (SELECT id FROM sms_messages WHERE enrollment_id = $1 AND step = $2) AS "existingId",
       NOT EXISTS (SELECT FROM sms_messages WHERE lead_id = $3 AND status = 'sent') AS "isFirst",
       number.*, (
         SELECT ${untilBelow(String(BLOCK_LIMIT), '1 hour')} FROM (
           SELECT min(sent_at) AS at FROM sms_messages WHERE left(to_e164, -4) = left($4, -4) AND sent_at > now() - interval '1 hour' AND client_id = $5 AND step = 0 AND $6
           GROUP BY lead_id, sms_sequence_id
         ) block
       ) AS "blockUntil"
     FROM (
       SELECT ${untilBelow('$7::int', '1 hour')} AS "hourUntil", ${untilBelow('$8::int', '1 day')} AS "dayUntil" FROM (
         SELECT sent_at AS at FROM sms_messages WHERE to_e164 = $4 AND sent_at > now() - interval '1 day' AND $6
         UNION ALL SELECT attempted_at FROM sms_messages WHERE to_e164 = $4 AND sent_at IS NULL AND status = 'queued' AND attempts > 0 AND $6
       ) sent
     ) number`,
    [id, nextStep, leadId, toE164, clientId, limits !== undefined, limits?.hour ?? 1, limits?.day ?? 1],
  );
  const { existingId, isFirst, hourUntil, dayUntil, blockUntil } = row;
  const numberUntil = dayUntil ?? hourUntil;
  if (numberUntil) return { existingId, isFirst, limit: { reason: 'number_limit', until: numberUntil } };
  return { existingId, isFirst, limit: isFirst && blockUntil ? { reason: 'flood', until: blockUntil } : null };
}
