import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../failure';
import { lastLogLine } from './last-log-line';
import type { Log } from './log-file';
import type { SupervisedProcess } from './supervised-process';

export interface WaitOptions {
  process: SupervisedProcess;
  log: Log;
  timeoutMs: number;
  signal?: AbortSignal;
}

/** Polls until `probe` returns true. Throws a Failure if the program ends first or the timeout passes. */
export async function waitUntilReady(
  probe: () => Promise<boolean>,
  { process, log, timeoutMs, signal }: WaitOptions,
): Promise<void> {
  const { name } = process.program;
  const deadline = Date.now() + timeoutMs;
  let endReason: string | undefined;
  const onDown = (reason: string) => (endReason = reason);
  process.once('down', onDown);
  try {
    while (!(await probe())) {
      signal?.throwIfAborted();
      if (endReason) throw new Failure(`${name} did not start (${endReason}): ${lastLogLine(log.lastLines)}`);
      if (Date.now() > deadline)
        throw new Failure(`${name} was not ready within ${timeoutMs / 1000} s: ${lastLogLine(log.lastLines)}`);
      await sleep(50, undefined, { signal });
    }
  } finally {
    process.off('down', onDown);
  }
}
