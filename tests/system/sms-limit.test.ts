import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { pickPorts } from '@dripline/launcher/processes/ports';
import type { Secrets } from '@dripline/launcher/secrets';
import { launch, readRun, type Launched } from '../harness/launch';
import { signInAdmin, tellStory, type RestCaller, type Story } from '@dripline/launcher/rest-client';
import { note } from '../harness/fault-runs';
import { startSecondWorker, type SecondWorker } from '../harness/second-worker';

jest.setTimeout(400_000);

const LEADS = 500;

let launched: Launched;
let secondWorker: SecondWorker | undefined;
let db: Client;
let call: RestCaller;

beforeAll(async () => {
  const [port = 0] = await pickPorts(1);
  launched = launch('start', { PORT: String(port), RATE_LIMITS: 'off' });
  const password = await launched.until(/Password: (\S+)/);
  await launched.until(/Ready in/);
  const { dataDir } = launched;
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
  secondWorker = await startSecondWorker(dataDir, secrets);
  db = new Client({
    host: '127.0.0.1',
    port: readRun(dataDir).services['postgres']!.port,
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

test(`W9: ${LEADS} texts due at once, two workers: exactly as many go as the month has room for`, async () => {
  const none = await tellLimit(0);
  await submitAll(none, 20);
  await untilSettled(none, 20);
  expect(await accounts(none)).toEqual(allSay(0));

  const story = await tellLimit(100);
  await submitAll(story, LEADS);
  await untilSettled(story, LEADS);
  expect(await accounts(story)).toEqual(allSay(100));

  await setLimit(story, 150);
  await call('POST', '/api/sms/process', { clientId: story.clientId });
  await untilSettled(story, LEADS, 150);
  expect(await accounts(story)).toEqual(allSay(150));
  const logs = [readFileSync(join(launched.dataDir, 'logs', 'workflows.log'), 'utf8'), secondWorker!.output()];
  const handedBy = logs.map((log) => log.split('\n').filter((line) => line.includes('"msg":"text"')).length);
  expect(handedBy[0]! + handedBy[1]!).toBe(150);
  expect(Math.min(...handedBy)).toBeGreaterThan(0);
  note({ count: LEADS, duplicates: handedBy[0]! + handedBy[1]! - 150, lost: 0 });
});

async function tellLimit(limit: number): Promise<Story> {
  const story = await tellStory(call, [{ delayMinutes: 0, message: 'Hi {{firstName}}' }]);
  await setLimit(story, limit);
  return story;
}

const setLimit = ({ clientId }: Story, monthlySMSLimit: number) =>
  call('PUT', `/api/clients/${clientId}`, { monthlySMSLimit });

async function submitAll({ submit }: Story, leads: number): Promise<void> {
  for (let n = 0; n < leads; n += 20)
    await Promise.all(Array.from({ length: 20 }, (_, at) => submit(String(2000 + n + at))));
}

/** How many texts went, by everybody's account: the provider's own table, the texts' records, and what the client is shown. */
async function accounts({ clientId }: Story) {
  const clients = await call<{ id: string; usage: { smsThisMonth: number } }[]>('GET', '/api/clients');
  const texts = await call<{ id: string; status: string }[]>('GET', `/api/clients/${clientId}/sms-messages`);
  const sent = texts.filter(({ status }) => status === 'sent').map(({ id }) => id);
  const logged = await db.query<{ id: string }>('SELECT id FROM sms_log WHERE id = ANY($1)', [
    texts.map(({ id }) => id),
  ]);
  const provider = logged.rows.map(({ id }) => id);
  return {
    usage: clients.find(({ id }) => id === clientId)?.usage.smsThisMonth,
    sent: sent.length,
    provider: provider.length,
    disputed: sent.filter((id) => !provider.includes(id)),
  };
}
const allSay = (n: number) => ({ usage: n, sent: n, provider: n, disputed: [] });

/** Waits until each lead's text is either sent or held by the limit, and at least so many are sent; the test's own timeout is the limit. */
async function untilSettled({ clientId }: Story, leads: number, atLeast = 0): Promise<void> {
  const counted = `SELECT count(*) FILTER (WHERE status = 'sent')::int AS sent, count(*) FILTER (WHERE status = 'held' AND reason = 'sms_limit')::int AS held
    FROM sms_messages WHERE client_id = $1`;
  for (;;) {
    const { sent, held } = (await db.query<{ sent: number; held: number }>(counted, [clientId])).rows[0]!;
    if (sent >= atLeast && sent + held === leads) return;
    await delay(200);
  }
}
