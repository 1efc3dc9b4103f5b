import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition is true. The timeout of the test is the limit. */
export async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(200);
}
