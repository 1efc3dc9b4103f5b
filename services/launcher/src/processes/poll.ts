import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure';
import { lastWords } from './last-log-line';
import type { Log } from './log-file';
import type { Supervised } from './supervise';

export interface Wait {
  process: Supervised;
  log: Log;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Asks until the answer is true. Throws a Failure when the program ends first or the time is over. */
export async function untilUp(probe: () => Promise<boolean>, { process, log, timeoutMs, signal }: Wait): Promise<void> {
  const { name } = process.program;
  const deadline = Date.now() + timeoutMs;
  let ended: string | undefined;
  const onDown = (reason: string) => (ended = reason);
  process.once('down', onDown);
  try {
    while (!(await probe())) {
      signal?.throwIfAborted();
      if (ended) throw new Failure(`${name} did not start (${ended}): ${lastWords(log.lastLines)}`);
      if (Date.now() > deadline)
        throw new Failure(`${name} was not ready within ${timeoutMs / 1000} s: ${lastWords(log.lastLines)}`);
      await sleep(50, undefined, { signal });
    }
  } finally {
    process.off('down', onDown);
  }
}
