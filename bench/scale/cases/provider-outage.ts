import { eventually } from '@dripline/runtime/testing/eventually';
import type { TestSequence } from '@dripline/tests/harness/messaging-harness';
import { atMost, exactly, figure, type ScaleRun } from '../scale-run';
import { countAccepted } from '../count-accepted';

const HOUR_MS = 3_600_000;
const CLOSES_WITHIN_S = 2;

/** Lets the next message of all enrollments fall due while the provider is away, and then lets it return. */
export async function providerOutage(
  { harness, enrollments, report }: ScaleRun,
  sequence: TestSequence,
): Promise<void> {
  const { db } = harness;
  const count = async (from: string) =>
    (await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`, [sequence.clientId])).rows[0]!.n;
  const before = await countAccepted(harness);
  await harness.setBehaviour({ isDown: true });
  const wokenAt = Date.now();
  await sequence.setNextDue(0);
  const waiting = `sms_messages WHERE client_id = $1 AND status = 'queued'`;
  await eventually(async () => (await count(waiting)) === enrollments, { timeout: 2 * HOUR_MS, interval: 1_000 });
  report(figure('messages that fell due per second', perSecond(enrollments, Date.now() - wokenAt)));

  await harness.setBehaviour({});
  const returnedAt = Date.now();
  await eventually(async () => (await db.query('SELECT FROM provider_breaker')).rowCount === 0, {
    timeout: HOUR_MS,
    interval: 50,
  });
  report(
    atMost('the circuit breaker closes after the return', (Date.now() - returnedAt) / 1_000, CLOSES_WITHIN_S, 's'),
  );
  const sent = `sms_messages WHERE client_id = $1 AND status = 'sent'`;
  await eventually(async () => (await count(sent)) >= enrollments, { timeout: 2 * HOUR_MS, interval: 1_000 });
  report(figure('messages sent per second after the return', perSecond(enrollments, Date.now() - returnedAt)));
  const accepted = await countAccepted(harness, before.total);
  report(exactly('numbers that got the message exactly once', accepted.once, enrollments));
  report(
    exactly(
      'messages that got lost, expired or were sent twice',
      accepted.total - accepted.once + (await count(sent)) - enrollments,
      0,
    ),
  );
}

const perSecond = (messages: number, ms: number) => ((messages * 1_000) / ms).toFixed(0);
