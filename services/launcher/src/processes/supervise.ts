import { EventEmitter } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import type { Log } from './log-file';
import { signalGroup, spawnLeashed, type Program } from './spawn-managed';

/** In milliseconds. `steadyMs` is how long a program must stay up for the next restart to be quick again. */
export interface Backoff {
  firstMs: number;
  maxMs: number;
  steadyMs: number;
}

export interface SuperviseOptions {
  log: Log;
  backoff?: Backoff;
  graceMs?: number;
}

interface Events {
  up: [pid: number];
  /** The program ended without being asked to; it is started again in `retryMs`. */
  down: [reason: string, retryMs: number];
}

const defaultBackoff: Backoff = { firstMs: 250, maxMs: 15_000, steadyMs: 30_000 };
const drainMs = 500;

/** How long to wait before the n-th restart in a row (n from 0). */
export const restartDelay = (n: number, { firstMs, maxMs }: Backoff): number => Math.min(maxMs, firstMs * 2 ** n);

/** A program that is started again, ever more slowly, whenever it ends by itself. */
export class Supervised extends EventEmitter<Events> {
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
    const child = spawnLeashed(this.program);
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
      void drained(child).then(() => this.isStopping || this.emit('down', signal ?? `exit code ${code}`, retryMs));
    });
    if (child.pid) this.emit('up', child.pid);
    return this;
  }

  /** Asks the program to end, insists after the grace, and resolves when it is gone. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    signalGroup(child, this.program.stopSignal ?? 'SIGTERM');
    const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), this.options.graceMs ?? 1_500);
    await gone;
    clearTimeout(insist);
  }
}

/** Its last words may come after its exit; a grandchild that holds the pipe must not hold us. */
function drained(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, drainMs);
    child.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
