import { eventually } from '@dripline/runtime/testing/eventually';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '@dripline/launcher/paths';
import { readRunFile } from '@dripline/tests/harness/launch';
import { temporalCli } from '@dripline/tests/harness/temporal-cli';
import type { MessagingHarness, TestSequence } from '@dripline/tests/harness/messaging-harness';
import { type BenchmarkResult, median, timed } from './compare';

/** Size of the message benchmarks. */
export interface MessageBenchmarkSize {
  /** Enrollments that are due at the same time, and the messages of each. */
  enrollments: number;
  steps: number;
  /** Enrollments that wait for their first message. */
  sleeping: number;
  /** Requests of each kind that are timed, once without and once during message sending. */
  calls: number;
}
export const SIZE: MessageBenchmarkSize = { enrollments: 300, steps: 3, sleeping: 5_000, calls: 200 };

const MAX_MEMORY_MB = 600;

let lastNumber = 4_000_000;
/**
 * Enrolls made-up leads, with SQL because submissions would be much slower. Returns when their first message is due.
 */
async function enroll(
  harness: MessagingHarness,
  { clientId, campaignId, sequenceId }: TestSequence,
  leads: number,
  dueMs: number,
): Promise<Date> {
  lastNumber += leads;
  const { rows } = await harness.db.query<{ due: Date }>(
    `WITH lead AS (INSERT INTO leads (client_id, campaign_id, status, form_data, phone, phone_e164)
       SELECT $1, $2, 'new', '{}', '+1415' || n, '+1415' || n FROM generate_series($4::int - $5::int + 1, $4) n RETURNING id, phone_e164),
     agreed AS (INSERT INTO consents (client_id, lead_id, phone_e164, disclosure, via, ip_address, user_agent) SELECT $1, id, phone_e164, '', 'api', '', '' FROM lead),
     steps AS (SELECT jsonb_agg(jsonb_build_object('delayMinutes', delay_minutes, 'message', message) ORDER BY position) AS steps FROM steps WHERE sequence_id = $3),
     started AS (INSERT INTO enrollments (client_id, sequence_id, sequence_version, lead_id, to_e164, steps, next_due_at)
       SELECT $1, $3, 1, lead.id, lead.phone_e164, steps.steps, now() + $6 * interval '1 millisecond' FROM lead, steps RETURNING id, next_due_at),
     enqueued AS (INSERT INTO outbox (kind, subject_id) SELECT 'start', id FROM started)
     SELECT max(next_due_at) AS due FROM started`,
    [clientId, campaignId, sequenceId, lastNumber, leads, dueMs],
  );
  return rows[0]!.due;
}

const waitUntilSent = (harness: MessagingHarness, { clientId }: TestSequence, messages: number) =>
  eventually(
    async () =>
      (
        await harness.db.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM sms_messages WHERE client_id = $1 AND status = 'sent'`,
          [clientId],
        )
      ).rows[0]!.n >= messages,
    { timeout: 3_600_000, interval: 200 },
  );

/**
 * Compares sending messages with the Temporal SDK alone, with as many timers, activities and workers. Timed from the
 * first due message.
 *
 * @param address the Temporal server
 */
export async function compareSteps(
  harness: MessagingHarness,
  { enrollments, steps }: Pick<MessageBenchmarkSize, 'enrollments' | 'steps'>,
  address = `127.0.0.1:${readRunFile(harness.stack.dataDir).services['temporal']?.port}`,
  workers = 1,
): Promise<BenchmarkResult> {
  // All workflows have started by then.
  const leadMs = 5_000 + enrollments * 25;
  const rounds = { product: [] as number[], baseline: [] as number[] };
  // Like Twilio's. By default the emulator sends the first receipt before it responds, as a test of that race.
  await harness.setBehaviour({ receiptDelayMs: 1_000 });
  const baseline = join(root, 'services/workflows/dist/testing/baseline/main.js');
  for (let round = 0; round < 3; round += 1) {
    const queue = [address, `baseline-${randomUUID()}`];
    const others = Array.from({ length: workers - 1 }, () => execFile(process.execPath, [baseline, ...queue]));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [baseline, ...queue, enrollments, steps, leadMs].map(String),
    );
    for (const other of others) other.kill();
    // The SDK may print warnings first.
    rounds.baseline.push((JSON.parse(stdout.trim().split('\n').at(-1)!) as { ms: number }).ms);
    const sequence = await harness.createSequence(steps);
    const due = await enroll(harness, sequence, enrollments, leadMs);
    await waitUntilSent(harness, sequence, enrollments * steps);
    rounds.product.push(Date.now() - due.getTime());
  }
  const [product, alone] = [median(rounds.product), median(rounds.baseline)];
  const rate = (ms: number) => `${Math.round((enrollments * steps * 1000) / ms)}/s`;
  const name = `${enrollments * steps} messages end to end (${rate(product)})`;
  return {
    name,
    baselineName: `the Temporal SDK alone, with as many timers and activities (${rate(alone)})`,
    goal: 2,
    product,
    baseline: alone,
    ratio: product / alone,
  };
}

/** Compares a visitor's requests during message sending with the same requests without. */
export async function compareVisits(
  harness: MessagingHarness,
  { enrollments, calls }: MessageBenchmarkSize,
): Promise<BenchmarkResult[]> {
  const visited = await harness.createSequence();
  const { rows } = await harness.db.query<{ handle: string; slug: string }>(
    'SELECT handle, slug FROM clients JOIN campaigns ON client_id = clients.id WHERE clients.id = $1',
    [visited.clientId],
  );
  const path = `${rows[0]!.handle}/${rows[0]!.slug}`;
  // Deactivated, so that these leads get no messages.
  await harness.call('PUT', `/api/sms-sequences/${visited.sequenceId}`, { status: 'inactive' });
  const view = () => harness.call('GET', `/api/landing/${path}`);
  const submit = () => harness.call('POST', `/api/campaigns/${path}/leads`, { phone: `+1415${(lastNumber += 1)}` });
  const measure = async (isDone: () => boolean) => {
    const times = { view: [] as number[], submit: [] as number[] };
    for (let n = 0; n < calls && !isDone(); n += 1) {
      times.view.push(await timed(view));
      times.submit.push(await timed(submit));
    }
    return times;
  };
  await measure(() => false);
  const without = await measure(() => false);
  const sequence = await harness.createSequence(10);
  await enroll(harness, sequence, enrollments, 0);
  await waitUntilSent(harness, sequence, 1);
  let isOver = false;
  const over = waitUntilSent(harness, sequence, enrollments * 10).then(() => void (isOver = true));
  const during = await measure(() => isOver);
  await over;
  const row = (name: string, product: number[], baseline: number[]): BenchmarkResult => {
    const [a, b] = [median(product), median(baseline)];
    return {
      name: `${name} during message sending`,
      baselineName: 'the same without message sending',
      goal: 2,
      product: a,
      baseline: b,
      ratio: a / b,
    };
  };
  return [row('a landing page’s data', during.view, without.view), row('a submission', during.submit, without.submit)];
}

/** Measures the worker's memory while enrollments wait for their first message. Returns a line to print. */
export async function measureSleepingEnrollments(
  harness: MessagingHarness,
  { sleeping }: MessageBenchmarkSize,
  temporal: string,
): Promise<string> {
  const sequence = await harness.createSequence(2);
  await enroll(harness, sequence, sleeping, 24 * 60 * 60_000);
  const started = `WorkflowType = 'followUp' AND ExecutionStatus = 'Running' AND StartTime > '${new Date(Date.now() - 600_000).toISOString()}'`;
  const count = async () =>
    Number(
      /\d+/.exec(await temporalCli(harness.stack.dataDir, temporal)('workflow', 'count', '--query', started))?.[0] ?? 0,
    );
  await eventually(async () => (await count()) >= sleeping, { timeout: 600_000 });
  // Waits until the workflows have read their enrollment.
  let before = -1;
  for (let used = usedCpu(harness); used !== before; used = usedCpu(harness)) {
    before = used;
    await delay(3_000);
  }
  const status = readFileSync(`/proc/${harness.pidOf('workflows')}/status`, 'utf8');
  const megabytes = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
  return `${sleeping.toLocaleString('en')} sleeping enrollments: the worker uses ${megabytes} MB (goal ${MAX_MEMORY_MB} MB or less: ${megabytes <= MAX_MEMORY_MB ? 'met' : 'missed'})`;
}

/** Returns the CPU time that the worker has used, in half seconds. It stays the same when all workflows sleep. */
function usedCpu(harness: MessagingHarness): number {
  const fields = readFileSync(`/proc/${harness.pidOf('workflows')}/stat`, 'utf8').split(' ');
  return Math.round((Number(fields[13]) + Number(fields[14])) / 50);
}
