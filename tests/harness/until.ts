import { setTimeout as delay } from 'node:timers/promises';

/** Asks again until it is so; the test's own timeout is the limit. */
export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(200);
}
