import { eventually } from '@dripline/runtime/testing/eventually';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { findK6 } from '@dripline/tools/install/find-k6';
import { root } from '@dripline/launcher/paths';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { readJson } from '@dripline/launcher/processes/read-json';
import { runInherited } from '@dripline/launcher/processes/run-inherited';
import type { Secrets } from '@dripline/launcher/secrets';
import { launch, readRunFile } from '@dripline/tests/harness/launch';
import { signInAdmin } from '@dripline/launcher/rest-client';

const scripts = ['browse', 'submit', 'mixed'];
const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password for the load' };
const SLEEPING_ENROLLMENTS = 5_000;
/** Variables that the k6 scripts read. */
const passed = [
  'BASE_URL',
  'ADMIN_USERNAME',
  'ADMIN_PASSWORD',
  'VISITORS',
  'SUBMISSIONS',
  'RAMP',
  'DURATION',
  'CAMPAIGNS',
  'PAGE_P95_MS',
  'SUBMISSION_P95_MS',
  'SUMMARY',
  'K6_*',
];

/**
 * `npm run load [browse|submit|mixed]`: runs k6 against BASE_URL, or against a new stack with thousands of sleeping
 * enrollments. Throws a Failure if k6 fails.
 */
export const load: Command = async ({ args, env, signal, cleanup }) => {
  const [script = 'mixed', ...rest] = args;
  if (!scripts.includes(script) || rest.length > 0)
    throw new Failure(`Usage: npm run load [-- SCRIPT], where SCRIPT is one of ${scripts.join(', ')}.`, 2);
  const k6 = await findK6(env, signal);
  if ('missing' in k6) throw new Failure(k6.missing);
  const variables = env.variables['BASE_URL']
    ? {}
    : await startStack(cleanup, Number(env.variables['ASLEEP'] ?? SLEEPING_ENROLLMENTS));
  const run = {
    name: 'k6',
    command: k6.path,
    args: ['run', '--quiet', '--no-usage-report', join(root, 'k8s/load/scripts', `${script}.js`)],
    env: childEnv(env.variables, passed, variables),
    cwd: root,
  };
  const code = await runInherited(run, signal);
  if (code !== 0) throw new Failure(`k6 exited with code ${code}. Code 99 means that a threshold was crossed.`);
};

async function startStack(
  cleanup: Parameters<Command>[0]['cleanup'],
  enrollments: number,
): Promise<Record<string, string>> {
  const [port = 0] = await pickPorts(1);
  const dataDir = mkdtempSync(join(tmpdir(), 'dripline-load-'));
  const stack = launch('start', { PORT: String(port), DATA_DIR: dataDir, RATE_LIMITS: 'off', ...admin });
  cleanup.add(async () => {
    stack.child.kill('SIGTERM');
    await stack.ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  await stack.waitForOutput(/Ready in/);
  const origin = `http://127.0.0.1:${port}`;
  console.log(`Creating ${enrollments.toLocaleString('en')} sleeping enrollments…`);
  await createSleepingEnrollments(origin, dataDir, enrollments);
  return { BASE_URL: origin, ...admin };
}

/**
 * Enrolls made-up leads in a sequence whose first message is due in a day, with SQL because submissions would be much
 * slower. Resolves when their workflows have started.
 */
async function createSleepingEnrollments(origin: string, dataDir: string, count: number): Promise<void> {
  if (count === 0) return;
  const call = await signInAdmin(origin, admin.ADMIN_USERNAME, admin.ADMIN_PASSWORD);
  const client = await call<{ id: string }>('POST', '/api/clients', {
    businessName: 'Asleep',
    contactEmail: 'a@asleep.example',
    notificationPhone: 'none',
  });
  const campaign = await call<{ id: string }>('POST', `/api/clients/${client.id}/campaigns`, {
    name: 'Asleep',
    formFields: [{ id: 'phone', type: 'tel', label: 'Phone' }],
  });
  const steps = [{ delayMinutes: 24 * 60, message: 'Good morning' }];
  const sequence = await call<{ id: string }>('POST', `/api/clients/${client.id}/sms-sequences`, {
    name: 'Later',
    campaignId: campaign.id,
    triggerEvent: 'lead_created',
    steps,
  });
  const { postgresPassword } = readJson<Secrets>(join(dataDir, 'secrets.json'))!;
  const db = new Client({
    host: '127.0.0.1',
    port: readRunFile(dataDir).services['postgres']!.port,
    user: 'dripline',
    database: 'dripline',
    password: postgresPassword,
  });
  await db.connect();
  await db.query(
    `WITH lead AS (INSERT INTO leads (client_id, campaign_id, form_data, phone, phone_e164)
       SELECT $1, $2, '{}', '+1415' || 4000000 + n, '+1415' || 4000000 + n FROM generate_series(1, $4::int) n RETURNING id, phone_e164),
     enrolled AS (INSERT INTO enrollments (client_id, sequence_id, sequence_version, lead_id, to_e164, steps, next_due_at)
       SELECT $1, $3, 1, id, phone_e164, $5, now() + interval '1 day' FROM lead RETURNING id)
     INSERT INTO outbox (kind, subject_id) SELECT 'start', id FROM enrolled`,
    [client.id, campaign.id, sequence.id, count, JSON.stringify(steps)],
  );
  await eventually(async () => (await db.query('SELECT FROM outbox LIMIT 1')).rowCount === 0, {
    timeout: 3_600_000,
    interval: 500,
  });
  await db.end();
}
