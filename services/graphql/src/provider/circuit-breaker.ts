import type { EntityManager } from 'typeorm';
import { enqueueBulk } from '../outbox/enqueue';
import type { SendResultInput } from '../messages/message-worker.types';
import { ProviderBreaker } from './provider-breaker.entity';
import { SmsStatus } from '../messages/outbound-message.entity';

/** How long the breaker stays open, in ms. Longer for account errors, because a person has to fix them. */
const openDurations = {
  account: { shortest: 60_000, longest: 15 * 60_000 },
  unreachable: { shortest: 1_000, longest: 5 * 60_000 },
};
/** How long one message holds the probe: longer than a call to the provider takes. */
const PROBE_MS = 15_000;

/**
 * Opens the circuit breaker, for longer each time in a row. All messages wait.
 *
 * @param reason the provider's error code, or `unreachable`
 * @returns when the next probe is allowed
 */
export async function openBreaker(db: EntityManager, reason: string): Promise<Date> {
  const { shortest, longest } = reason === 'unreachable' ? openDurations.unreachable : openDurations.account;
  const [row] = await db.query<{ openUntil: Date }[]>(
    `INSERT INTO provider_breaker AS t (id, reason, failures, open_until) VALUES (true, $1, 1, now() + $2 * interval '1 millisecond')
     ON CONFLICT (id) DO UPDATE SET reason = $1, probe_until = NULL,
       failures = t.failures + CASE WHEN t.open_until > now() THEN 0 ELSE 1 END,
       open_until = CASE WHEN t.open_until > now() THEN t.open_until ELSE now() + least($2 * 2 ^ least(t.failures, 20), $3) * interval '1 millisecond' END
     RETURNING open_until AS "openUntil"`,
    [reason, shortest, longest],
  );
  return row!.openUntil;
}

/**
 * Takes the probe of an open breaker: once its time has passed, one message at a time may be sent.
 *
 * @returns null if the caller may send, else the time to wait for
 */
export async function tryProbe(db: EntityManager, { openUntil }: ProviderBreaker): Promise<Date | null> {
  if (openUntil > new Date()) return openUntil;
  const [, probesTaken] = await db.query<[unknown[], number]>(
    `UPDATE provider_breaker SET probe_until = now() + $1 * interval '1 millisecond' WHERE open_until <= now() AND (probe_until IS NULL OR probe_until <= now())`,
    [PROBE_MS],
  );
  if (probesTaken > 0) return null;
  const breaker = await db.findOneBy(ProviderBreaker, { id: true });
  return breaker && new Date(Math.max(breaker.openUntil.getTime(), breaker.probeUntil?.getTime() ?? 0));
}

/** Rejections of a single message, which prove that the provider answers. */
const messageRejections = ['opted_out', 'bad_number', 'carrier_refused'];

/** Closes the breaker and wakes the held enrollments, if the provider accepted or rejected a message. */
export async function closeBreakerAfter(
  db: EntityManager,
  { status, reason }: Pick<SendResultInput, 'status' | 'reason'>,
): Promise<void> {
  if (status !== SmsStatus.sent && !messageRejections.includes(reason ?? '')) return;
  const { affected } = await db.delete(ProviderBreaker, { id: true });
  if (affected) await enqueueBulk(db, 'wake_breaker');
}
