import { eventually } from '@dripline/runtime/testing/eventually';
import type { TestSequence } from '@dripline/tests/harness/messaging-harness';
import { countAccepted } from '../count-accepted';
import { atMost, exactly, type ScaleRun } from '../scale-run';

const CONTINUE_WITHIN_MIN = 30;
const HOUR_MS = 3_600_000;
/** Enrollments whose next message is made due afterwards. */
const SAMPLE = 1_000;

/** Drops Temporal's databases, and waits until all enrollments continue at their step. */
export async function lostTemporal({ harness, cluster, enrollments, report }: ScaleRun, { clientId }: TestSequence) {
  const before = await countAccepted(harness);
  const droppedAt = Date.now();
  await cluster.dropDatabases();
  await eventually(async () => (await cluster.countRunning()) >= enrollments, {
    timeout: 3 * HOUR_MS,
    interval: 2_000,
  });
  const minutes = (Date.now() - droppedAt) / 60_000;
  report(atMost(`${enrollments.toLocaleString('en')} enrollments continue`, minutes, CONTINUE_WITHIN_MIN, 'min'));

  const sample = Math.min(SAMPLE, enrollments);
  const { rows } = await harness.db.query<{ to: string; step: number }>(
    `WITH due AS (UPDATE enrollments SET next_due_at = now() WHERE id IN (SELECT id FROM enrollments WHERE client_id = $1 AND status = 'active' LIMIT $2)
       RETURNING id, to_e164, next_step),
     signalled AS (INSERT INTO outbox (kind, client_id, subject_id) SELECT 'signal', $1, id FROM due)
     SELECT to_e164 AS to, next_step AS step FROM due`,
    [clientId, sample],
  );
  await eventually(async () => (await countAccepted(harness, before.total)).total >= sample, {
    timeout: HOUR_MS,
    interval: 500,
  });
  const { messages } = await harness.ledger();
  const steps = new Map(rows.map(({ to, step }) => [to, step]));
  const later = messages.slice(before.total);
  const atStep = later.filter(({ to, body }) => body.includes(`Step ${steps.get(to)}`));
  report(
    exactly(`of ${sample.toLocaleString('en')} that were then due, messages of their step`, atStep.length, sample),
  );
  report(exactly('messages of another step or sent twice', later.length - new Set(atStep.map(({ to }) => to)).size, 0));
}
