import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { root } from '../paths';
import { pickPorts } from '../ports';
import { readJson } from '../read-json';
import type { Secrets } from '../secrets';
import type { Behaviour } from '../twilio/faults';
import type { TakenText } from '../twilio/ledger';
import { launch, type Launched, readRun } from './launch';
import { type RestCaller, signInAdmin } from './rest-caller';

const account = { TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`, TWILIO_AUTH_TOKEN: 'the stand-in’s token', TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}` };
const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password for the trials' };
/** Shorter than in production, in the same order: a call, then the time in which Twilio's list shows it. */
const times = { TWILIO_TIMEOUT_MS: '2000', TWILIO_SETTLE_MS: '3000' };

/** What the ledger and the database say of one number. */
export interface Verdict {
  to: string;
  /** Provider ids of the texts that the stand-in took. */
  taken: string[];
  /** The same of the texts that the database calls sent. */
  recorded: string[];
  statuses: string[];
}

/** The whole product with the Twilio stand-in beside it. */
export interface TextingStage {
  stack: Launched;
  db: Client;
  call: RestCaller;
  /** How the stand-in behaves from now on. */
  behave(behaviour: Partial<Behaviour>): Promise<void>;
  /** Answers what waits at the barrier. */
  release(): Promise<void>;
  ledger(): Promise<{ texts: TakenText[]; waiting: number }>;
  /** A client's campaign with a sequence of so many steps, all due at once; submits its form for fresh numbers. */
  sequence(steps?: number): Promise<{ clientId: string; submit(count: number): Promise<string[]> }>;
  /** A text from a phone, signed as Twilio signs. */
  reply(from: string, body: string): Promise<void>;
  verdicts(numbers: string[]): Promise<Verdict[]>;
  pidOf(service: string): number;
  stop(): Promise<void>;
}

export async function startTextingStage(): Promise<TextingStage> {
  const [port = 0, twilioPort = 0] = await pickPorts(2);
  const origin = `http://127.0.0.1:${port}`;
  const base = `http://127.0.0.1:${twilioPort}`;
  const folder = mkdtempSync(join(tmpdir(), 'dripline-ledger-'));
  const standIn = startStandIn({ PORT: String(twilioPort), PUBLIC_URL: origin, LEDGER: join(folder, 'ledger.jsonl'), ...account });
  await untilAnswers(`${base}/_ledger`);
  const stack = launch('start', { PORT: String(port), PUBLIC_URL: origin, RATE_LIMITS: 'off', ...admin, ...account, ...times, TWILIO_API_BASE: base });
  await stack.until(/Ready in/);
  const call = await signInAdmin(origin, admin.ADMIN_USERNAME, admin.ADMIN_PASSWORD);
  const { postgresPassword } = readJson<Secrets>(join(stack.dataDir, 'secrets.json'))!;
  const db = new Client({ host: '127.0.0.1', port: readRun(stack.dataDir).services['postgres']!.port, user: 'dripline', database: 'dripline', password: postgresPassword });
  await db.connect();

  const tell = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${base}${path}`, { method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  };
  const ledger: TextingStage['ledger'] = async () => (await fetch(`${base}/_ledger`)).json() as ReturnType<TextingStage['ledger']>;
  let numbers = 2_000_000;

  return {
    stack,
    db,
    call,
    behave: (behaviour) => tell('PUT', '/_behaviour', behaviour),
    release: () => tell('POST', '/_release'),
    ledger,
    reply: (from, body) => tell('POST', '/_inbound', { from, body, to: '+15005550006' }),
    async sequence(steps = 1) {
      const client = await call<{ id: string; handle: string }>('POST', '/api/clients', { businessName: 'Acme Heating', contactEmail: 'owner@acme.example', notificationPhone: '+14155550100' });
      await call('PUT', `/api/clients/${client.id}`, { monthlyLeadLimit: 100_000, monthlySMSLimit: 100_000 });
      const formFields = [{ id: 'phone', type: 'tel', label: 'Phone' }];
      const campaign = await call<{ id: string; slug: string }>('POST', `/api/clients/${client.id}/campaigns`, { name: 'Trial', formFields });
      const texts = Array.from({ length: steps }, (_, step) => ({ delayMinutes: 0, message: `Step ${step}` }));
      await call('POST', `/api/clients/${client.id}/sms-sequences`, { name: 'Trial', campaignId: campaign.id, triggerEvent: 'lead_created', steps: texts });
      return {
        clientId: client.id,
        async submit(count) {
          const fresh = Array.from({ length: count }, () => `+1415${(numbers += 1)}`);
          await Promise.all(fresh.map((phone) => call('POST', `/api/campaigns/${client.handle}/${campaign.slug}/leads`, { phone })));
          return fresh;
        },
      };
    },
    async verdicts(of) {
      const { texts } = await ledger();
      const { rows } = await db.query<{ to: string; status: string; sid: string | null }>(
        'SELECT to_e164 AS to, status, provider_id AS sid FROM sms_messages WHERE to_e164 = ANY($1) ORDER BY step',
        [of],
      );
      return of.map((to) => ({
        to,
        taken: texts.filter((text) => text.to === to).map(({ sid }) => sid),
        recorded: rows.filter((row) => row.to === to && row.status === 'sent').map(({ sid }) => sid!),
        statuses: rows.filter((row) => row.to === to).map(({ status }) => status),
      }));
    },
    pidOf: (service) => readRun(stack.dataDir).services[service]!.pid,
    async stop() {
      await db.end();
      stack.child.kill('SIGTERM');
      await stack.ended;
      standIn.kill('SIGTERM');
    },
  };
}

function startStandIn(variables: Record<string, string>): ChildProcess {
  const { PATH = '' } = process.env;
  return spawn(process.execPath, [join(root, 'services/local/dist/twilio/main.js')], { env: { PATH, ...variables }, stdio: 'inherit' });
}

async function untilAnswers(url: string): Promise<void> {
  while (!(await fetch(url).then(({ ok }) => ok, () => false))) await delay(50);
}
