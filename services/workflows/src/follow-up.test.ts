import {
  ENROLLMENT_CHANGED_SIGNAL,
  FOLLOW_UP_WORKFLOW,
  followUpWorkflowId,
  TASK_QUEUE,
} from '@dripline/contract/workflows';
import { ApplicationFailure } from '@temporalio/common';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import {
  bundleWorkflowCode,
  DefaultLogger,
  Runtime,
  Worker,
  type WorkflowBundleWithSourceMap,
} from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { type FakeServer, createFakeServer } from './testing/fake-server';

const serverPath = process.env['TEMPORAL_TEST_SERVER_PATH'];
const days = (n: number) => n * 24 * 60;

if (!serverPath) {
  it('the test run explains why the time-skipping Temporal test server is missing', () => {
    process.stderr.write(
      `Skipped tests of sequences over days: ${process.env['TEMPORAL_TEST_SERVER_MISSING'] ?? 'run the tests with `npm test`'}\n`,
    );
    expect(process.env['TEMPORAL_TEST_SERVER_MISSING']).toBeTruthy();
  });
} else {
  describe('the follow-up workflow with real delays', () => {
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

    /** Runs `test` with a worker whose activities are faked in memory. */
    async function withWorker(server: FakeServer, test: (enrollmentId: string) => Promise<void>): Promise<void> {
      const taskQueue = `${TASK_QUEUE}-${randomUUID()}`;
      const worker = await Worker.create({
        connection: env.nativeConnection,
        taskQueue,
        workflowBundle,
        activities: server.activities,
      });
      const enrollmentId = randomUUID();
      await env.client.workflow.start(FOLLOW_UP_WORKFLOW, {
        workflowId: followUpWorkflowId(enrollmentId),
        taskQueue,
        args: [{ enrollmentId }],
      });
      await worker.runUntil(() => test(enrollmentId));
    }
    const handle = (enrollmentId: string) => env.client.workflow.getHandle(followUpWorkflowId(enrollmentId));

    it('sends each message when it is due, over eight days', async () => {
      const server = createFakeServer(await env.currentTimeMs(), [0, days(1), days(7)], () => env.currentTimeMs());
      await withWorker(server, (id) => handle(id).result());
      expect(server.sentAfterMinutes()).toEqual([0, days(1), days(8)]);
    });

    it('runs for months', async () => {
      const server = createFakeServer(await env.currentTimeMs(), [1, days(30), days(60), days(90)], () =>
        env.currentTimeMs(),
      );
      await withWorker(server, (id) => handle(id).result());
      expect(server.sentAfterMinutes()).toEqual([1, days(30) + 1, days(90) + 1, days(180) + 1]);
    });

    it('holds messages while the sequence is inactive, and resumes on a signal', async () => {
      const server = createFakeServer(await env.currentTimeMs(), [days(1), days(1)], () => env.currentTimeMs());
      server.hold(true);
      await withWorker(server, async (id) => {
        await env.sleep('3 days');
        expect(server.sentAfterMinutes()).toEqual([]);
        server.hold(false);
        await handle(id).signal(ENROLLMENT_CHANGED_SIGNAL);
        await handle(id).result();
      });
      expect(server.sentAfterMinutes()).toEqual([days(3), days(4)]);
    });

    it('completes at once when its enrollment is deleted', async () => {
      const server = createFakeServer(await env.currentTimeMs(), [0, days(20)], () => env.currentTimeMs());
      await withWorker(server, async (id) => {
        await env.sleep('1 day');
        server.remove();
        await handle(id).signal(ENROLLMENT_CHANGED_SIGNAL);
        await handle(id).result();
        const { events } = await handle(id).fetchHistory();
        expect(events?.filter((event) => event.timerFiredEventAttributes)).toEqual([]);
      });
      expect(server.sentAfterMinutes()).toEqual([0]);
    });

    it('handles any number of signals without sending early or twice', async () => {
      const server = createFakeServer(await env.currentTimeMs(), [days(2), days(2)], () => env.currentTimeMs());
      await withWorker(server, async (id) => {
        for (let n = 0; n < 50; n += 1) await handle(id).signal(ENROLLMENT_CHANGED_SIGNAL);
        await handle(id).result();
      });
      expect(server.sentAfterMinutes()).toEqual([days(2), days(4)]);
    });

    it('sends steps that are due at once without a timer between them', async () => {
      const server = createFakeServer(await env.currentTimeMs(), [0, 0, 0], () => env.currentTimeMs());
      await withWorker(server, async (id) => {
        await handle(id).result();
        const { events } = await handle(id).fetchHistory();
        expect(events?.filter((event) => event.timerStartedEventAttributes)).toEqual([]);
      });
      expect(server.sends()).toBe(3);
    });

    it('tries again only after the time that the provider asks for', async () => {
      const server = createFakeServer(await env.currentTimeMs(), [0], () => env.currentTimeMs());
      server.failNext(
        1,
        ApplicationFailure.create({ type: 'NotSent', nextRetryDelay: '5 minutes', details: [5 * 60_000] }),
      );
      await withWorker(server, (id) => handle(id).result());
      expect(server.sentAfterMinutes()).toEqual([5]);
    });

    it('survives an outage of the GraphQL server', async () => {
      const server = createFakeServer(await env.currentTimeMs(), [0, days(1)], () => env.currentTimeMs());
      server.failNext(5);
      await withWorker(server, (id) => handle(id).result());
      expect(server.sends()).toBe(2);
    });
  });
}
