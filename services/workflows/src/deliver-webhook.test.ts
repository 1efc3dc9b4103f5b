import {
  DELIVER_WEBHOOK_WORKFLOW,
  deliverWebhookWorkflowId,
  DELIVERY_CHANGED_SIGNAL,
  TASK_QUEUE,
  WEBHOOK_TASK_QUEUE,
} from '@dripline/contract/workflows';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  Worker,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import type { WebhookActivities } from './webhooks/webhook-activities';

const serverPath = process.env['TEMPORAL_TEST_SERVER_PATH'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

if (!serverPath) {
  it('the test run explains why the time-skipping Temporal test server is missing', () => {
    process.stderr.write(
      `Skipped tests of retries over days: ${process.env['TEMPORAL_TEST_SERVER_MISSING'] ?? 'run the tests with `npm test`'}\n`,
    );
    expect(process.env['TEMPORAL_TEST_SERVER_MISSING']).toBeTruthy();
  });
} else {
  describe('the webhook delivery workflow', () => {
    let env: TestWorkflowEnvironment;
    let workflowBundle: WorkflowBundleWithSourceMap;
    beforeAll(async () => {
      Runtime.install({ logger: new DefaultLogger('ERROR') });
      env = await TestWorkflowEnvironment.createTimeSkipping({
        server: { executable: { type: 'existing-path', path: serverPath } },
      });
      workflowBundle = await bundleWorkflowCode({
        workflowsPath: require.resolve('./workflows'),
        logger: new DefaultLogger('ERROR'),
      });
    }, 60_000);
    afterAll(() => env.teardown());

    /**
     * Fakes the server: each attempt returns the next delay (null finishes). Records the times of the attempts, in ms
     * from the start.
     */
    function fakeServer(
      waits: (number | null)[],
      onAttempt: (attempt: number) => Promise<void> = async () => undefined,
    ) {
      const attempts: number[] = [];
      let start: number | null = null;
      const activities: WebhookActivities = {
        async deliver() {
          const now = await env.currentTimeMs();
          start ??= now;
          attempts.push(now - start);
          await onAttempt(attempts.length);
          const wait = waits[attempts.length - 1] ?? null;
          return { dueAt: wait === null ? null : new Date(now + wait).toISOString() };
        },
      };
      return { activities, attempts };
    }

    const handle = (id: string) => env.client.workflow.getHandle(deliverWebhookWorkflowId(id));
    const signal = (id: string) => handle(id).signal(DELIVERY_CHANGED_SIGNAL);

    /** Starts the workflow as the outbox relay does, with a worker, and waits for it to complete. */
    async function run(
      { activities }: ReturnType<typeof fakeServer>,
      test: (id: string) => Promise<void> = async () => undefined,
      id = randomUUID(),
    ): Promise<void> {
      const taskQueue = `${TASK_QUEUE}-${randomUUID()}`;
      const connection = env.nativeConnection;
      const worker = await Worker.create({ connection, taskQueue, workflowBundle });
      const webhookWorker = await Worker.create({ connection, taskQueue: WEBHOOK_TASK_QUEUE, activities });
      await env.client.workflow.signalWithStart(DELIVER_WEBHOOK_WORKFLOW, {
        workflowId: deliverWebhookWorkflowId(id),
        taskQueue,
        args: [{ deliveryId: id }],
        signal: DELIVERY_CHANGED_SIGNAL,
      });
      await webhookWorker.runUntil(
        worker.runUntil(async () => {
          await test(id);
          await handle(id).result();
        }),
      );
    }

    it('posts once when the first attempt succeeds', async () => {
      const server = fakeServer([null]);
      await run(server);
      expect(server.attempts).toEqual([0]);
    });

    it('retries at the times that the server sets, over days', async () => {
      const waits = [
        5_000,
        5 * MINUTE,
        30 * MINUTE,
        2 * HOUR,
        5 * HOUR,
        10 * HOUR,
        14 * HOUR,
        20 * HOUR,
        24 * HOUR,
        null,
      ];
      const server = fakeServer(waits);
      await run(server);
      const expectedTimes = waits
        .slice(0, -1)
        .reduce<number[]>((times, wait) => [...times, times.at(-1)! + wait!], [0]);
      expect(server.attempts).toHaveLength(10);
      for (const [at, time] of server.attempts.entries()) expect(time).toBeGreaterThanOrEqual(expectedTimes[at]!);
      expect(server.attempts.at(-1)).toBeLessThan(expectedTimes.at(-1)! + MINUTE);
    });

    it('checks at once on a signal, and keeps waiting if the delivery is not due', async () => {
      const server = fakeServer([24 * HOUR, 23 * HOUR, null]);
      await run(server, async (id) => {
        await env.sleep('1 hour');
        await signal(id);
      });
      expect(server.attempts).toHaveLength(3);
      expect(server.attempts[1]).toBeLessThan(2 * HOUR);
      expect(server.attempts[2]).toBeGreaterThanOrEqual(24 * HOUR - MINUTE);
    });

    it('handles a replay that is requested while its last attempt succeeds', async () => {
      const id = randomUUID();
      const server = fakeServer([null, null], (attempt) => (attempt === 1 ? signal(id) : Promise.resolve()));
      await run(server, undefined, id);
      expect(server.attempts.length).toBe(2);
    });
  });
}
