import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '@dripline/launcher/paths';
import { readRun } from '@dripline/tests/harness/launch';
import { temporalCli } from '@dripline/tests/harness/temporal-cli';
import type { TextingStage, Trial } from '@dripline/tests/harness/messaging-harness';
import { until } from '@dripline/tests/harness/until';
import { type Measured, median, timed } from './compare';

/** How much the benchmarks of texts work on. */
export interface TextSize {
  /** Enrollments that go at once, and the texts of each. */
  enrollments: number;
  steps: number;
  /** Enrollments that sleep. */
  asleep: number;
  /** Calls of each kind that are timed without and with texts going. */
  calls: number;
}
export const SIZE: TextSize = { enrollments: 300, steps: 3, asleep: 5_000, calls: 200 };

const MOST_ASLEEP_MB = 600;

let lastNumber = 4_000_000;
/** Enrolls so many invented leads, as submissions would but many times faster; their first text is due in so many ms. */
async function enroll(
  stage: TextingStage,
  { clientId, campaignId, sequenceId }: Trial,
  leads: number,
  dueMs: number,
): Promise<Date> {
  lastNumber += leads;
  const { rows } = await stage.db.query<{ due: Date }>(
    `WITH lead AS (INSERT INTO leads (client_id, campaign_id, status, form_data, phone, phone_e164)
       SELECT $1, $2, 'new', '{}', '+1415' || n, '+1415' || n FROM generate_series($4::int - $5::int + 1, $4) n RETURNING id, phone_e164),
     steps AS (SELECT jsonb_agg(jsonb_build_object('delayMinutes', delay_minutes, 'message', message) ORDER BY position) AS steps FROM steps WHERE sequence_id = $3),
     started AS (INSERT INTO enrollments (client_id, sequence_id, lead_id, to_e164, steps, next_due_at)
       SELECT $1, $3, lead.id, lead.phone_e164, steps.steps, now() + $6 * interval '1 millisecond' FROM lead, steps RETURNING id, next_due_at),
     told AS (INSERT INTO outbox (kind, subject_id) SELECT 'start', id FROM started)
     SELECT max(next_due_at) AS due FROM started`,
    [clientId, campaignId, sequenceId, lastNumber, leads, dueMs],
  );
  return rows[0]!.due;
}

const untilSent = (stage: TextingStage, { clientId }: Trial, texts: number) =>
  until(
    async () =>
      (
        await stage.db.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM sms_messages WHERE client_id = $1 AND status = 'sent'`,
          [clientId],
        )
      ).rows[0]!.n >= texts,
  );

/** Texts from end to end beside the bare SDK with as many sleeps and activities, on the same Temporal; counted from when the first is due. */
export async function compareSteps(stage: TextingStage, { enrollments, steps }: TextSize): Promise<Measured> {
  // All are started by then.
  const leadMs = 5_000 + enrollments * 25;
  const rounds = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    const address = `127.0.0.1:${readRun(stage.stack.dataDir).services['temporal']!.port}`;
    const peer = [
      join(root, 'services/workflows/dist/testing/baseline/main.js'),
      address,
      enrollments,
      steps,
      leadMs,
    ].map(String);
    const { stdout } = await promisify(execFile)(process.execPath, peer);
    // The SDK may have warned before.
    rounds.theirs.push((JSON.parse(stdout.trim().split('\n').at(-1)!) as { ms: number }).ms);
    const trial = await stage.sequence(steps);
    const due = await enroll(stage, trial, enrollments, leadMs);
    await untilSent(stage, trial, enrollments * steps);
    rounds.ours.push(Date.now() - due.getTime());
  }
  const [ours, theirs] = [median(rounds.ours), median(rounds.theirs)];
  const rate = (ms: number) => `${Math.round((enrollments * steps * 1000) / ms)}/s`;
  const name = `${enrollments * steps} texts end to end (${rate(ours)})`;
  // Half the rate of the SDK alone.
  return {
    name,
    peer: `the bare SDK with as many sleeps and activities (${rate(theirs)})`,
    goal: 2,
    ours,
    theirs,
    ratio: ours / theirs,
  };
}

/** What a visitor waits while texts go, beside the same with none. */
export async function compareVisits(stage: TextingStage, { enrollments, calls }: TextSize): Promise<Measured[]> {
  const visited = await stage.sequence();
  const { rows } = await stage.db.query<{ handle: string; slug: string }>(
    'SELECT handle, slug FROM clients JOIN campaigns ON client_id = clients.id WHERE clients.id = $1',
    [visited.clientId],
  );
  const path = `${rows[0]!.handle}/${rows[0]!.slug}`;
  // The sequence is switched off: these leads get no texts of their own.
  await stage.call('PUT', `/api/sms-sequences/${visited.sequenceId}`, { status: 'inactive' });
  const look = () => stage.call('GET', `/api/landing/${path}`);
  const submit = () => stage.call('POST', `/api/campaigns/${path}/leads`, { phone: `+1415${(lastNumber += 1)}` });
  const measure = async (isDone: () => boolean) => {
    const times = { look: [] as number[], submit: [] as number[] };
    for (let n = 0; n < calls && !isDone(); n += 1) {
      times.look.push(await timed(look));
      times.submit.push(await timed(submit));
    }
    return times;
  };
  await measure(() => false);
  const without = await measure(() => false);
  const trial = await stage.sequence(10);
  await enroll(stage, trial, enrollments, 0);
  await untilSent(stage, trial, 1);
  let isOver = false;
  const over = untilSent(stage, trial, enrollments * 10).then(() => void (isOver = true));
  const during = await measure(() => isOver);
  await over;
  const row = (name: string, ours: number[], theirs: number[]): Measured => {
    const [a, b] = [median(ours), median(theirs)];
    return {
      name: `${name} while texts go`,
      peer: 'the same while none go',
      goal: 2,
      ours: a,
      theirs: b,
      ratio: a / b,
    };
  };
  return [row('a landing page’s data', during.look, without.look), row('a lead', during.submit, without.submit)];
}

/** What the worker holds in memory while so many enrollments sleep, in words. */
export async function weighAsleep(stage: TextingStage, { asleep }: TextSize, temporal: string): Promise<string> {
  const trial = await stage.sequence(2);
  await enroll(stage, trial, asleep, 24 * 60 * 60_000);
  const started = `WorkflowType = 'followUp' AND ExecutionStatus = 'Running' AND StartTime > '${new Date(Date.now() - 600_000).toISOString()}'`;
  const count = async () =>
    Number(
      /\d+/.exec(await temporalCli(stage.stack.dataDir, temporal)('workflow', 'count', '--query', started))?.[0] ?? 0,
    );
  await until(async () => (await count()) >= asleep);
  // Their first look at the domain is behind them.
  let before = -1;
  for (let used = usedCpu(stage); used !== before; used = usedCpu(stage)) {
    before = used;
    await delay(3_000);
  }
  const status = readFileSync(`/proc/${stage.pidOf('workflows')}/status`, 'utf8');
  const megabytes = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024);
  return `${asleep.toLocaleString('en')} enrollments asleep: the worker holds ${megabytes} MB (goal ${MOST_ASLEEP_MB} or less, ${megabytes <= MOST_ASLEEP_MB ? 'met' : 'missed'})`;
}

/** Half seconds of CPU time that the worker has used: it stands still when all sleep. */
function usedCpu(stage: TextingStage): number {
  const fields = readFileSync(`/proc/${stage.pidOf('workflows')}/stat`, 'utf8').split(' ');
  return Math.round((Number(fields[13]) + Number(fields[14])) / 50);
}
