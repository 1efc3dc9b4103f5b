import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { signalGroup, spawnLeashed, type Program } from './spawn-managed';

const graceMs = 3_000;

/** `isOver`, asked every second, may end it. `copy` is a file that gets the output too. */
export interface InheritedOptions {
  isOver?: () => boolean;
  copy?: string;
}

/** Runs a program to its end with its output on this terminal, and answers its exit code (null when a signal ended it). */
export async function runInherited(
  program: Program,
  signal: AbortSignal,
  { isOver = () => false, copy }: InheritedOptions = {},
): Promise<number | null> {
  const child = spawnLeashed({ ...program, output: copy === undefined ? 'inherit' : 'pipe' });
  if (copy !== undefined)
    for (const name of ['stdout', 'stderr'] as const)
      child[name]!.on('data', (chunk: Buffer) => void (process[name].write(chunk), appendFileSync(copy, chunk)));
  const closed = new Promise((resolve) => child.once('close', resolve));
  const onStop = () => {
    signalGroup(child, 'SIGTERM');
    setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs).unref();
  };
  signal.addEventListener('abort', onStop);
  const watch = setInterval(() => isOver() && signalGroup(child, 'SIGKILL'), 1_000);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearInterval(watch);
  // What it started and left behind may keep the output open.
  if (copy !== undefined) await Promise.race([closed, delay(graceMs, undefined, { ref: false })]);
  signal.removeEventListener('abort', onStop);
  signal.throwIfAborted();
  return code;
}
