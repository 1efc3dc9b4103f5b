import { eventually } from '@dripline/runtime/testing/eventually';
import {
  DELIVER_WEBHOOK_WORKFLOW,
  type DeliverWebhookInput,
  deliverWebhookWorkflowId,
  DELIVERY_CHANGED_SIGNAL,
  ENROLLMENT_CHANGED_SIGNAL,
  FOLLOW_UP_WORKFLOW,
  type FollowUpInput,
  followUpWorkflowId,
  WEBHOOK_TASK_QUEUE,
} from '@dripline/contract/workflows';
import { ApplicationFailure } from '@temporalio/common';
import { type History, historyToJSON } from '@temporalio/common/lib/proto-utils';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  Worker,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type FakeServer, createFakeServer } from './fake-server';

// Histories of earlier versions are kept, because enrollments run for months.
const { version } = JSON.parse(readFileSync(path.join(__dirname, '../../package.json'), 'utf8')) as { version: string };
const folder = path.join(__dirname, '../../histories', version);
const ms = (n: number) => n / 60_000;

/** A scenario: what happens to one enrollment from before its worker starts until its history is recorded. */
interface Scenario {
  /** The delays of the steps, in milliseconds. */
  delays: number[];
  before?(run: Run): Promise<void>;
  /** Runs while a worker runs. By default it waits for the workflow to complete. */
  during?(run: Run): Promise<void>;
  /** The number of events after which the server suggests continue-as-new. The continued run is recorded as well. */
  eventsPerRun?: number;
  /** Whether the workflow is started with its next step, as the relay does. */
  isNextStepKnown?: boolean;
}

interface Run {
  server: FakeServer;
  signal(): Promise<void>;
  /** Whether the workflow has continued as new. */
  hasContinued(): Promise<boolean>;
  ended(): Promise<void>;
  /** Stops the worker and starts another. */
  changeWorker(): Promise<void>;
}

const untilSent = ({ server }: Run, texts: number) =>
  eventually(() => expect(server.sends()).toBeGreaterThanOrEqual(texts));

const untilCalled = ({ server }: Run, what: 'claims' | 'holds') =>
  eventually(() => expect(server.calls[what]).toBeGreaterThan(0));

/** The scenarios by name. Each is recorded in one file. */
const scenarios: Record<string, Scenario> = {
  'one-message-immediately': { delays: [0] },
  'one-message-delayed': { delays: [400] },
  'next-step-known': { delays: [200, 200], isNextStepKnown: true },
  'next-step-known-and-changed': {
    delays: [600_000],
    isNextStepKnown: true,
    async during(run) {
      run.server.moveDue(Date.now());
      await run.signal();
      await run.ended();
    },
  },
  'three-messages': { delays: [0, 300, 300] },
  'twenty-messages': { delays: Array.from({ length: 20 }, () => 30) },
  'finished-before-start': { delays: [0], before: async ({ server }) => server.remove() },
  'still-sleeping': { delays: [0, 600_000], during: (run) => untilSent(run, 1) },
  'finished-while-sleeping': {
    delays: [0, 600_000],
    async during(run) {
      await untilSent(run, 1);
      run.server.remove();
      await run.signal();
      await run.ended();
    },
  },
  'held-until-signalled': {
    delays: [0, 0],
    before: async ({ server }) => server.hold(true),
    async during(run) {
      await untilCalled(run, 'holds');
      run.server.hold(false);
      await run.signal();
      await run.ended();
    },
  },
  'held-until-quiet-hours-end': { delays: [0, 0], before: async ({ server }) => server.holdUntil(Date.now() + 500) },
  'held-indefinitely': {
    delays: [0],
    before: async ({ server }) => server.hold(true),
    during: (run) => untilCalled(run, 'holds'),
  },
  'signalled-many-times': {
    delays: [300, 300],
    async during(run) {
      for (let n = 0; n < 20; n += 1) await run.signal();
      await run.ended();
    },
  },
  'continues-as-new': {
    delays: [0, 600_000, 0],
    eventsPerRun: 30,
    async during(run) {
      await untilSent(run, 1);
      while (!(await run.hasContinued())) {
        const { claims } = run.server.calls;
        await run.signal();
        await eventually(() => expect(run.server.calls.claims).toBeGreaterThan(claims));
      }
      run.server.moveDue(Date.now());
      await run.signal();
      await run.ended();
    },
  },
  'signalled-before-start': { delays: [0, 200], before: (run) => run.signal() },
  'rescheduled-earlier': {
    delays: [0, 600_000],
    async during(run) {
      await untilSent(run, 1);
      run.server.moveDue(Date.now());
      await run.signal();
      await run.ended();
    },
  },
  'rescheduled-later': {
    delays: [300, 0],
    async during(run) {
      await untilCalled(run, 'claims');
      run.server.moveDue(Date.now() + 600);
      await run.signal();
      await run.ended();
    },
  },
  'moved-to-longer-version': {
    delays: [0, 600_000],
    async during(run) {
      await untilSent(run, 1);
      run.server.moveToVersion([0, 200, 200].map(ms));
      await run.signal();
      await run.ended();
      expect(run.server.sends()).toBe(3);
    },
  },
  'moved-to-shorter-version': {
    delays: [0, 600_000],
    async during(run) {
      await untilSent(run, 1);
      run.server.moveToVersion([0].map(ms));
      await run.signal();
      await run.ended();
      expect(run.server.sends()).toBe(1);
    },
  },
  'server-unavailable': { delays: [0, 100], before: async ({ server }) => server.failNext(2) },
  'outcome-unknown': {
    delays: [100],
    async during(run) {
      run.server.failNext(
        3,
        ApplicationFailure.create({
          message: 'The outcome is not known yet',
          type: 'UnknownOutcome',
          nextRetryDelay: 50,
        }),
      );
      await run.ended();
    },
  },
  'rejected-permanently': {
    delays: [100],
    async during(run) {
      run.server.failNext(1, ApplicationFailure.nonRetryable('No such enrollment', 'NOT_FOUND'));
      await run.ended().catch(() => undefined);
    },
  },
  'worker-replaced': {
    delays: [0, 800, 0],
    async during(run) {
      await untilSent(run, 1);
      await run.changeWorker();
      await run.ended();
    },
  },
};

/**
 * Webhook delivery scenarios: the delay in milliseconds that each attempt returns, or null to finish. A delivery with a
 * long delay is signalled.
 */
const deliveryScenarios: Record<string, (number | null)[]> = {
  'webhook-delivered': [null],
  'webhook-retried-twice': [200, 300, null],
  'webhook-replayed-while-waiting': [600_000, null],
};

/** Fields that depend on the machine, not on the workflow. */
const machineSpecific = ['identity', 'stackTrace', 'binaryChecksum'];
const strip = (key: string, value: unknown) => (machineSpecific.includes(key) ? '' : value);

/** Starts a server that suggests continue-as-new after a number of events. The default is thousands. */
const startServer = (eventsPerRun: number): Promise<TestWorkflowEnvironment> =>
  TestWorkflowEnvironment.createLocal({
    server: {
      executable: { type: 'existing-path', path: process.env['TEMPORAL_CLI_PATH']! },
      extraArgs: ['--dynamic-config-value', `limit.historyCount.suggestContinueAsNew=${eventsPerRun}`],
    },
  });

// Run with `npm run record:histories`.
describe('recording histories of follow-ups and deliveries', () => {
  let env: TestWorkflowEnvironment;
  let workflowBundle: WorkflowBundleWithSourceMap;
  beforeAll(async () => {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
    env = await TestWorkflowEnvironment.createFromExistingServer({ address: process.env['TEST_TEMPORAL_ADDRESS'] });
    workflowBundle = await bundleWorkflowCode({
      workflowsPath: require.resolve('../workflows'),
      logger: new DefaultLogger('ERROR'),
    });
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }, 60_000);
  afterAll(() => env.teardown());

  const write = (name: string, history: History) =>
    writeFileSync(
      path.join(folder, `${name}.json`),
      `${JSON.stringify(JSON.parse(historyToJSON(history)), strip, 1)}\n`,
    );

  it.each(Object.entries(scenarios))('%s', async (name, { delays, before, during, eventsPerRun, isNextStepKnown }) => {
    const on = eventsPerRun === undefined ? env : await startServer(eventsPerRun);
    const { workflow } = on.client;
    const server = createFakeServer(Date.now(), delays.map(ms), async () => Date.now());
    const enrollmentId = randomUUID();
    const taskQueue = `histories-${enrollmentId}`;
    const next = { position: 0, dueAt: new Date(Date.now() + delays[0]!).toISOString() };
    const args: [FollowUpInput] = [{ enrollmentId, ...(isNextStepKnown ? { next } : {}) }];
    const handle = await workflow.start(FOLLOW_UP_WORKFLOW, {
      workflowId: followUpWorkflowId(enrollmentId),
      taskQueue,
      args,
    });
    const startWorker = async () => {
      const worker = await Worker.create({
        connection: on.nativeConnection,
        taskQueue,
        workflowBundle,
        activities: server.activities,
        identity: 'worker',
        stickyQueueScheduleToStartTimeout: '1s',
      });
      const running = worker.run();
      return async () => {
        worker.shutdown();
        await running;
      };
    };
    let stop = async () => {};
    const run: Run = {
      server,
      signal: () => handle.signal(ENROLLMENT_CHANGED_SIGNAL),
      ended: async () => void (await handle.result()),
      hasContinued: async () =>
        (await workflow.getHandle(handle.workflowId).describe()).runId !== handle.firstExecutionRunId,
      async changeWorker() {
        await stop();
        stop = await startWorker();
      },
    };
    await before?.(run);
    stop = await startWorker();
    await (during ?? (({ ended }) => ended()))(run);
    write(name, await workflow.getHandle(handle.workflowId, handle.firstExecutionRunId).fetchHistory());
    if (await run.hasContinued()) write(`${name}-after`, await workflow.getHandle(handle.workflowId).fetchHistory());
    await stop();
    if (on !== env) await on.teardown();
  });

  it.each(Object.entries(deliveryScenarios))('%s', async (name, waits) => {
    const deliveryId = randomUUID();
    const taskQueue = `histories-${deliveryId}`;
    const args: [DeliverWebhookInput] = [{ deliveryId }];
    let reads = 0;
    const deliver = () => {
      const wait = waits[(reads += 1) - 1] ?? null;
      return Promise.resolve({ dueAt: wait === null ? null : new Date(Date.now() + wait).toISOString() });
    };
    const options = { connection: env.nativeConnection, identity: 'worker' };
    const worker = await Worker.create({ ...options, taskQueue, workflowBundle });
    const webhookWorker = await Worker.create({ ...options, taskQueue: WEBHOOK_TASK_QUEUE, activities: { deliver } });
    const handle = await env.client.workflow.signalWithStart(DELIVER_WEBHOOK_WORKFLOW, {
      workflowId: deliverWebhookWorkflowId(deliveryId),
      taskQueue,
      args,
      signal: DELIVERY_CHANGED_SIGNAL,
    });
    await webhookWorker.runUntil(
      worker.runUntil(async () => {
        if (waits[0] === 600_000) {
          await eventually(() => expect(reads).toBeGreaterThan(0));
          await handle.signal(DELIVERY_CHANGED_SIGNAL);
        }
        await handle.result();
      }),
    );
    write(name, await handle.fetchHistory());
  });
});
