import { log } from '../telemetry/log';
import { asAgency } from '../access/scope';

const MINUTE_MS = 60_000;

/** Does this once a minute, never twice at a time; a failure waits for the next. Several processes may: what is swept twice is swept. */
export function everyMinute(what: string, work: () => Promise<void>): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const run = () =>
    asAgency(work).catch((error: unknown) =>
      log.error({ kind: (error as Error).constructor.name, what }, 'a sweep failed'),
    );
  const timer = setInterval(() => void (running = running.then(run)), MINUTE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return running;
    },
  };
}
