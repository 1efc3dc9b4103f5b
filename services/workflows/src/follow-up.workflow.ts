import { ENROLLMENT_CHANGED_SIGNAL, type FollowUpInput } from '@dripline/contract/workflows';
import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from './activities';

const { lookUpEnrollment, sendStep } = proxyActivities<Activities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

export const enrollmentChanged = defineSignal(ENROLLMENT_CHANGED_SIGNAL);

/** The life of one lead in one sequence: sleep until a step is due, send it, and so on to the end. A signal has it look again. */
export async function followUp(input: FollowUpInput): Promise<void> {
  const { enrollmentId } = input;
  let hasChanged = false;
  setHandler(enrollmentChanged, () => {
    hasChanged = true;
  });

  let state = await lookUpEnrollment({ enrollmentId });
  while (state.decision !== 'finish') {
    const wasWoken = await sleepUntil(state.dueAt, () => hasChanged);
    hasChanged = false;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof followUp>(input);
    state = wasWoken
      ? await lookUpEnrollment({ enrollmentId })
      : await sendStep({ enrollmentId, position: state.position ?? 0 });
  }
}

/** Sleeps until the time or a change, whichever is first; without a time, until a change. Answers whether it was a change. */
async function sleepUntil(dueAt: string | null, hasChanged: () => boolean): Promise<boolean> {
  if (dueAt === null) return condition(hasChanged).then(() => true);
  const left = Date.parse(dueAt) - Date.now();
  return left > 0 ? condition(hasChanged, left) : false;
}
