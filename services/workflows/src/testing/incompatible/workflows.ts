import type { FollowUpInput } from '@dripline/contract/workflows';
import { patched, proxyLocalActivities, setHandler, sleep } from '@temporalio/workflow';
import { enrollmentChanged } from '../../follow-up.workflow';
import type { FollowUpActivities } from '../../activities';

const { sendStep } = proxyLocalActivities<FollowUpActivities>({ startToCloseTimeout: '20s' });

/**
 * An incompatible change of the follow-up workflow: it sleeps after it sends, which swaps two commands. Replaying any
 * history must fail.
 */
export async function followUp({ enrollmentId }: FollowUpInput): Promise<void> {
  patched('local-first-attempt');
  setHandler(enrollmentChanged, () => undefined);
  await sleep(1);
  let state = await sendStep({ enrollmentId });
  while (state.decision !== 'finish') {
    const { dueAt } = state;
    state = await sendStep({ enrollmentId });
    if (dueAt !== null) await sleep(Math.max(1, Date.parse(dueAt) - Date.now()));
  }
}
