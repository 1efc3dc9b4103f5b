import { metrics } from '@dripline/runtime/http/health-server';
import { withRequestId } from '@dripline/runtime/http/request-ids';
import { withSpan, type TraceCarrier } from '@dripline/runtime/tracing';
import { NOTIFICATION_TASK_QUEUE, TASK_QUEUE, TRACE_HEADER, WEBHOOK_TASK_QUEUE } from '@dripline/contract/workflows';
import type { Context } from '@temporalio/activity';
import { defaultPayloadConverter } from '@temporalio/common';
import type { ActivityExecuteInput, ActivityInboundCallsInterceptor, NativeConnection, Next } from '@temporalio/worker';
import { setTimeout as delay } from 'node:timers/promises';
import { Gauge, Histogram } from 'prom-client';

const TIMEOUT_MS = 2_000;
/** Temporal's enum values for the two kinds of task queues. */
const [WORKFLOWS, ACTIVITIES] = [1, 2];

const scheduleToStart = new Histogram({
  name: 'dripline_worker_schedule_to_start_seconds',
  help: 'Time that activities waited for a worker, by activity. For the first attempt at a step, since it was due.',
  labelNames: ['activity'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers: [metrics],
});

/** Measures how long an activity waited, and sends the workflow id as the request id of its calls. */
export class InstrumentedActivity implements ActivityInboundCallsInterceptor {
  constructor(private readonly context: Context) {}

  async execute(input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>): Promise<unknown> {
    const { activityType, currentAttemptScheduledTimestampMs, workflowExecution, isLocal } = this.context.info;
    // A local activity is scheduled by the worker that runs it. What waited for the worker is its workflow task.
    const [step] = input.args as [{ dueAt?: string | null } | undefined];
    const scheduledAt = isLocal ? Date.parse(step?.dueAt ?? '') : currentAttemptScheduledTimestampMs;
    if (!Number.isNaN(scheduledAt))
      scheduleToStart.observe({ activity: activityType }, Math.max(0, Date.now() - scheduledAt) / 1000);
    const carried = input.headers[TRACE_HEADER];
    const from = carried ? defaultPayloadConverter.fromPayload<TraceCarrier>(carried) : {};
    return withRequestId(workflowExecution?.workflowId, () =>
      withSpan(`activity ${activityType}`, () => next(input), { from }),
    );
  }
}

/**
 * Returns the response, or null on error or timeout. A gRPC deadline would apply per try, and the SDK retries for ten
 * seconds.
 */
const withTimeout = <Answer>(call: Promise<Answer>): Promise<Answer | null> =>
  Promise.race([call.catch(() => null), delay(TIMEOUT_MS, null, { ref: false })]);

/** Whether Temporal responds. */
export const isTemporalReachable = async (connection: NativeConnection): Promise<boolean> =>
  (await withTimeout(connection.workflowService.getSystemInfo({}))) !== null;

/** Registers a gauge that queries Temporal for the backlog of each task queue on each scrape. */
export function instrumentWorker(connection: NativeConnection, namespace: string): void {
  new Gauge({
    name: 'dripline_task_queue_backlog',
    help: 'Workflow tasks and activities that wait for a worker, by task queue, as estimated by Temporal.',
    labelNames: ['task_queue'],
    registers: [metrics],
    async collect() {
      const names = [TASK_QUEUE, NOTIFICATION_TASK_QUEUE, WEBHOOK_TASK_QUEUE];
      const countWaiting = async (name: string, taskQueueType: number): Promise<number> => {
        const request = { namespace, taskQueue: { name }, taskQueueType, reportStats: true };
        const response = await withTimeout(connection.workflowService.describeTaskQueue(request));
        return response ? Number(response.stats?.approximateBacklogCount ?? 0) : NaN;
      };
      await Promise.all(
        names.map(async (name) => {
          const [tasks, activities] = await Promise.all([
            countWaiting(name, WORKFLOWS),
            countWaiting(name, ACTIVITIES),
          ]);
          this.set({ task_queue: name }, tasks + activities);
        }),
      );
    },
  });
}
