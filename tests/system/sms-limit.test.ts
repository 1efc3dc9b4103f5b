import { eventually } from '@dripline/runtime/testing/eventually';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { pickPorts } from '@dripline/launcher/processes/ports';
import type { Secrets } from '@dripline/launcher/secrets';
import { launch, readRunFile, type LaunchedCommand } from '../harness/launch';
import { signInAdmin, createScenario, type RestCaller, type Scenario } from '@dripline/launcher/rest-client';
import { recordFaultRun } from '../harness/fault-runs';
import { startSecondWorker, type SecondWorker } from '../harness/second-worker';

jest.setTimeout(400_000);

const LEADS = 500;

let launched: LaunchedCommand;
let secondWorker: SecondWorker | undefined;
let db: Client;
let call: RestCaller;

beforeAll(async () => {
  const [port = 0] = await pickPorts(1);
  launched = launch('start', { PORT: String(port), RATE_LIMITS: 'off' });
  const password = await launched.waitForOutput(/Password: (\S+)/);
  await launched.waitForOutput(/Ready in/);
  const { dataDir } = launched;
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
  secondWorker = await startSecondWorker(dataDir, secrets);
  db = new Client({
    host: '127.0.0.1',
    port: readRunFile(dataDir).services['postgres']!.port,
    user: 'dripline',
    password: secrets.postgresPassword,
    database: 'dripline',
  });
  await db.connect();
  call = await signInAdmin(`http://127.0.0.1:${port}`, 'admin', password);
});

afterAll(async () => {
  await db?.end();
  await secondWorker?.stop();
  launched.child.kill('SIGTERM');
  await launched.ended;
});

test(`W9: two workers send exactly as many of ${LEADS} messages that are due at once as the monthly limit allows`, async () => {
  const blocked = await createLimited(0);
  await submitAll(blocked, 20);
  await untilSentOrHeld(blocked, 20);
  expect(await countSent(blocked)).toEqual(sentCounts(0));

  const scenario = await createLimited(100);
  await submitAll(scenario, LEADS);
  await untilSentOrHeld(scenario, LEADS);
  expect(await countSent(scenario)).toEqual(sentCounts(100));

  await setLimit(scenario, 150);
  await call('POST', '/api/sms/process', { clientId: scenario.clientId });
  await untilSentOrHeld(scenario, LEADS, 150);
  expect(await countSent(scenario)).toEqual(sentCounts(150));
  const logs = [readFileSync(join(launched.dataDir, 'logs', 'workflows.log'), 'utf8'), secondWorker!.output()];
  const sentByWorker = logs.map((log) => log.split('\n').filter((line) => line.includes('"msg":"text"')).length);
  expect(sentByWorker[0]! + sentByWorker[1]!).toBe(150);
  expect(Math.min(...sentByWorker)).toBeGreaterThan(0);
  recordFaultRun({ count: LEADS, duplicates: sentByWorker[0]! + sentByWorker[1]! - 150, lost: 0 });
});

async function createLimited(limit: number): Promise<Scenario> {
  const scenario = await createScenario(call, [{ delayMinutes: 0, message: 'Hi {{firstName}}' }]);
  await setLimit(scenario, limit);
  return scenario;
}

const setLimit = ({ clientId }: Scenario, monthlySMSLimit: number) =>
  call('PUT', `/api/clients/${clientId}`, { monthlySMSLimit });

async function submitAll({ submit }: Scenario, leads: number): Promise<void> {
  for (let n = 0; n < leads; n += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => submit(String(2000 + n + index))));
}

/** Counts the messages sent, in the provider's table, in the messages and in the client's usage. */
async function countSent({ clientId }: Scenario) {
  const clients = await call<{ id: string; usage: { smsThisMonth: number } }[]>('GET', '/api/clients');
  const messages = await call<{ id: string; status: string }[]>('GET', `/api/clients/${clientId}/sms-messages`);
  const sent = messages.filter(({ status }) => status === 'sent').map(({ id }) => id);
  const logged = await db.query<{ id: string }>('SELECT id FROM sms_log WHERE id = ANY($1)', [
    messages.map(({ id }) => id),
  ]);
  const provider = logged.rows.map(({ id }) => id);
  return {
    usage: clients.find(({ id }) => id === clientId)?.usage.smsThisMonth,
    sent: sent.length,
    provider: provider.length,
    missing: sent.filter((id) => !provider.includes(id)),
  };
}
const sentCounts = (n: number) => ({ usage: n, sent: n, provider: n, missing: [] });

/** Waits until each lead's message is sent or held by the limit, and at least `minSent` are sent. */
async function untilSentOrHeld({ clientId }: Scenario, leads: number, minSent = 0): Promise<void> {
  const countQuery = `SELECT count(*) FILTER (WHERE status = 'sent')::int AS sent, count(*) FILTER (WHERE status = 'held' AND reason = 'sms_limit')::int AS held
    FROM sms_messages WHERE client_id = $1`;
  await eventually(
    async () => {
      const { sent, held } = (await db.query<{ sent: number; held: number }>(countQuery, [clientId])).rows[0]!;
      expect(sent).toBeGreaterThanOrEqual(minSent);
      expect(sent + held).toBe(leads);
    },
    { timeout: 120_000 },
  );
}
