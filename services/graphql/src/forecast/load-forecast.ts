import { isUUID } from 'class-validator';
import { DateTime } from 'luxon';
import type { EntityManager } from 'typeorm';
import { fail } from '../api/errors';
import { type Client, ClientStatus } from '../clients/client.entity';
import { TriggerEvent } from '../sequences/sequence.entity';
import { type Chain, createForecast, sumOf, type WaitingGroup } from './compute-forecast';
import type { ForecastSequenceInput, MessageForecast, SequenceForecast } from './forecast.types';

/** Days whose enrollments count for the number per day. */
export const HISTORY_DAYS = 28;
/** Days of enrollments, all of whose messages were due, which show how many leads receive each step. */
const COHORT_DAYS = 90;
/** Below this number of leads, the share that receives the next step is unknown and taken as all. */
const MIN_COHORT = 20;

type ForecastClient = Pick<
  Client,
  'id' | 'timeZone' | 'quietHours' | 'status' | 'smsAutoReplyEnabled' | 'monthlySMSLimit'
>;

/** A sequence with its history. */
interface SequenceRow {
  id: string;
  name: string;
  campaignId: string;
  startsWithSubmission: boolean;
  /** Whether leads can enroll: a campaign that is not active takes no submissions. */
  enrolls: boolean;
  /** Days since the sequence was created. */
  age: number;
  delays: number[];
  /** Leads that enrolled in the history and were not rejected. */
  enrolled: number;
  /** The number of earlier leads that received as many messages, by the number of messages. */
  received: Record<string, number> | null;
}

/** Open enrollments of a sequence, or messages that people wrote. */
interface OpenRow extends WaitingGroup {
  sequenceId: string | null;
  delays: number[];
}

/** What one line of a forecast is computed from. */
interface Item extends Pick<SequenceForecast, 'sequenceId' | 'name' | 'enrollmentsPerDay'> {
  chain: Chain;
  open: OpenRow[];
}

/**
 * Forecasts the messages of a client's current month, with a given sequence in place of the saved one.
 *
 * @param used the messages that were used so far in the month
 * @param now only tests set another time
 */
export async function loadForecast(
  db: EntityManager,
  client: ForecastClient,
  used: number,
  draft: ForecastSequenceInput | null,
  now = new Date(),
): Promise<MessageForecast> {
  const local = DateTime.fromJSDate(now, { zone: client.timeZone });
  const until = local.startOf('month').plus({ months: 1 }).toJSDate();
  const isSending = client.smsAutoReplyEnabled && client.status === ClientStatus.active;
  const rows = isSending ? await loadSequences(db, client.id, now) : [];
  const open = isSending ? await loadOpen(db, client.id, now, until) : [];
  const openOf = (sequenceId: string | null) => open.filter((row) => row.sequenceId === sequenceId);
  const items: Item[] = rows.map((row) => ({
    sequenceId: row.id,
    name: row.name,
    enrollmentsPerDay: rateOf(row),
    chain: chainOf(row),
    open: openOf(row.id),
  }));
  const written = openOf(null);
  if (written.length > 0) items.push({ ...unnamed, enrollmentsPerDay: 0, chain: writtenMessage, open: written });
  const given = draft && (await withDraft(db, client.id, draft, { items, rows, now }));

  const forecast = createForecast({ from: now, until, timeZone: client.timeZone, quietHours: client.quietHours });
  const forecasts = items.map(({ sequenceId, name, enrollmentsPerDay, chain, open: waiting }) => {
    // Open enrollments keep the steps that they started with.
    const groups = Object.values(Object.groupBy(waiting, ({ delays }) => delays.join()));
    const scheduled = groups.map((group) => forecast.scheduled({ ...chain, delays: group![0]!.delays }, group!));
    const expected = forecast.expected(chain, enrollmentsPerDay);
    const result: SequenceForecast = {
      sequenceId,
      name,
      enrollmentsPerDay,
      scheduled: scheduled.reduce((sum, flow) => sum + sumOf(flow), 0),
      expected: sumOf(expected),
    };
    return { result, flows: [...scheduled, expected] };
  });
  const sequences = forecasts.map(({ result }) => result);
  const sum = (field: 'scheduled' | 'expected') => sequences.reduce((total, result) => total + result[field], 0);
  const flows = forecasts.flatMap((each) => each.flows);
  return {
    month: local.toFormat('yyyy-MM'),
    until,
    limit: client.monthlySMSLimit,
    used,
    scheduled: sum('scheduled'),
    expected: sum('expected'),
    total: used + sum('scheduled') + sum('expected'),
    exceedsLimitOn: forecast.dayOfExceeding(flows, used, client.monthlySMSLimit),
    sequence: given ? sequences[items.indexOf(given)]! : null,
    sequences: sequences.toSorted((a, b) => b.scheduled + b.expected - (a.scheduled + a.expected)),
  };
}

const unnamed = { sequenceId: null, name: null };
const writtenMessage: Chain = { delays: [0], shares: [], startsWithSubmission: false };

/** Adds the given sequence, or puts it in the place of the saved one. Returns it. */
async function withDraft(
  db: EntityManager,
  clientId: string,
  draft: ForecastSequenceInput,
  { items, rows, now }: { items: Item[]; rows: SequenceRow[]; now: Date },
): Promise<Item> {
  const id = draft.sequenceId?.toLowerCase();
  const saved = rows.find((row) => row.id === id);
  const index = saved ? rows.indexOf(saved) : items.length;
  const chain: Chain = {
    delays: draft.delayMinutes,
    shares: saved ? chainOf(saved).shares : [],
    startsWithSubmission: draft.triggerEvent === TriggerEvent.lead_created,
  };
  const hasHistory = saved && saved.age >= 1 && saved.campaignId === draft.campaignId;
  const enrollmentsPerDay = hasHistory ? rateOf(saved) : await loadCampaignRate(db, clientId, draft, now);
  const given: Item = { ...unnamed, open: [], ...items[index], chain, enrollmentsPerDay };
  items[index] = given;
  return given;
}

/** The leads that enroll per day. */
const rateOf = ({ enrolls, enrolled, age }: SequenceRow): number =>
  enrolls ? enrolled / Math.min(HISTORY_DAYS, Math.max(1, age)) : 0;

/** The steps of a sequence, and the share of leads that receive each of them. */
function chainOf({ delays, received, startsWithSubmission }: SequenceRow): Chain {
  const withAtLeast = (messages: number) =>
    Object.entries(received ?? {}).reduce((sum, [count, leads]) => (Number(count) >= messages ? sum + leads : sum), 0);
  const shares = delays.map((_, step) => {
    const before = withAtLeast(step);
    return step === 0 || before < MIN_COHORT ? 1 : withAtLeast(step + 1) / before;
  });
  return { delays, shares, startsWithSubmission };
}

/** Loads the sequences that send messages, with their history. */
function loadSequences(db: EntityManager, clientId: string, now: Date): Promise<SequenceRow[]> {
  // Enrollments that were cancelled before the first message were rejected, or stopped early.
  const isStarted = `NOT (e.status = 'cancelled' AND e.next_step = 0)`;
  return db.query(
    `SELECT s.id, s.name, s.campaign_id AS "campaignId", s.trigger_event = 'lead_created' AS "startsWithSubmission",
       c.status = 'active' OR s.trigger_event <> 'lead_created' AS enrolls,
       extract(epoch FROM $2 - s.created_at)::float / 86400 AS age, step.delays,
       (SELECT count(*)::int FROM enrollments e
        WHERE e.sequence_id = s.id AND e.created_at > $2 - interval '${HISTORY_DAYS} days' AND e.created_at <= $2 AND ${isStarted}) AS enrolled,
       (SELECT json_object_agg(next_step, leads) FROM (
         SELECT e.next_step, count(*) AS leads FROM enrollments e
         WHERE e.sequence_id = s.id AND e.created_at > $2 - interval '${COHORT_DAYS} days' - step.duration
           AND e.created_at <= $2 - step.duration AND e.status IN ('completed', 'cancelled') AND ${isStarted}
         GROUP BY 1
       ) cohort) AS received
     FROM sequences s JOIN campaigns c ON c.id = s.campaign_id
     CROSS JOIN LATERAL (
       SELECT coalesce(json_agg(delay_minutes ORDER BY position), '[]') AS delays,
         -- Quiet hours delay each message by less than a day.
         (coalesce(sum(delay_minutes), 0) + count(*) * 1440) * interval '1 minute' AS duration
       FROM steps WHERE sequence_id = s.id
     ) step
     WHERE s.client_id = $1 AND s.status = 'active' AND s.paused_at IS NULL`,
    [clientId, now],
  );
}

/** Loads the enrollments whose next message is due before the month ends, as groups. */
function loadOpen(db: EntityManager, clientId: string, now: Date, until: Date): Promise<OpenRow[]> {
  return db.query(
    `SELECT e.sequence_id AS "sequenceId", e.next_step AS step, jsonb_path_query_array(e.steps, '$[*].delayMinutes') AS delays,
       greatest(0, floor(extract(epoch FROM e.next_due_at - $2) / 3600))::int AS hour, count(*)::int AS count
     FROM enrollments e LEFT JOIN sequences s ON s.id = e.sequence_id
     WHERE e.client_id = $1 AND e.status IN ('active', 'held') AND e.next_due_at < $3
       AND (e.sequence_id IS NULL OR (s.status = 'active' AND s.paused_at IS NULL))
     GROUP BY 1, 2, 3, 4`,
    [clientId, now, until],
  );
}

/** Loads the number of leads with a phone number that a campaign received per day, or that became contacted. */
async function loadCampaignRate(
  db: EntityManager,
  clientId: string,
  { campaignId, triggerEvent }: ForecastSequenceInput,
  now: Date,
): Promise<number> {
  const column = triggerEvent === TriggerEvent.lead_created ? 'created_at' : 'contacted_at';
  const [row] = isUUID(campaignId)
    ? await db.query<{ leads: number; age: number }[]>(
        `SELECT extract(epoch FROM $3 - c.created_at)::float / 86400 AS age,
           (SELECT count(*)::int FROM leads l WHERE l.campaign_id = c.id AND NOT l.held AND l.phone_e164 IS NOT NULL
              AND l.created_at > $3 - interval '${COHORT_DAYS} days' AND l.${column} > $3 - interval '${HISTORY_DAYS} days' AND l.${column} <= $3) AS leads
         FROM campaigns c WHERE c.id = $2 AND c.client_id = $1`,
        [clientId, campaignId, now],
      )
    : [];
  if (!row) throw fail('NOT_FOUND', 'Campaign not found');
  return row.leads / Math.min(HISTORY_DAYS, Math.max(1, row.age));
}
