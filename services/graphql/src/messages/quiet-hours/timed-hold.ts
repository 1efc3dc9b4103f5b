import type { EntityManager } from 'typeorm';
import type { Client } from '../../clients/client.entity';
import type { Lead } from '../../leads/lead.entity';
import { nextAllowedTime } from './next-allowed-time';
import { recipientArea } from './recipient-area';
import { ruleOf } from './state-rules';

/**
 * For this long after a lead submits the form, in milliseconds, quiet hours do not apply to its messages. For this long
 * after it replies, they do not apply to what a person writes to it.
 */
export const EXEMPTION_MS = 60 * 60_000;
/** A message is sent at most this long after it was allowed, in milliseconds: longer than the worker's send deadline. */
const SEND_MARGIN_MS = 10_000;
const DAY_MS = 24 * 60 * 60_000;

type QuietClient = Pick<Client, 'quietHours' | 'timeZone'>;
type Recipient = Pick<Lead, 'phoneE164' | 'formData'>;

/** What decides whether a message must wait for a certain time. */
export interface TimedHoldConditions {
  client: QuietClient;
  lead: Recipient & Pick<Lead, 'createdAt'>;
  /** When the lead last replied, if a person answers it. */
  repliedAt?: Date | null;
  /** When the lead's number received its recent messages. Empty if its state does not limit them. */
  recentSends: readonly Date[];
}

/** Why a message waits, and until when. */
export interface TimedHold {
  reason: 'quiet_hours' | 'daily_limit';
  /** Null if the rules leave no time at which the message may be sent. */
  until: Date | null;
  /** Completes "because …" in the user interface. */
  description: string;
}

/**
 * Returns why a message to this lead must wait, or null if it may be sent: quiet hours apply where the lead is, or its
 * number received as many messages within 24 hours as its state allows. Quiet hours do not apply soon after the
 * visitor's own submission, or after its reply that a person answers.
 */
export function timedHold(now: Date, { client, lead, repliedAt, recentSends }: TimedHoldConditions): TimedHold | null {
  const wroteAt = Math.max(lead.createdAt.getTime(), repliedAt?.getTime() ?? 0);
  const area = recipientArea(lead, client);
  if (now.getTime() - wroteAt > EXEMPTION_MS) {
    for (const time of [now, new Date(now.getTime() + SEND_MARGIN_MS)]) {
      const { at, rule } = nextAllowedTime(time, { quietHours: client.quietHours, area });
      if (rule) return { reason: 'quiet_hours', until: at, description: rule.description };
    }
  }
  const limit = dailyLimit(client, lead);
  const times = recentSends.map((sentAt) => sentAt.getTime()).filter((time) => now.getTime() - time < DAY_MS);
  if (limit === null || times.length < limit) return null;
  const blocking = times.sort((a, b) => b - a)[limit - 1]!;
  const description = `${area.name} allows ${limit} messages to one number within 24 hours`;
  return { reason: 'daily_limit', until: new Date(blocking + DAY_MS), description };
}

/**
 * Loads when the numbers of enrollments received messages within the last 24 hours, by enrollment: from any client and
 * sender, because the limit is that of the number. A message that is being sent counts, except for that of the
 * enrollment itself, which may be retried. So does one that may have been delivered. Loads nothing for leads whose state
 * does not limit messages.
 *
 * @param lock whether other transactions that count these numbers' messages wait until this one ends
 */
export async function loadRecentSends(
  db: EntityManager,
  enrollments: readonly { id: string; client: QuietClient; lead: Recipient }[],
  lock: boolean,
): Promise<Map<string, Date[]>> {
  const limited = enrollments.filter(({ client, lead }) => dailyLimit(client, lead) !== null);
  const sends = new Map(limited.map(({ id }): [string, Date[]] => [id, []]));
  if (limited.length === 0) return sends;
  const numbers = limited.map(({ lead }) => lead.phoneE164);
  if (lock)
    await db.query(
      'SELECT pg_advisory_xact_lock(hashtextextended(number, 0)) FROM unnest($1::text[]) number ORDER BY number',
      [numbers],
    );
  const rows = await db.query<{ id: string; time: Date }[]>(
    `SELECT enrolled.id, coalesce(sent_at, attempted_at) AS time
     FROM unnest($1::uuid[], $2::text[]) enrolled (id, number) JOIN sms_messages ON to_e164 = enrolled.number
     WHERE sent_at > $3
       OR (sent_at IS NULL AND attempted_at > $3 AND attempts > 0
           AND (status = 'queued' AND enrollment_id <> enrolled.id OR reason = 'unknown'))`,
    [limited.map(({ id }) => id), numbers, new Date(Date.now() - DAY_MS)],
  );
  for (const { id, time } of rows) sends.get(id)!.push(time);
  return sends;
}

function dailyLimit({ quietHours, timeZone }: QuietClient, lead: Recipient): number | null {
  if (!quietHours.enabled) return null;
  return ruleOf(recipientArea(lead, { timeZone }).region)?.messagesPerDay ?? null;
}
