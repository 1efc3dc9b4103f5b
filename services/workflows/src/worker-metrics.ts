import { metrics } from '@dripline/runtime/health-server';
import { underRequestId } from '@dripline/runtime/request-ids';
import { inSpan, type TraceCarrier } from '@dripline/runtime/tracing';
import { TASK_QUEUE, TRACE_HEADER } from '@dripline/contract/workflows';
import type { Context } from '@temporalio/activity';
import { defaultPayloadConverter } from '@temporalio/common';
import type { ActivityExecuteInput, ActivityInboundCallsInterceptor, NativeConnection, Next } from '@temporalio/worker';
import { setTimeout as delay } from 'node:timers/promises';
import { Gauge, Histogram } from 'prom-client';

const PATIENCE_MS = 2_000;
/** Temporal's number for the queue of activities; the other kind carries workflows. */
const ACTIVITIES = 2;

const scheduleToStart = new Histogram({
  name: 'dripline_worker_schedule_to_start_seconds',
  help: 'How long activities waited for a worker.',
  labelNames: ['activity'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers: [metrics],
});

/** Measures how long an activity waited, and lets the domain see what asks it: the workflow's id stands for a request's. */
export class MeasuredActivity implements ActivityInboundCallsInterceptor {
  constructor(private readonly context: Context) {}

  async execute(input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>): Promise<unknown> {
    const { activityType, currentAttemptScheduledTimestampMs, workflowExecution } = this.context.info;
    scheduleToStart.observe(
      { activity: activityType },
      Math.max(0, Date.now() - currentAttemptScheduledTimestampMs) / 1000,
    );
    const carried = input.headers[TRACE_HEADER];
    const from = carried ? defaultPayloadConverter.fromPayload<TraceCarrier>(carried) : {};
    return underRequestId(workflowExecution?.workflowId, () =>
      inSpan(`activity ${activityType}`, () => next(input), { from }),
    );
  }
}

/** What Temporal answers, or null where it does not in time. The deadline of a call would be that of each try, and the SDK tries for ten seconds. */
const inTime = <Answer>(call: Promise<Answer>): Promise<Answer | null> =>
  Promise.race([call.catch(() => null), delay(PATIENCE_MS, null, { ref: false })]);

/** Whether Temporal answers. */
export const isThere = async (connection: NativeConnection): Promise<boolean> =>
  (await inTime(connection.workflowService.getSystemInfo({}))) !== null;

/** Lets each reading of the metrics ask Temporal how much waits for a worker. */
export function measureWorker(connection: NativeConnection, namespace: string): void {
  new Gauge({
    name: 'dripline_task_queue_backlog',
    help: 'Activities that wait for a worker, as Temporal estimates them.',
    registers: [metrics],
    async collect() {
      const asked = { namespace, taskQueue: { name: TASK_QUEUE }, taskQueueType: ACTIVITIES, reportStats: true };
      const told = await inTime(connection.workflowService.describeTaskQueue(asked));
      this.set(told ? Number(told.stats?.approximateBacklogCount ?? 0) : NaN);
    },
  });
}
