import {
  DELIVER_WEBHOOK_WORKFLOW,
  deliverWebhookWorkflowId,
  DELIVERY_CHANGED_SIGNAL,
  TASK_QUEUE,
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
import type { WebhookActivities } from './webhook-activities';

const serverPath = process.env['TEMPORAL_TEST_SERVER_PATH'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

if (!serverPath) {
  it('needs the time-skipping Temporal test server', () => {
    process.stderr.write(
      `Days of retries are not tested here: ${process.env['TEMPORAL_TEST_SERVER_MISSING'] ?? 'run the tests with `npm test`'}\n`,
    );
    expect(process.env['TEMPORAL_TEST_SERVER_MISSING']).toBeTruthy();
  });
} else {
  describe('a delivery to a webhook', () => {
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

    /** A domain that answers each look with the next wait (null ends it), and notes when it was asked, in ms from the start. */
    function domain(waits: (number | null)[], onLook: (look: number) => Promise<void> = async () => undefined) {
      const looks: number[] = [];
      let start: number | null = null;
      const activities: WebhookActivities = {
        async deliver() {
          const now = await env.currentTimeMs();
          start ??= now;
          looks.push(now - start);
          await onLook(looks.length);
          const wait = waits[looks.length - 1] ?? null;
          return { dueAt: wait === null ? null : new Date(now + wait).toISOString() };
        },
      };
      return { activities, looks };
    }

    const handle = (id: string) => env.client.workflow.getHandle(deliverWebhookWorkflowId(id));
    const signal = (id: string) => handle(id).signal(DELIVERY_CHANGED_SIGNAL);

    /** Begins it as the relay does, beside a worker, and waits for its end. */
    async function run(
      { activities }: ReturnType<typeof domain>,
      test: (id: string) => Promise<void> = async () => undefined,
      id = randomUUID(),
    ): Promise<void> {
      const taskQueue = `${TASK_QUEUE}-${randomUUID()}`;
      const worker = await Worker.create({ connection: env.nativeConnection, taskQueue, workflowBundle, activities });
      await env.client.workflow.signalWithStart(DELIVER_WEBHOOK_WORKFLOW, {
        workflowId: deliverWebhookWorkflowId(id),
        taskQueue,
        args: [{ deliveryId: id }],
        signal: DELIVERY_CHANGED_SIGNAL,
      });
      await worker.runUntil(async () => {
        await test(id);
        await handle(id).result();
      });
    }

    it('is tried once where that is enough', async () => {
      const its = domain([null]);
      await run(its);
      expect(its.looks).toEqual([0]);
    });

    it('is tried again when the domain says, over days', async () => {
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
      const its = domain(waits);
      await run(its);
      const due = waits.slice(0, -1).reduce<number[]>((times, wait) => [...times, times.at(-1)! + wait!], [0]);
      expect(its.looks).toHaveLength(10);
      for (const [at, time] of its.looks.entries()) expect(time).toBeGreaterThanOrEqual(due[at]!);
      expect(its.looks.at(-1)).toBeLessThan(due.at(-1)! + MINUTE);
    });

    it('is looked at at once where somebody asks, and waits on where it is not due', async () => {
      const its = domain([24 * HOUR, 23 * HOUR, null]);
      await run(its, async (id) => {
        await env.sleep('1 hour');
        await signal(id);
      });
      expect(its.looks).toHaveLength(3);
      expect(its.looks[1]).toBeLessThan(2 * HOUR);
      expect(its.looks[2]).toBeGreaterThanOrEqual(24 * HOUR - MINUTE);
    });

    it('misses no replay that is asked for while its last attempt succeeds', async () => {
      const id = randomUUID();
      const its = domain([null, null], (look) => (look === 1 ? signal(id) : Promise.resolve()));
      await run(its, undefined, id);
      expect(its.looks.length).toBe(2);
    });
  });
}
