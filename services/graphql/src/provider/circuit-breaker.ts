import { randomUUID } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { enqueueBulk, enqueueRows } from '../outbox/enqueue';
import type { SendResultInput } from '../messages/message-worker.types';
import { ProviderBreaker } from './provider-breaker.entity';
import { SmsStatus } from '../messages/outbound-message.entity';

/** How long the breaker stays open, in ms. Longer for account errors, because a person has to fix them. */
const openDurations = {
  account: { shortest: 60_000, longest: 15 * 60_000 },
  unreachable: { shortest: 1_000, longest: 1_000 },
};
/** How long one message holds the probe: longer than a call to the provider takes. */
const PROBE_MS = 15_000;
/** Messages that are woken for a probe, because the first may have to wait for another reason. */
const PROBES = 3;

/**
 * Opens the circuit breaker, after an account error for longer each time in a row. All messages wait.
 *
 * @param reason the provider's error code, or `unreachable`
 */
export async function openBreaker(db: EntityManager, reason: string): Promise<void> {
  const { shortest, longest } = reason === 'unreachable' ? openDurations.unreachable : openDurations.account;
  await db.query(
    `INSERT INTO provider_breaker AS t (id, reason, failures, open_until) VALUES (true, $1, 1, now() + $2 * interval '1 millisecond')
     ON CONFLICT (id) DO UPDATE SET reason = $1, probe_until = NULL,
       failures = t.failures + CASE WHEN t.open_until > now() THEN 0 ELSE 1 END,
       open_until = CASE WHEN t.open_until > now() THEN t.open_until ELSE now() + least($2 * 2 ^ least(t.failures, 20), $3) * interval '1 millisecond' END`,
    [reason, shortest, longest],
  );
}

const PROBE_IS_DUE = 'open_until <= now() AND (probe_until IS NULL OR probe_until <= now())';

/**
 * Returns whether the caller sends because the breaker is closed, or as its `probe`. While the breaker is `open`, the
 * caller waits to be woken, and the breaker does not close before the caller's transaction ends, so that none is
 * overlooked.
 */
export async function tryProbe(db: EntityManager): Promise<'closed' | 'probe' | 'open'> {
  const [breaker] = await db.query<{ isDue: boolean }[]>(
    `SELECT ${PROBE_IS_DUE} AS "isDue" FROM provider_breaker FOR KEY SHARE`,
  );
  if (!breaker) return 'closed';
  if (!breaker.isDue) return 'open';
  const [, probesTaken] = await db.query<[unknown[], number]>(
    `UPDATE provider_breaker SET probe_until = now() + $1 * interval '1 millisecond' WHERE ${PROBE_IS_DUE}`,
    [PROBE_MS],
  );
  return probesTaken > 0 ? 'probe' : 'open';
}

/**
 * Wakes a few of the messages that wait for the provider, if a probe is due. The first of them probes.
 *
 * @returns whether there are any
 */
export async function wakeProbes(db: EntityManager): Promise<boolean> {
  const due = await db.query<unknown[]>(`SELECT FROM provider_breaker WHERE ${PROBE_IS_DUE}`);
  if (due.length === 0) return false;
  // Random ones, because a workflow may be missing. The second query finds the first ones if there are none above.
  for (const from of [randomUUID(), '00000000-0000-0000-0000-000000000000'])
    for (const [kind, table, id, condition] of [
      ['signal', 'enrollments', 'id', `status = 'held' AND reason = 'provider_unavailable'`],
      ['lead_notification', 'lead_notifications', 'lead_id', `status = 'queued'`],
    ] as const) {
      const rows = `SELECT client_id, ${id} AS id FROM ${table} WHERE ${condition} AND ${id} >= $1 ORDER BY ${id} LIMIT ${PROBES}`;
      const woken = await db.query<unknown[]>(`${enqueueRows(kind, rows)} RETURNING id`, [from]);
      if (woken.length > 0) return true;
    }
  return false;
}

/** Rejections of a single message, which prove that the provider answers. */
const messageRejections = ['opted_out', 'bad_number', 'carrier_refused'];

/** Closes the breaker and wakes all messages that wait for it, if the provider accepted or rejected a message. */
export async function closeBreakerAfter(
  db: EntityManager,
  { status, reason }: Pick<SendResultInput, 'status' | 'reason'>,
): Promise<void> {
  if (status !== SmsStatus.sent && !messageRejections.includes(reason ?? '')) return;
  const { affected } = await db.delete(ProviderBreaker, { id: true });
  if (!affected) return;
  await enqueueBulk(db, 'wake_breaker');
  await enqueueBulk(db, 'wake_notifications');
}
