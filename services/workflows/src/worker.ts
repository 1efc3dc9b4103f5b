import { startOpsServer } from '@dripline/runtime/http/health-server';
import { temporalConnection, type TemporalConnection } from '@dripline/runtime/env/temporal-env';
import { startTracing } from '@dripline/runtime/tracing';
import { NOTIFICATION_TASK_QUEUE, TASK_QUEUE, WEBHOOK_TASK_QUEUE } from '@dripline/contract/workflows';
import { DefaultLogger, NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createActivities } from './activities';
import { createGraphqlClient } from './graphql-client';
import { readEnv } from './env';
import { log } from './log';
import { instrumentProvider } from './provider/instrument-provider';
import { isTemporalReachable, InstrumentedActivity, instrumentWorker } from './instrument-worker';
import { LimitedLocalActivity, MAX_WORKFLOW_TASKS } from './limit-local-activities';
import { createProvider } from './provider/create-provider';
import { prepareTemporalMetrics } from './temporal-metrics';
import { createTestMessageActivities } from './test-message-activities';
import { createWebhookActivities } from './webhooks/webhook-activities';

const RETRY_MS = 1_000;
/** Consecutive failed checks after which Temporal counts as unavailable. */
const OUTAGE_CHECKS = 3;

async function main(): Promise<void> {
  const env = readEnv();
  log.level = env.LOG_LEVEL;
  const endTracing = await startTracing('workflows', env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const temporalMetrics = await prepareTemporalMetrics();
  // The SDK's messages may contain workflow inputs, which are only ids. Levels below warning are noise.
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message }) => log.warn({ level }, message)),
    shutdownSignals: ['SIGTERM', 'SIGINT'],
    telemetryOptions: temporalMetrics.telemetryOptions,
  });
  let workers: Worker[] = [];
  // An outage ends when the workers are replaced.
  let isOutage = false;
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => (isStopping = true));
  let connection: NativeConnection | null = null;
  const readiness = async () => ({
    required: {
      // During an outage of Temporal, which `temporal` reports, they are replaced.
      worker: workers.length > 0 && (isOutage || workers.every((worker) => worker.getState() === 'RUNNING')),
      temporal: connection !== null && !isOutage && (await isTemporalReachable(connection)),
    },
  });
  const ops = startOpsServer({ port: env.OPS_PORT, host: env.OPS_HOST }, readiness, temporalMetrics.read);

  connection = await connect(temporalConnection(env), () => isStopping);
  if (connection) {
    instrumentWorker(connection, env.TEMPORAL_NAMESPACE);
    const graphql = createGraphqlClient(env.INTERNAL_GRAPHQL_URL, env.WORKER_TOKEN);
    const dependencies = { graphql, provider: instrumentProvider(createProvider(env, graphql)) };
    const code = workflowCode();
    const { followUp, leadNotification } = createActivities(dependencies);
    const options = {
      connection,
      namespace: env.TEMPORAL_NAMESPACE,
      shutdownGraceTime: '20s',
      shutdownForceTime: '30s',
    } satisfies Partial<WorkerOptions>;
    const interceptors = {
      activity: [(context) => ({ inbound: new InstrumentedActivity(context) })],
    } satisfies WorkerOptions['interceptors'];
    // Each task queue has slots of its own, so that one kind of work does not wait for another.
    const queues: WorkerOptions[] = [
      {
        ...options,
        ...code,
        taskQueue: TASK_QUEUE,
        activities: { ...followUp, ...createTestMessageActivities(dependencies) },
        // The bundle contains them.
        interceptors: {
          activity: [...interceptors.activity, (context) => ({ inbound: new LimitedLocalActivity(context) })],
          workflowModules: code.workflowBundle ? [] : [require.resolve('./trace-headers')],
        },
        maxCachedWorkflows: 300,
        maxConcurrentWorkflowTaskExecutions: MAX_WORKFLOW_TASKS,
        stickyQueueScheduleToStartTimeout: '5s',
        // A fixed number of polls leaves two for new workflows, whose backlog then takes long while the worker is idle.
        workflowTaskPollerBehavior: { type: 'autoscaling', initial: 10, maximum: 40 },
      },
      { ...options, taskQueue: NOTIFICATION_TASK_QUEUE, activities: leadNotification, interceptors },
      {
        ...options,
        taskQueue: WEBHOOK_TASK_QUEUE,
        activities: createWebhookActivities({ graphql, allowPrivate: env.WEBHOOK_ALLOW_PRIVATE }),
        interceptors,
      },
    ];
    const runs: Promise<void>[] = [];
    while (!isStopping) {
      workers = await Promise.all(queues.map((queue) => Worker.create(queue)));
      const current = workers.map((worker) => worker.run());
      runs.push(...current);
      isOutage = false;
      log.info('worker running');
      await Promise.race([...current, waitForOutage(connection)]);
      isOutage = true;
      await Promise.race([...current, waitUntilReachable(connection)]);
      // After an outage the SDK's pollers back off for up to 12 s. New workers poll at once.
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    }
    await Promise.all(runs);
    await connection.close();
  }
  await endTracing();
  ops.close();
}

/** Connects to Temporal, retrying until it succeeds or the process stops. */
async function connect(temporal: TemporalConnection, isStopping: () => boolean): Promise<NativeConnection | null> {
  for (let attempt = 0; !isStopping(); attempt += 1) {
    try {
      return await NativeConnection.connect(temporal);
    } catch {
      if (attempt === 0) log.warn('Temporal is unreachable. Retrying until it responds.');
      await delay(RETRY_MS);
    }
  }
  return null;
}

/** Resolves when Temporal has failed several checks in a row. */
async function waitForOutage(connection: NativeConnection): Promise<void> {
  for (let failedChecks = 0; failedChecks < OUTAGE_CHECKS;) {
    await delay(RETRY_MS, undefined, { ref: false });
    failedChecks = (await isTemporalReachable(connection)) ? 0 : failedChecks + 1;
  }
}

/** Resolves when Temporal responds. */
async function waitUntilReachable(connection: NativeConnection): Promise<void> {
  while (!(await isTemporalReachable(connection))) await delay(RETRY_MS, undefined, { ref: false });
}

/** Returns the bundle from build time if it is newer than the compiled files, else the path of the workflows. */
function workflowCode(): Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath'> {
  const codePath = path.join(__dirname, 'workflow-bundle.js');
  const compiled = [__dirname, path.dirname(require.resolve('@dripline/contract/workflows'))]
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((file) => file.endsWith('.js') && file !== codePath);
  const isFresh =
    existsSync(codePath) && compiled.every((file) => statSync(file).mtimeMs <= statSync(codePath).mtimeMs);
  return isFresh ? { workflowBundle: { codePath } } : { workflowsPath: require.resolve('./workflows') };
}

main().catch((error: unknown) => {
  log.fatal({ kind: (error as Error).constructor.name, reason: (error as Error).message }, 'the worker failed');
  process.exit(1);
});
