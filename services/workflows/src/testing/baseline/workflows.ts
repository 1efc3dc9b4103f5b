import { proxyActivities, sleep } from '@temporalio/workflow';

/** What `bare` is told. */
export interface BareInput {
  /** When its steps begin, in ms. */
  begins: number;
  steps: number;
}

const { doNothing } = proxyActivities<{ doNothing(): Promise<void> }>({ startToCloseTimeout: '20s' });

/** As many activities and sleeps as a follow-up with so many steps has, with nothing in them. */
export async function bare({ begins, steps }: BareInput): Promise<void> {
  await doNothing();
  await sleep(Math.max(1, begins - Date.now()));
  for (let step = 0; step < steps; step += 1) await doNothing();
}
