import { eventually } from '@dripline/runtime/testing/eventually';
import type { MessagingHarness } from '../harness/messaging-harness';
import type { GameDayFault } from './game-day-faults';
import type { FaultRecord, SloRecord } from './render-game-day';
import type { Attempt, Traffic, WebhookReceiver } from './traffic';

/** When a fault began, when its cause was gone, and when the next one began, in milliseconds since the epoch. */
export interface FaultTimes {
  fault: GameDayFault;
  from: number;
  gone: number;
  to: number;
}

/** When a message was due and sent, in milliseconds since the epoch. */
export interface TimedMessage {
  due: number;
  sent: number;
}

/** What the game day's client, visitors and receiver saw. */
export interface Observed {
  harness: MessagingHarness;
  clientId: string;
  traffic: Traffic;
  receiver: WebhookReceiver;
  /** Messages to each lead. */
  steps: number;
}

const SLOW_PAGE_MS = 500;
const LATE_MS = 60_000;
/** Longer than it takes to resolve an unknown outcome. */
const SETTLE_MS = 300_000;

/** Waits until all messages were sent and all webhook events arrived, or for five minutes. */
export async function waitUntilSettled({ harness, clientId, traffic, receiver, steps }: Observed): Promise<void> {
  const leads = traffic.accepted.size;
  const isSettled = async () =>
    (await readMessages(harness, clientId)).length >= leads * steps && receiver.arrivals.size >= leads;
  await eventually(isSettled, { timeout: SETTLE_MS, interval: 1_000 }).catch(() => undefined);
}

export async function readMessages({ db }: MessagingHarness, clientId: string): Promise<TimedMessage[]> {
  const { rows } = await db.query<{ due: Date; sent: Date }>(
    `SELECT due_at AS due, sent_at AS sent FROM sms_messages WHERE client_id = $1 AND status = 'sent'`,
    [clientId],
  );
  return rows.map(({ due, sent }) => ({ due: due.getTime(), sent: sent.getTime() }));
}

/** @param fired the alerts that began to fire in this time */
export function describeFault(
  { fault, from, gone, to }: FaultTimes,
  { visits, submissions }: Traffic,
  messages: TimedMessage[],
  fired: string[],
): FaultRecord {
  const failed = (attempts: Attempt[]) => attempts.filter(({ at, hasFailed }) => hasFailed && at >= from && at < to);
  const [failedVisits, failedSubmissions] = [failed(visits), failed(submissions)];
  const delays = messages.filter(({ due }) => due >= from && due < to).map(({ due, sent }) => sent - due);
  const failures = [...failedVisits, ...failedSubmissions].map(({ at, ms }) => at + ms - gone);
  return {
    name: fault.name,
    seconds: (gone - from) / 1_000,
    failedVisits: failedVisits.length,
    failedSubmissions: failedSubmissions.length,
    visitorsSeconds: Math.max(0, ...failures) / 1_000,
    messagesSeconds: delays.reduce((longest, ms) => Math.max(longest, ms), 0) / 1_000,
    fired,
    expected: fault.alerts,
  };
}

/** Measures the objectives of docs/operate/slos.md as the visitors and the receiver of webhooks saw them. */
export async function measureObjectives(
  { harness, clientId, traffic, receiver }: Observed,
  messages: TimedMessage[],
): Promise<SloRecord[]> {
  const { visits, submissions } = traffic;
  const leads = await readLeads(harness, clientId);
  const isLate = ([id, at]: [string, number]) => (receiver.arrivals.get(id) ?? Infinity) - at > LATE_MS;
  const slo = (name: string, events: number, bad: unknown[], budget: number) => ({
    ...{ name, events, bad: bad.length, budget },
  });
  return [
    slo(
      'Submissions',
      submissions.length,
      submissions.filter(({ hasFailed }) => hasFailed),
      0.0005,
    ),
    slo(
      'Landing pages',
      visits.length,
      visits.filter(({ ms, hasFailed }) => hasFailed || ms > SLOW_PAGE_MS),
      0.001,
    ),
    slo(
      'Messages on time',
      messages.length,
      messages.filter(({ due, sent }) => sent - due > LATE_MS),
      0.005,
    ),
    slo('Webhooks', leads.size, [...leads].filter(isLate), 0.01),
  ];
}

/** Returns when each lead was created. */
async function readLeads({ db }: MessagingHarness, clientId: string): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: string; at: Date }>(
    'SELECT id, created_at AS at FROM leads WHERE client_id = $1',
    [clientId],
  );
  return new Map(rows.map(({ id, at }) => [id, at.getTime()]));
}

/** Compares what visitors submitted with the leads, the ledger of the Twilio emulator and what the receiver got. */
export async function findLosses({ harness, clientId, traffic, receiver, steps }: Observed): Promise<string[]> {
  const ids = [...traffic.accepted.keys()];
  const leads = await readLeads(harness, clientId);
  const records = await harness.deliveryRecords([...traffic.accepted.values()]);
  /** How often each message of each lead was sent. */
  const sent = records.flatMap(({ bodies }) =>
    Array.from({ length: steps }, (_, step) => bodies.filter((body) => body === `Step ${step}`).length),
  );
  const counts = {
    'accepted leads are missing': ids.filter((id) => !leads.has(id)).length,
    'leads were not accepted or exist twice': leads.size - ids.filter((id) => leads.has(id)).length,
    'messages were not sent': sent.filter((times) => times === 0).length,
    'messages were sent twice': sent.filter((times) => times > 1).length,
    'webhook events are missing': ids.filter((id) => !receiver.arrivals.has(id)).length,
  };
  return Object.entries(counts).flatMap(([what, count]) => (count === 0 ? [] : [`${count} ${what}`]));
}
