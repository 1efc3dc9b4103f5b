import { fail } from '../api/errors';

/** Runs a piece of work when its turn has come. */
export type Queue = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** `width` pieces of work at a time and `length` in line; what comes beyond is refused at once, with the time to come back. */
export function createQueue({ width, length }: { width: number; length: number }): Queue {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < width) running += 1;
    else if (waiting.length < length) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw fail('UNAVAILABLE', 'Too many are signing in right now. Please try again.', { retryAfter: 2 });
    try {
      return await work();
    } finally {
      // The place is handed over, so that nobody who comes just now takes it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
