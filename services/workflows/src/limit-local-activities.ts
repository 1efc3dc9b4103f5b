import type { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { ActivityExecuteInput, ActivityInboundCallsInterceptor, Next } from '@temporalio/worker';

/** Local activities that run at once. Each occupies a workflow task. */
const MAX_LOCAL_ACTIVITIES = 30;
/** Workflow tasks of a task queue that the worker runs at once. */
export const MAX_WORKFLOW_TASKS = 60;
/** A local activity that runs for longer than this, in milliseconds, is slow: others do not wait for its place. */
const SLOW_MS = 5_000;

/** When each of the running local activities started, oldest first. */
const running = new Set<{ startedAt: number }>();
/** Those that wait for a place. */
const waiting: ((isFree: boolean) => void)[] = [];

/**
 * Limits the local activities that run at once. While they are slow, those above the limit fail at once, so that a
 * provider that does not respond does not occupy the workflow tasks of webhooks and notifications. Their workflows then
 * run an activity.
 */
export class LimitedLocalActivity implements ActivityInboundCallsInterceptor {
  constructor(private readonly context: Context) {}

  async execute(input: ActivityExecuteInput, next: Next<ActivityInboundCallsInterceptor, 'execute'>): Promise<unknown> {
    if (!this.context.info.isLocal) return next(input);
    while (running.size >= MAX_LOCAL_ACTIVITIES)
      if (!(await waitForPlace()))
        throw ApplicationFailure.nonRetryable('Local activities are slow', 'LocalActivitiesSlow');
    const activity = { startedAt: Date.now() };
    running.add(activity);
    try {
      return await next(input);
    } finally {
      running.delete(activity);
      waiting.shift()?.(true);
    }
  }
}

/** Resolves to whether a local activity ended before the oldest of them was slow. */
function waitForPlace(): Promise<boolean> {
  const [oldest] = running;
  const waitMs = oldest!.startedAt + SLOW_MS - Date.now();
  if (waitMs <= 0) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (isFree: boolean) => {
      clearTimeout(timer);
      resolve(isFree);
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(end), 1);
      resolve(false);
    }, waitMs);
    waiting.push(end);
  });
}
