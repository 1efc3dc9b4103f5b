import { EventEmitter } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import type { Log } from './log-file';
import { signalGroup, spawnManaged, type Program } from './spawn-managed';

/** Delays between restarts, in milliseconds. */
export interface Backoff {
  firstMs: number;
  maxMs: number;
  /** The delay is reset to `firstMs` if the program ran for at least this long. */
  steadyMs: number;
}

export interface SuperviseOptions {
  log: Log;
  backoff?: Backoff;
  graceMs?: number;
}

interface Events {
  up: [pid: number];
  /** The program ended by itself and restarts in `retryMs`. */
  down: [reason: string, retryMs: number];
}

const defaultBackoff: Backoff = { firstMs: 250, maxMs: 15_000, steadyMs: 30_000 };
const drainMs = 500;

/** Returns the delay before the n-th restart in a row, counted from 0. */
export const restartDelay = (n: number, { firstMs, maxMs }: Backoff): number => Math.min(maxMs, firstMs * 2 ** n);

/** A program that is restarted with exponential backoff when it ends by itself. */
export class SupervisedProcess extends EventEmitter<Events> {
  pid: number | undefined;
  private child: ChildProcess | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private isStopping = false;

  constructor(
    readonly program: Program,
    private readonly options: SuperviseOptions,
  ) {
    super();
  }

  start(): this {
    const backoff = this.options.backoff ?? defaultBackoff;
    const startedAt = Date.now();
    const child = spawnManaged(this.program);
    this.child = child;
    this.pid = child.pid;
    this.options.log.follow(child);
    child.once('error', () => undefined);
    child.once('exit', (code, signal) => {
      this.pid = undefined;
      if (this.isStopping) return;
      if (Date.now() - startedAt >= backoff.steadyMs) this.failures = 0;
      const retryMs = restartDelay(this.failures++, backoff);
      this.timer = setTimeout(() => this.start(), retryMs);
      void waitForOutputEnd(child).then(
        () => this.isStopping || this.emit('down', signal ?? `exit code ${code}`, retryMs),
      );
    });
    if (child.pid) this.emit('up', child.pid);
    return this;
  }

  /** Kills the program, so that it restarts. */
  kill(): void {
    if (this.child) signalGroup(this.child, 'SIGKILL');
  }

  /** Asks the program to end, kills it after the grace period, and resolves when it has ended. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    signalGroup(child, this.program.stopSignal ?? 'SIGTERM');
    const killTimer = setTimeout(() => signalGroup(child, 'SIGKILL'), this.options.graceMs ?? 1_500);
    await exited;
    clearTimeout(killTimer);
  }
}

/** Resolves when the output is closed, or after a short time because a grandchild may keep it open. */
function waitForOutputEnd(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, drainMs);
    child.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
