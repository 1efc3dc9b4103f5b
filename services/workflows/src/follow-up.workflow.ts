import { ENROLLMENT_CHANGED_SIGNAL, type FollowUpInput } from '@dripline/contract/workflows';
import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  continueAsNew,
  defineSignal,
  patched,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { FollowUpActivities, StepInput, StepResult } from './activities';

const startToCloseTimeout = '20s';
const retrying = proxyActivities<FollowUpActivities>({
  startToCloseTimeout,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1 minute' },
});
const local = proxyLocalActivities<FollowUpActivities>({ startToCloseTimeout, retry: { maximumAttempts: 1 } });

/** Signals that the enrollment changed. */
export const enrollmentChanged = defineSignal(ENROLLMENT_CHANGED_SIGNAL);

/**
 * Sends the messages of one enrollment: sleeps until the next step is due, sends it, and repeats until the end. After a
 * signal it asks the server again. The GraphQL service computes `dueAt` from the step's `delayMinutes`
 * (`sequences/step-due-at.ts`).
 */
export async function followUp(input: FollowUpInput): Promise<void> {
  const { enrollmentId, next } = input;
  // Workflows of the previous release go on without local activities.
  const send = patched('local-first-attempt') ? sendLocallyFirst : retrying.sendStep;
  let hasChanged = false;
  setHandler(enrollmentChanged, () => {
    hasChanged = true;
  });

  let state: Pick<StepResult, 'decision' | 'position' | 'dueAt' | 'endedAt'> = next
    ? { decision: 'wait', ...next }
    : await send({ enrollmentId });
  while (state.decision !== 'finish') {
    const { dueAt, endedAt = Date.now() } = state;
    const wasWoken = await sleepUntil(dueAt, endedAt, () => hasChanged);
    hasChanged = false;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof followUp>({ enrollmentId });
    state = await send({ enrollmentId, ...(!wasWoken && { position: state.position ?? undefined, dueAt }) });
  }
}

/**
 * Sends the next step as a local activity, which costs Temporal about half as much as an activity. Only further
 * attempts are activities, because a local activity occupies a workflow task even while it waits.
 */
async function sendLocallyFirst(input: StepInput): Promise<StepResult> {
  try {
    return await local.sendStep(input);
  } catch (error) {
    // The failure does not have its `nextRetryDelay`.
    const [retryDelayMs] = detailsOf(error);
    if (typeof retryDelayMs === 'number') await sleep(retryDelayMs);
    return retrying.sendStep(input);
  }
}

/** Returns the details of a failed activity, or of a failed local activity, whose failure has no cause. */
function detailsOf(error: unknown): unknown[] {
  const failure = error instanceof ActivityFailure ? error.cause : error;
  return failure instanceof ApplicationFailure ? (failure.details ?? []) : [];
}

/** Sleeps from `now` until `dueAt` or until `isWoken`, whichever comes first. Returns whether it was woken. */
async function sleepUntil(dueAt: string | null, now: number, isWoken: () => boolean): Promise<boolean> {
  if (dueAt === null) return condition(isWoken).then(() => true);
  const remainingMs = Date.parse(dueAt) - now;
  return remainingMs > 0 ? condition(isWoken, remainingMs) : false;
}
