import { setTimeout as delay } from 'node:timers/promises';
import { timed } from '../../compare';
import { atMost, exactly, figure, type ScaleRun } from '../scale-run';
import { after, submitForms } from '../visitors';
import { createPage } from './create-page';

const DELAY_MS = 2_000;
const POLL_MS = 20;
const PROCESS_MS = 10_000;
const MAX_TRANSACTION_MS = 200;
/** Pauses between calls of `processSms`, which allows ten a minute. */
const PROCESS_PAUSE_MS = 7_000;

/** Lets Temporal answer every call after two seconds, while visitors submit forms and an administrator sends. */
export async function slowTemporal(run: ScaleRun, minutes: number): Promise<void> {
  const { harness, cluster, report } = run;
  const page = await createPage(run, 'Submitted');
  cluster.proxy.delayMs = DELAY_MS;
  const isOver = after(minutes * 60_000);
  const submissions = submitForms(page, isOver);
  const transactions = watchTransactions(run, isOver);
  let [slowest, failures] = [0, 0];
  while (!isOver()) {
    const ms = await timed(() => harness.call('POST', '/api/sms/process', {}).catch(() => (failures += 1)));
    slowest = Math.max(slowest, ms);
    await delay(PROCESS_PAUSE_MS);
  }
  const { perSecond, failures: failed } = await submissions;
  cluster.proxy.delayMs = 0;
  report(figure('submissions per second meanwhile', perSecond.toFixed(0)));
  report(exactly('submissions that failed', failed, 0));
  report(exactly('calls of processSms that failed', failures, 0));
  report(atMost('slowest call of processSms', slowest / 1_000, PROCESS_MS / 1_000, 's'));
  report(atMost('longest open transaction', await transactions, MAX_TRANSACTION_MS, 'ms'));
}

/** Returns the age of the oldest transaction of the services that was seen, in ms. */
async function watchTransactions({ harness }: ScaleRun, isOver: () => boolean): Promise<number> {
  let oldest = 0;
  while (!isOver()) {
    const { rows } = await harness.db.query<{ ms: number }>(
      `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start) * 1000), 0)::float AS ms
       FROM pg_stat_activity WHERE usename = 'dripline_app' AND xact_start IS NOT NULL`,
    );
    oldest = Math.max(oldest, rows[0]!.ms);
    await delay(POLL_MS);
  }
  return oldest;
}
