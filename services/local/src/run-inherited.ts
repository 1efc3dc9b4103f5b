import { signalGroup, spawnLeashed, type Program } from './spawn-leashed';

const graceMs = 3_000;

/** Runs a program to its end with its output on this terminal, and answers its exit code (null when a signal ended it). `isOver`, asked every second, may end it. */
export async function runInherited(program: Program, signal: AbortSignal, isOver: () => boolean = () => false): Promise<number | null> {
  const child = spawnLeashed({ ...program, output: 'inherit' });
  const onStop = () => {
    signalGroup(child, 'SIGTERM');
    setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs).unref();
  };
  signal.addEventListener('abort', onStop);
  const watch = setInterval(() => isOver() && signalGroup(child, 'SIGKILL'), 1_000);
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  clearInterval(watch);
  signal.removeEventListener('abort', onStop);
  signal.throwIfAborted();
  return code;
}
