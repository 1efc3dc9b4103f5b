import { eventually } from '@dripline/runtime/testing/eventually';
import type { TestSequence } from '@dripline/tests/harness/messaging-harness';
import { monitor } from '../monitor';
import { atMost, exactly, figure, type ScaleRun } from '../scale-run';
import { seedEnrollments } from '../seed-enrollments';
import { after, readPages } from '../visitors';
import { createPage } from './create-page';

/** Enrollments that are enqueued at once, which keeps the outbox filled but short. */
const BATCH = 250;
const QUIET_HOURS = { enabled: false, start: '21:00', end: '08:00' };
const LIMITS = { monthlyLeadLimit: 10_000_000, monthlySMSLimit: 5_000_000 };
const IDLE_MS = 20_000;
const GRAPHQL_MB = 400;
const WORKER_MB = 600;
const EVENT_LOOP_MS = 100;
const RELAY_SECONDS = 5;
const PAGE_RATIO = 1.5;

/**
 * Starts workflows as fast as they are taken, with ten times as many completed enrollments stored, until all live
 * enrollments sleep. Returns the sequence that they belong to.
 */
export async function liveEnrollments(run: ScaleRun): Promise<TestSequence> {
  const { harness, processes, enrollments, cluster, report } = run;
  const page = await createPage(run, 'Visited');
  const history = await harness.createSequence(3, 24 * 60);
  await seedEnrollments(harness.db, history, { count: enrollments * 9, status: 'completed' });
  const sequence = await harness.createSequence(3, 24 * 60);
  await harness.call('PUT', `/api/clients/${sequence.clientId}`, { ...LIMITS, quietHours: QUIET_HOURS });
  await harness.db.query('ANALYZE');
  const idle = await readPages(page, after(IDLE_MS));
  report(figure('p95 of a landing page while idle', `${idle.p95.toFixed(1)} ms`));

  const monitored = monitor(processes);
  const startedAt = Date.now();
  let isOver = false;
  const busy = readPages(page, () => isOver);
  for (let inserted = 0; inserted < enrollments; inserted += BATCH) {
    const count = Math.min(BATCH, enrollments - inserted);
    await seedEnrollments(harness.db, sequence, { count, status: 'active', otherLeadsPerEnrollment: 1 });
    await eventually(() => isShort(run), { timeout: 600_000, interval: 100 });
  }
  await eventually(async () => (await cluster.countRunning()) >= enrollments, { timeout: 600_000, interval: 1_000 });
  const seconds = (Date.now() - startedAt) / 1_000;
  isOver = true;
  const filling = await busy;
  const peaks = await monitored.stop();
  report(figure('workflows started per second', (enrollments / seconds).toFixed(0)));
  reportPeaks(run, peaks, 'while workflows start');
  report(atMost('p95 of a landing page while workflows start, against idle', filling.p95 / idle.p95, PAGE_RATIO, ''));
  report(exactly('landing pages that failed meanwhile', filling.failures, 0));

  const sleeping = monitor(processes);
  const asleep = await readPages(page, after(IDLE_MS));
  reportPeaks(run, await sleeping.stop(), 'while they sleep');
  report(atMost('p95 of a landing page while they sleep, against idle', asleep.p95 / idle.p95, PAGE_RATIO, ''));
  return sequence;
}

async function isShort({ harness }: ScaleRun): Promise<boolean> {
  const { rows } = await harness.db.query<{ n: number }>('SELECT count(*)::int AS n FROM outbox');
  return rows[0]!.n < BATCH / 2;
}

function reportPeaks(
  { report }: ScaleRun,
  peaks: Awaited<ReturnType<ReturnType<typeof monitor>['stop']>>,
  when: string,
) {
  const limits: Record<string, number> = { graphql: GRAPHQL_MB, worker: WORKER_MB };
  for (const [name, megabytes] of Object.entries(peaks.megabytes)) {
    const limit = limits[name.split(' ')[0]!];
    if (limit !== undefined) report(atMost(`memory of ${name} ${when}`, megabytes, limit, 'MB'));
    else report(figure(`memory of ${name} ${when}`, `${megabytes} MB`));
  }
  for (const [name, ms] of Object.entries(peaks.eventLoopMs))
    report(atMost(`event loop delay of ${name} ${when}, p99 of the slowest five seconds`, ms, EVENT_LOOP_MS, 'ms'));
  report(atMost(`age of the oldest outbox entry ${when}`, peaks.outboxSeconds, RELAY_SECONDS, 's'));
}
