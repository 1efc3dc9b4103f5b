import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { readJson } from '@dripline/launcher/processes/read-json';
import type { Secrets } from '@dripline/launcher/secrets';
import { launch, type Launched, readRun } from './launch';
import { type RestCaller, signInAdmin } from '@dripline/launcher/rest-client';
import { type SecondWorker, startSecondWorker } from './second-worker';
import { type StandInProcess, startStandIn } from './twilio-emulator-process';
import { until } from './until';

const account = {
  TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`,
  TWILIO_AUTH_TOKEN: 'the stand-in’s token',
  TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}`,
};
/** Alerts to the business would take the faults that are meant for texts to leads. */
const NO_NUMBER = 'none';
const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password for the trials' };
/** Shorter than in production, in the same order: a call, then the time in which Twilio's list shows it. */
const times = { TWILIO_TIMEOUT_MS: '2000', TWILIO_LISTING_DELAY_MS: '3000' };

/** What the ledger and the database say of one number. */
export interface Verdict {
  to: string;
  /** Provider ids of the texts that the stand-in took. */
  taken: string[];
  /** Which steps they are, such as `Step 0`, in the order they were taken. */
  bodies: string[];
  /** Provider ids of the texts that the database calls sent. */
  recorded: string[];
  statuses: string[];
}

/** A client's campaign with a sequence. */
export interface Trial {
  clientId: string;
  campaignId: string;
  sequenceId: string;
  /** Submits its form for so many fresh numbers, under a name where one is given; answers them. */
  submit(count: number, nameOf?: (at: number) => string): Promise<string[]>;
  /** Submits its form for these numbers; answers the leads' ids. */
  submitFor(numbers: string[]): Promise<string[]>;
  /** Has the next text of each of its enrollments be due in so many ms, and their workflows hear of it. */
  dueIn(ms: number): Promise<void>;
  /** Until all its enrollments are so. */
  untilAll(isSo: (enrollment: { status: string; reason: string | null; next_step: number }) => boolean): Promise<void>;
}

/** The whole product with the Twilio stand-in beside it. */
export interface TextingStage extends Omit<StandInProcess, 'goDown' | 'comeBack'> {
  stack: Launched;
  standIn: StandInProcess;
  db: Pool;
  call: RestCaller;
  /** A trial with so many steps `Step 0`, `Step 1`…: the first due at once, each other so many minutes after. */
  sequence(steps?: number, delayMinutes?: number): Promise<Trial>;
  verdicts(numbers: string[]): Promise<Verdict[]>;
  pidOf(service: string): number;
  /** One more worker with the same settings. */
  addWorker(): Promise<SecondWorker>;
  /** Ends the product, lets `between` do something to its files, and starts it again with these settings. */
  restart(between: () => Promise<void>, more: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

export async function startTextingStage(more: Record<string, string> = {}): Promise<TextingStage> {
  const [port = 0, twilioPort = 0] = await pickPorts(2);
  const origin = `http://127.0.0.1:${port}`;
  const ledgerFile = join(mkdtempSync(join(tmpdir(), 'dripline-ledger-')), 'ledger.jsonl');
  const standIn = await startStandIn(twilioPort, { PUBLIC_URL: origin, LEDGER: ledgerFile, ...account });
  const twilio = { ...account, ...times, TWILIO_API_BASE: `http://127.0.0.1:${twilioPort}` };
  const variables = { PORT: String(port), PUBLIC_URL: origin, RATE_LIMITS: 'off', ...admin, ...twilio, ...more };
  let stack = launch('start', variables);
  await stack.until(/Ready in/);
  const call = patient(await signInAdmin(origin, admin.ADMIN_USERNAME, admin.ADMIN_PASSWORD));
  const secrets = readJson<Secrets>(join(stack.dataDir, 'secrets.json'))!;
  const connect = () => {
    const { port: at } = readRun(stack.dataDir).services['postgres']!;
    const pool = new Pool({
      host: '127.0.0.1',
      port: at,
      user: 'dripline',
      database: 'dripline',
      password: secrets.postgresPassword,
    });
    // A trial may end the database itself.
    return pool.on('error', () => undefined);
  };
  let db = connect();
  const end = async () => {
    await db.end();
    stack.child.kill('SIGTERM');
    await stack.ended;
  };
  let numbers = 2_000_000;

  return {
    ...standIn,
    ...{ standIn, call },
    get stack() {
      return stack;
    },
    get db() {
      return db;
    },
    async sequence(steps = 1, delayMinutes = 0) {
      const client = await call<{ id: string; handle: string }>('POST', '/api/clients', {
        businessName: 'Acme Heating',
        contactEmail: 'owner@acme.example',
        notificationPhone: NO_NUMBER,
      });
      await call('PUT', `/api/clients/${client.id}`, { monthlyLeadLimit: 100_000, monthlySMSLimit: 100_000 });
      const formFields = [{ id: 'phone', type: 'tel', label: 'Phone' }];
      const campaign = await call<{ id: string; slug: string }>('POST', `/api/clients/${client.id}/campaigns`, {
        name: 'Trial',
        formFields,
      });
      const texts = Array.from({ length: steps }, (_, step) => ({
        delayMinutes: step === 0 ? 0 : delayMinutes,
        message: `Step ${step}`,
      }));
      const sequence = await call<{ id: string }>('POST', `/api/clients/${client.id}/sms-sequences`, {
        name: 'Trial',
        campaignId: campaign.id,
        triggerEvent: 'lead_created',
        steps: texts,
      });
      const submitFor = (to: string[], nameOf?: (at: number) => string) =>
        submitAll(`${origin}/api/campaigns/${client.handle}/${campaign.slug}/leads`, to, nameOf);
      return {
        ...{ clientId: client.id, campaignId: campaign.id, sequenceId: sequence.id, submitFor },
        async submit(count, nameOf) {
          const fresh = Array.from({ length: count }, () => `+1415${(numbers += 1)}`);
          await submitFor(fresh, nameOf);
          return fresh;
        },
        async dueIn(ms) {
          await db.query(
            `WITH due AS (UPDATE enrollments SET next_due_at = now() + $2 * interval '1 millisecond' WHERE client_id = $1 AND status IN ('active', 'held') RETURNING id)
             INSERT INTO outbox (kind, subject_id) SELECT 'signal', id FROM due`,
            [client.id, ms],
          );
        },
        untilAll: (isSo) =>
          until(async () => {
            const { rows } = await db.query<{ status: string; reason: string | null; next_step: number }>(
              'SELECT status, reason, next_step FROM enrollments WHERE client_id = $1',
              [client.id],
            );
            return rows.every(isSo);
          }),
      };
    },
    async verdicts(of) {
      const { texts } = await standIn.ledger();
      const { rows } = await db.query<{ to: string; status: string; sid: string | null }>(
        'SELECT to_e164 AS to, status, provider_id AS sid FROM sms_messages WHERE to_e164 = ANY($1) ORDER BY step',
        [of],
      );
      return of.map((to) => ({
        to,
        taken: texts.filter((text) => text.to === to).map(({ sid }) => sid),
        bodies: texts.filter((text) => text.to === to).map(({ body }) => /Step \d+/.exec(body)?.[0] ?? body),
        recorded: rows.filter((row) => row.to === to && row.status === 'sent').map(({ sid }) => sid!),
        statuses: rows.filter((row) => row.to === to).map(({ status }) => status),
      }));
    },
    pidOf: (service) => readRun(stack.dataDir).services[service]!.pid,
    addWorker: () => startSecondWorker(stack.dataDir, secrets, { PUBLIC_URL: origin, ...twilio }),
    async restart(between, others) {
      await end();
      await between();
      stack = launch('start', { ...variables, DATA_DIR: stack.dataDir, ...others });
      await stack.until(/Ready in/);
      db = connect();
    },
    async stop() {
      await end();
      await standIn.goDown();
    },
  };
}

/** How many visitors come at once. */
const VISITORS = 10;

/** Submits a form for each number, as visitors do whose page sends it again where no answer came; answers the leads' ids. */
async function submitAll(url: string, numbers: string[], nameOf?: (at: number) => string): Promise<string[]> {
  const ids: string[] = [];
  const left = [...numbers.entries()];
  const visit = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [at, phone] = next;
      const headers = { 'content-type': 'application/json', 'idempotency-key': `${phone} ${at}` };
      const send = () =>
        fetch(url, { method: 'POST', headers, body: JSON.stringify({ phone, fullName: nameOf?.(at) }) }).catch(
          () => null,
        );
      let answer = await send();
      while (!answer || answer.status >= 500) answer = await send();
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
      ids[at] = ((await answer.json()) as { id: string }).id;
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visit));
  return ids;
}

/** Asks again where the product is too busy to answer; what is made twice by that is of no interest here. */
function patient(call: RestCaller): RestCaller {
  return async (method, path, body) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await call(method, path, body);
      } catch (error) {
        if (tries === 5 || !/: 503 |fetch failed/.test((error as Error).message)) throw error;
      }
    }
  };
}
