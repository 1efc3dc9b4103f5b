import {
  ENROLLMENT_CHANGED_SIGNAL,
  FOLLOW_UP_WORKFLOW,
  followUpWorkflowId,
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
import { type FakeDomain, fakeDomain } from './testing/fake-domain';

const serverPath = process.env['TEMPORAL_TEST_SERVER_PATH'];
const days = (n: number) => n * 24 * 60;

if (!serverPath) {
  it('needs the time-skipping Temporal test server', () => {
    process.stderr.write(
      `Days-long sequences are not tested here: ${process.env['TEMPORAL_TEST_SERVER_MISSING'] ?? 'run the tests with `npm test`'}\n`,
    );
    expect(process.env['TEMPORAL_TEST_SERVER_MISSING']).toBeTruthy();
  });
} else {
  describe('a sequence with its true delays', () => {
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

    /** Runs `test` beside a worker whose domain is a sequence held in memory. */
    async function follow(domain: FakeDomain, test: (enrollmentId: string) => Promise<void>): Promise<void> {
      const taskQueue = `${TASK_QUEUE}-${randomUUID()}`;
      const worker = await Worker.create({
        connection: env.nativeConnection,
        taskQueue,
        workflowBundle,
        activities: domain.activities,
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

    it('sends each text when it is due, over eight days', async () => {
      const domain = fakeDomain(await env.currentTimeMs(), [0, days(1), days(7)], () => env.currentTimeMs());
      await follow(domain, (id) => handle(id).result());
      expect(domain.sentAfterMinutes()).toEqual([0, days(1), days(8)]);
    });

    it('runs for months', async () => {
      const domain = fakeDomain(await env.currentTimeMs(), [1, days(30), days(60), days(90)], () =>
        env.currentTimeMs(),
      );
      await follow(domain, (id) => handle(id).result());
      expect(domain.sentAfterMinutes()).toEqual([1, days(30) + 1, days(90) + 1, days(180) + 1]);
    });

    it('holds while it is switched off, and goes on when it is told to look again', async () => {
      const domain = fakeDomain(await env.currentTimeMs(), [days(1), days(1)], () => env.currentTimeMs());
      domain.hold(true);
      await follow(domain, async (id) => {
        await env.sleep('3 days');
        expect(domain.sentAfterMinutes()).toEqual([]);
        domain.hold(false);
        await handle(id).signal(ENROLLMENT_CHANGED_SIGNAL);
        await handle(id).result();
      });
      expect(domain.sentAfterMinutes()).toEqual([days(3), days(4)]);
    });

    it('ends at once when its enrollment is gone', async () => {
      const domain = fakeDomain(await env.currentTimeMs(), [0, days(20)], () => env.currentTimeMs());
      await follow(domain, async (id) => {
        await env.sleep('1 day');
        domain.remove();
        await handle(id).signal(ENROLLMENT_CHANGED_SIGNAL);
        await handle(id).result();
        const { events } = await handle(id).fetchHistory();
        expect(events?.filter((event) => event.timerFiredEventAttributes)).toEqual([]);
      });
      expect(domain.sentAfterMinutes()).toEqual([0]);
    });

    it('takes any number of signals without sending early or twice', async () => {
      const domain = fakeDomain(await env.currentTimeMs(), [days(2), days(2)], () => env.currentTimeMs());
      await follow(domain, async (id) => {
        for (let n = 0; n < 50; n += 1) await handle(id).signal(ENROLLMENT_CHANGED_SIGNAL);
        await handle(id).result();
      });
      expect(domain.sentAfterMinutes()).toEqual([days(2), days(4)]);
    });

    it('outlives an outage of the domain', async () => {
      const domain = fakeDomain(await env.currentTimeMs(), [0, days(1)], () => env.currentTimeMs());
      domain.failNext(5);
      await follow(domain, (id) => handle(id).result());
      expect(domain.sends()).toBe(2);
    });
  });
}
