import { spawn, type ChildProcess } from 'node:child_process';

/** A program to run: its complete environment (nothing is inherited), the user to run as (root only), the signal that asks it to end. */
export interface Program {
  name: string;
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string;
  user?: { uid: number; gid: number };
  stopSignal?: 'SIGTERM' | 'SIGINT';
  /** Where its output goes: to us, or straight to our terminal. */
  output?: 'pipe' | 'inherit';
}

// A launcher that is killed with -9 cannot clean up. Its end of this pipe closes then, and the watcher ends the program: the program itself needs to know nothing of it.
const leash = `
signal=$1; shift
{
  read -r _ <&3
  kill -s "$signal" $$
  for second in 1 2 3 4 5 6 7 8; do kill -0 $$ && sleep 1; done
  kill -s KILL -- -$$
} >/dev/null 2>&1 &
exec "$@" 3<&-`;

const leashed = new Set<ChildProcess>();

/** Starts a program in a process group of its own, which ends when this process does, however it ends. */
export function spawnLeashed({
  command,
  args,
  env,
  cwd,
  user,
  stopSignal = 'SIGTERM',
  output = 'pipe',
}: Program): ChildProcess {
  const child = spawn('/bin/sh', ['-c', leash, 'leash', stopSignal.slice(3), command, ...args], {
    cwd,
    env,
    ...user,
    detached: true,
    stdio: ['ignore', output, output, 'pipe'],
  });
  leashed.add(child);
  child.stdio[3]?.on('error', () => undefined);
  child.once('exit', () => {
    signalGroup(child, 'SIGKILL');
    child.stdio[3]?.destroy();
    leashed.delete(child);
  });
  child.once('error', () => leashed.delete(child));
  return child;
}

/** Signals the program and whatever it started. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // Gone already.
  }
}

/** Ends every leashed program at once. */
export function killLeashed(): void {
  for (const child of leashed) signalGroup(child, 'SIGKILL');
}

process.on('exit', killLeashed);
