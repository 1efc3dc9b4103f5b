import { eventually } from '@dripline/runtime/testing/eventually';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { readJson } from '@dripline/launcher/processes/read-json';
import type { Secrets } from '@dripline/launcher/secrets';
import { launch, type LaunchedCommand, readRunFile } from './launch';
import { type RestCaller, signIn } from '@dripline/launcher/rest-client';
import { type Replica, startReplica } from './replica';
import { type SecondWorker, startSecondWorker } from './second-worker';
import { type EmulatorProcess, startEmulator } from './twilio-emulator-process';

const account = {
  TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`,
  TWILIO_AUTH_TOKEN: 'the emulator’s token',
  TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}`,
};
/** Disables lead notifications, so that faults apply to messages to leads only. */
const NO_NUMBER = 'none';
/** The administrator of the stack. */
export const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password for the fault tests' };
/** Shorter than in production: the request timeout, and the time until Twilio lists a message. */
const times = { TWILIO_TIMEOUT_MS: '2000', TWILIO_LISTING_DELAY_MS: '3000' };

/** The messages of a phone number, in the emulator's ledger and in the database. */
export interface DeliveryRecord {
  to: string;
  /** Provider ids of the messages that the emulator accepted. */
  accepted: string[];
  /** Their bodies, such as `Step 0`, in the order in which they were accepted. */
  bodies: string[];
  /** Provider ids of the messages with status `sent` in the database. */
  recorded: string[];
  statuses: string[];
}

/** A new client with a campaign and a sequence. */
export interface TestSequence {
  clientId: string;
  /** `handle/slug` of the campaign's landing page. */
  page: string;
  campaignId: string;
  sequenceId: string;
  /** Submits the form for `count` new numbers and returns them. `nameOf` returns the lead's name for an index. */
  submit(count: number, nameOf?: (index: number) => string): Promise<string[]>;
  /** Submits the form for these numbers. Returns the ids of the leads. */
  submitFor(numbers: string[]): Promise<string[]>;
  /** Opens the landing page and submits its form once, whatever the responses are. */
  visit(): Promise<void>;
  /** Makes the next message of each enrollment due in `ms` milliseconds and signals the workflows. */
  setNextDue(ms: number): Promise<void>;
  /** Waits until all enrollments match. */
  waitForAll(
    matches: (enrollment: { status: string; reason: string | null; next_step: number }) => boolean,
  ): Promise<void>;
}

/** The whole product, with the Twilio emulator as its provider. */
export interface MessagingHarness extends Omit<EmulatorProcess, 'kill' | 'start'> {
  stack: LaunchedCommand;
  origin: string;
  emulator: EmulatorProcess;
  db: Pool;
  call: RestCaller;
  /** Reads a path of the REST API as text. */
  read(path: string): Promise<string>;
  /**
   * Creates a sequence with the messages `Step 0`, `Step 1`… The first is due at once, each other after `delayMinutes`.
   */
  createSequence(steps?: number, delayMinutes?: number): Promise<TestSequence>;
  deliveryRecords(numbers: string[]): Promise<DeliveryRecord[]>;
  pidOf(service: string): number;
  /** Starts another worker with the same settings, and additional ones. */
  addWorker(additional?: Record<string, string>): Promise<SecondWorker>;
  /** Starts another process of the GraphQL service. */
  addServer(): Promise<Replica>;
  /** Stops the product, and starts it again by the shell command that `whileStopped` returns. */
  restart(whileStopped: () => Promise<string>): Promise<void>;
  stop(): Promise<void>;
}

/** `extraVariables` are additional settings. With DATABASE_URL, the product uses that database. */
export async function startMessagingHarness(extraVariables: Record<string, string> = {}): Promise<MessagingHarness> {
  const [port = 0, twilioPort = 0] = await pickPorts(2);
  const origin = `http://127.0.0.1:${port}`;
  const ledgerFile = join(mkdtempSync(join(tmpdir(), 'dripline-ledger-')), 'ledger.jsonl');
  const emulator = await startEmulator(twilioPort, { PUBLIC_URL: origin, LEDGER: ledgerFile, ...account });
  const twilio = { ...account, ...times, TWILIO_API_BASE: `http://127.0.0.1:${twilioPort}` };
  const variables = {
    PORT: String(port),
    PUBLIC_URL: origin,
    RATE_LIMITS: 'off',
    ...admin,
    ...twilio,
    ...extraVariables,
  };
  let stack = launch('start', variables);
  await stack.waitForOutput(/Ready in/);
  const session = await signIn(origin, '/api/auth/login', {
    username: admin.ADMIN_USERNAME,
    password: admin.ADMIN_PASSWORD,
  });
  const call = withRetries(session.call);
  const secrets = readJson<Secrets>(join(stack.dataDir, 'secrets.json'))!;
  const connect = () => {
    const databasePort = readRunFile(stack.dataDir).services['postgres']?.port;
    const embeddedUrl = `postgres://dripline:${secrets.postgresPassword}@127.0.0.1:${databasePort}/dripline`;
    const pool = new Pool({
      connectionString: extraVariables['DATABASE_URL'] ?? embeddedUrl,
      options: `-c dripline.number_hash_key=${secrets.numberHashKey}`,
    });
    // A fault test may kill the database.
    return pool.on('error', () => undefined);
  };
  let db = connect();
  const stopStack = async () => {
    await db.end();
    stack.child.kill('SIGTERM');
    await stack.ended;
  };
  let lastNumber = 2_000_000;

  return {
    ...emulator,
    ...{ origin, emulator, call, read: session.read },
    get stack() {
      return stack;
    },
    get db() {
      return db;
    },
    async createSequence(steps = 1, delayMinutes = 0) {
      const client = await call<{ id: string; handle: string }>('POST', '/api/clients', {
        businessName: 'Acme Heating',
        contactEmail: 'owner@acme.example',
        notificationPhone: NO_NUMBER,
      });
      await call('PUT', `/api/clients/${client.id}`, { monthlyLeadLimit: 100_000, monthlySMSLimit: 100_000 });
      const formFields = [{ id: 'phone', type: 'tel', label: 'Phone' }];
      const campaign = await call<{ id: string; slug: string }>('POST', `/api/clients/${client.id}/campaigns`, {
        name: 'Fault test',
        formFields,
      });
      const messages = Array.from({ length: steps }, (_, step) => ({
        delayMinutes: step === 0 ? 0 : delayMinutes,
        message: `Step ${step}`,
      }));
      const sequence = await call<{ id: string }>('POST', `/api/clients/${client.id}/sms-sequences`, {
        name: 'Fault test',
        campaignId: campaign.id,
        triggerEvent: 'lead_created',
        steps: messages,
      });
      const page = `${client.handle}/${campaign.slug}`;
      const submitFor = (numbers: string[], nameOf?: (index: number) => string) =>
        submitAll(`${origin}/api/campaigns/${page}/leads`, numbers, nameOf);
      return {
        ...{ clientId: client.id, page, campaignId: campaign.id, sequenceId: sequence.id, submitFor },
        async visit() {
          await (await fetch(`${origin}/landing/${page}`)).arrayBuffer();
          const body = JSON.stringify({ phone: `+1415${(lastNumber += 1)}` });
          const headers = { 'content-type': 'application/json' };
          await (await fetch(`${origin}/api/campaigns/${page}/leads`, { method: 'POST', headers, body })).arrayBuffer();
        },
        async submit(count, nameOf) {
          const newNumbers = Array.from({ length: count }, () => `+1415${(lastNumber += 1)}`);
          await submitFor(newNumbers, nameOf);
          return newNumbers;
        },
        async setNextDue(ms) {
          await db.query(
            `WITH due AS (UPDATE enrollments SET next_due_at = now() + $2 * interval '1 millisecond' WHERE client_id = $1 AND status IN ('active', 'held') RETURNING id)
             INSERT INTO outbox (kind, subject_id) SELECT 'signal', id FROM due ON CONFLICT (subject_id, kind) DO UPDATE SET version = outbox.version + 1, next_attempt_at = now()`,
            [client.id, ms],
          );
        },
        waitForAll: (matches) =>
          eventually(
            async () => {
              const { rows } = await db.query<{ status: string; reason: string | null; next_step: number }>(
                'SELECT status, reason, next_step FROM enrollments WHERE client_id = $1',
                [client.id],
              );
              if (!rows.every(matches)) throw new Error(`The enrollments are ${JSON.stringify(rows)}`);
            },
            { timeout: LONG_WAIT },
          ),
      };
    },
    async deliveryRecords(numbers) {
      const { messages } = await emulator.ledger();
      const { rows } = await db.query<{ to: string; status: string; sid: string | null }>(
        'SELECT to_e164 AS to, status, provider_id AS sid FROM sms_messages WHERE to_e164 = ANY($1) ORDER BY step',
        [numbers],
      );
      return numbers.map((to) => ({
        to,
        accepted: messages.filter((message) => message.to === to).map(({ sid }) => sid),
        bodies: messages.filter((message) => message.to === to).map(({ body }) => /Step \d+/.exec(body)?.[0] ?? body),
        recorded: rows.filter((row) => row.to === to && row.status === 'sent').map(({ sid }) => sid!),
        statuses: rows.filter((row) => row.to === to).map(({ status }) => status),
      }));
    },
    pidOf: (service) => readRunFile(stack.dataDir).services[service]!.pid,
    addWorker: (additional) =>
      startSecondWorker(stack.dataDir, secrets, { PUBLIC_URL: origin, ...twilio, ...extraVariables, ...additional }),
    addServer: () => {
      const { postgres, temporal } = readRunFile(stack.dataDir).services;
      const { workerToken, landingToken, sessionSecret, numberHashKey, postgresPassword } = secrets;
      return startReplica('services/graphql/dist/main.js', {
        DATABASE_URL: `postgres://dripline_app:${postgresPassword}@127.0.0.1:${postgres!.port}/dripline`,
        ...(temporal ? { TEMPORAL_ADDRESS: `127.0.0.1:${temporal.port}` } : {}),
        ...{
          PUBLIC_URL: origin,
          WORKER_TOKEN: workerToken,
          LANDING_TOKEN: landingToken,
          SESSION_SECRET: sessionSecret,
          NUMBER_HASH_KEY: numberHashKey,
        },
        ...{ DATA_DIR: stack.dataDir, RATE_LIMITS: 'off', ...twilio, ...extraVariables },
      });
    },
    async restart(whileStopped) {
      await stopStack();
      const command = ['bash', '-c', await whileStopped()];
      stack = launch('start', { ...variables, DATA_DIR: stack.dataDir }, [], command);
      await stack.waitForOutput(/Ready in/);
      db = connect();
    },
    async stop() {
      await stopStack();
      await emulator.kill();
    },
  };
}

/** Timeout in milliseconds of waits for all messages of a test. */
export const LONG_WAIT = 500_000;

/** Number of parallel visitors. */
const VISITORS = 10;

/**
 * Submits a form for each number, and repeats requests without a response as landing
 * pages do. Returns the ids of the leads.
 */
async function submitAll(url: string, numbers: string[], nameOf?: (index: number) => string): Promise<string[]> {
  const ids: string[] = [];
  const queue = [...numbers.entries()];
  const visit = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, phone] = next;
      const headers = { 'content-type': 'application/json', 'idempotency-key': `${phone} ${index}` };
      const send = () =>
        fetch(url, { method: 'POST', headers, body: JSON.stringify({ phone, fullName: nameOf?.(index) }) }).catch(
          () => null,
        );
      let response = await send();
      while (!response || response.status >= 500) response = await send();
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      ids[index] = ((await response.json()) as { id: string }).id;
    }
  };
  await Promise.all(Array.from({ length: VISITORS }, visit));
  return ids;
}

/**
 * Repeats requests that fail because the product is unavailable. Duplicates that this creates do not affect the tests.
 */
function withRetries(call: RestCaller): RestCaller {
  return async (method, path, body) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call(method, path, body);
      } catch (error) {
        if (attempt === 5 || !/: 503 |fetch failed/.test((error as Error).message)) throw error;
      }
    }
  };
}
