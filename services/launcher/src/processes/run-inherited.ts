import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { signalGroup, spawnManaged, type Program } from './spawn-managed';

const graceMs = 3_000;

export interface InheritedOptions {
  /** Called every second. The program is killed when it returns true. */
  shouldStop?: () => boolean;
  /** A file that also receives the output. */
  copyTo?: string;
}

/**
 * Runs a program with its output on this terminal. Returns its exit code, or null if a signal ended it. Throws the
 * reason if `signal` is aborted, and starts nothing if it was aborted before.
 */
export async function runInherited(
  program: Program,
  signal: AbortSignal,
  { shouldStop = () => false, copyTo }: InheritedOptions = {},
): Promise<number | null> {
  signal.throwIfAborted();
  const child = spawnManaged({ ...program, output: copyTo === undefined ? 'inherit' : 'pipe' });
  if (copyTo !== undefined)
    for (const name of ['stdout', 'stderr'] as const)
      child[name]!.on('data', (chunk: Buffer) => void (process[name].write(chunk), appendFileSync(copyTo, chunk)));
  const closed = new Promise((resolve) => child.once('close', resolve));
  const onStop = () => {
    signalGroup(child, 'SIGTERM');
    setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs).unref();
  };
  signal.addEventListener('abort', onStop);
  const watch = setInterval(() => shouldStop() && signalGroup(child, 'SIGKILL'), 1_000);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearInterval(watch);
  // Orphaned children of the program may keep the output open.
  if (copyTo !== undefined) await Promise.race([closed, delay(graceMs, undefined, { ref: false })]);
  signal.removeEventListener('abort', onStop);
  signal.throwIfAborted();
  return code;
}
