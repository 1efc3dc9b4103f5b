import { proxyActivities, sleep } from '@temporalio/workflow';

/** Input of `baseline`. */
export interface BaselineInput {
  /** When the steps start, in epoch milliseconds. */
  startsAt: number;
  steps: number;
}

const { doNothing } = proxyActivities<{ doNothing(): Promise<void> }>({ startToCloseTimeout: '20s' });

/** Runs as many empty activities and sleeps as a follow-up with that many steps. */
export async function baseline({ startsAt, steps }: BaselineInput): Promise<void> {
  await doNothing();
  await sleep(Math.max(1, startsAt - Date.now()));
  for (let step = 0; step < steps; step += 1) await doNothing();
}
