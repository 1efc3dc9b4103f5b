import { fail } from '../api/errors';

/** Runs a task when a slot is free. */
export type SignInQueue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Creates a queue that runs `width` tasks at a time and holds up to `length` more. Further tasks fail with UNAVAILABLE.
 */
export function createSignInQueue({ width, length }: { width: number; length: number }): SignInQueue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < width) running += 1;
    else if (waiting.length < length) await new Promise<void>((resolve) => waiting.push(resolve));
    else
      throw fail('UNAVAILABLE', 'Too many sign-ins right now. Please try again in a few seconds.', { retryAfter: 2 });
    try {
      return await work();
    } finally {
      // Pass the slot to the next task directly, so that a new task cannot take it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
