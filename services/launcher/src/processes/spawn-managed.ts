import { spawn, type ChildProcess } from 'node:child_process';

/** A program to run. */
export interface Program {
  name: string;
  command: string;
  args: string[];
  /** The complete environment. Nothing is inherited. */
  env: Record<string, string>;
  cwd?: string;
  /** User to run as. Only root can set it. */
  user?: { uid: number; gid: number };
  /** Signal that asks the program to end. */
  stopSignal?: 'SIGTERM' | 'SIGINT';
  /** Whether this process receives the output, or it goes to this process's terminal. */
  output?: 'pipe' | 'inherit';
}

// Ends the program when this process ends. Even a process killed with SIGKILL closes its end of the pipe, and the shell
// in the background, which waits for that, then signals the program.
const wrapperScript = `
signal=$1; shift
{
  read -r _ <&3
  kill -s "$signal" $$
  for second in 1 2 3 4 5 6 7 8; do kill -0 $$ && sleep 1; done
  kill -s KILL -- -$$
} >/dev/null 2>&1 &
exec "$@" 3<&-`;

const managedChildren = new Set<ChildProcess>();

/** Starts a program in its own process group, which ends when this process ends for any reason. */
export function spawnManaged({
  command,
  args,
  env,
  cwd,
  user,
  stopSignal = 'SIGTERM',
  output = 'pipe',
}: Program): ChildProcess {
  const child = spawn('/bin/sh', ['-c', wrapperScript, 'managed', stopSignal.slice(3), command, ...args], {
    cwd,
    env,
    ...user,
    detached: true,
    stdio: ['ignore', output, output, 'pipe'],
  });
  managedChildren.add(child);
  child.stdio[3]?.on('error', () => undefined);
  child.once('exit', () => {
    signalGroup(child, 'SIGKILL');
    child.stdio[3]?.destroy();
    managedChildren.delete(child);
  });
  child.once('error', () => managedChildren.delete(child));
  return child;
}

/** Signals the program's process group. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // Already ended.
  }
}

/** Kills all managed child processes. */
export function killManaged(): void {
  for (const child of managedChildren) signalGroup(child, 'SIGKILL');
}

process.on('exit', killManaged);
