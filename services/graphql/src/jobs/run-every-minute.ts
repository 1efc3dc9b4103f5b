import { log } from '../telemetry/log';
import { asSystem } from '../access/scope';

const MINUTE_MS = 60_000;

/**
 * Runs a job every minute, one run at a time in this process. A failed run is logged and retried at the next. Every
 * replica runs the job, also at the same time, so jobs must be idempotent.
 */
export function runEveryMinute(job: string, work: () => Promise<void>): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const run = () =>
    asSystem(work).catch((error: unknown) =>
      log.error({ kind: (error as Error).constructor.name, job }, 'periodic job failed'),
    );
  const timer = setInterval(() => void (running = running.then(run)), MINUTE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}
