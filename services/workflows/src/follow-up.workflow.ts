import { ENROLLMENT_CHANGED_SIGNAL, type FollowUpInput } from '@dripline/contract/workflows';
import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { EnrollmentState, FollowUpActivities } from './activities';

const { sendStep } = proxyActivities<FollowUpActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Signals that the enrollment changed. */
export const enrollmentChanged = defineSignal(ENROLLMENT_CHANGED_SIGNAL);

/**
 * Sends the messages of one enrollment: sleeps until the next step is due, sends it, and repeats until the end. After a
 * signal it asks the server again. The GraphQL service computes `dueAt` from the step's `delayMinutes`
 * (`sequences/step-due-at.ts`).
 */
export async function followUp(input: FollowUpInput): Promise<void> {
  const { enrollmentId, next } = input;
  let hasChanged = false;
  setHandler(enrollmentChanged, () => {
    hasChanged = true;
  });

  let state: Pick<EnrollmentState, 'decision' | 'position' | 'dueAt'> = next
    ? { decision: 'wait', ...next }
    : await sendStep({ enrollmentId });
  while (state.decision !== 'finish') {
    const wasWoken = await sleepUntil(state.dueAt, () => hasChanged);
    hasChanged = false;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof followUp>({ enrollmentId });
    state = await sendStep({ enrollmentId, position: wasWoken ? undefined : (state.position ?? undefined) });
  }
}

/** Sleeps until `dueAt` or until `isWoken`, whichever comes first. Returns whether it was woken. */
async function sleepUntil(dueAt: string | null, isWoken: () => boolean): Promise<boolean> {
  if (dueAt === null) return condition(isWoken).then(() => true);
  const remainingMs = Date.parse(dueAt) - Date.now();
  return remainingMs > 0 ? condition(isWoken, remainingMs) : false;
}
