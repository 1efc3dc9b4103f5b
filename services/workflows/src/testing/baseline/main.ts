import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { baseline } from './workflows';

/** The batch size of the outbox relay. */
const BATCH_SIZE = 50;

/**
 * The baseline of the message benchmark: the SDK alone, on the given server. Prints how many milliseconds the steps
 * took from their common start. Without workflows it only works for other processes, until SIGTERM.
 */
async function main(
  address: string,
  taskQueue: string,
  workflows: number,
  steps: number,
  leadMs: number,
): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  const env = await TestWorkflowEnvironment.createFromExistingServer({ address });
  const worker = await Worker.create({
    connection: env.nativeConnection,
    taskQueue,
    workflowsPath: require.resolve('./workflows'),
    activities: { doNothing: async () => undefined },
    maxCachedWorkflows: 500,
    stickyQueueScheduleToStartTimeout: '5s',
  });
  if (workflows === 0) return worker.run();
  await worker.runUntil(async () => {
    const startsAt = Date.now() + leadMs;
    const results: Promise<unknown>[] = [];
    for (let n = 0; n < workflows; n += BATCH_SIZE) {
      const batch = Array.from({ length: Math.min(BATCH_SIZE, workflows - n) }, () =>
        env.client.workflow.start(baseline, {
          taskQueue,
          workflowId: `baseline-${randomUUID()}`,
          args: [{ startsAt, steps }],
        }),
      );
      results.push(...(await Promise.all(batch)).map((handle) => handle.result()));
    }
    await Promise.all(results);
    process.stdout.write(`${JSON.stringify({ ms: Date.now() - startsAt })}\n`);
  });
  await env.teardown();
}

const [address = '', taskQueue = '', ...numbers] = process.argv.slice(2);
const [workflows = 0, steps = 0, leadMs = 0] = numbers.map(Number);
main(address, taskQueue, workflows, steps, leadMs).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
