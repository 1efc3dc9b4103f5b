import type { FollowUpInput } from '@dripline/contract/workflows';
import { proxyActivities, setHandler, sleep } from '@temporalio/workflow';
import { enrollmentChanged } from '../../follow-up.workflow';
import type { FollowUpActivities } from '../../activities';

const { readEnrollment, sendStep } = proxyActivities<FollowUpActivities>({ startToCloseTimeout: '20s' });

/**
 * An incompatible change of the follow-up workflow: it sends before it sleeps, which swaps two commands. Replaying any
 * history must fail.
 */
export async function followUp({ enrollmentId }: FollowUpInput): Promise<void> {
  setHandler(enrollmentChanged, () => undefined);
  let state = await readEnrollment({ enrollmentId });
  while (state.decision !== 'finish') {
    const { position, dueAt } = state;
    state = await sendStep({ enrollmentId, position: position ?? 0 });
    if (dueAt !== null) await sleep(Math.max(1, Date.parse(dueAt!) - Date.now()));
  }
}
