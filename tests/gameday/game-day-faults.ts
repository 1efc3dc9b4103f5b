import { eventually } from '@dripline/runtime/testing/eventually';
import { setTimeout as delay } from 'node:timers/promises';
import type { MessagingHarness } from '../harness/messaging-harness';

/** A fault of the game day. */
export interface GameDayFault {
  name: string;
  /** Alerts that must fire, as `startPrometheus` names them. */
  alerts: string[];
  /** Causes the fault, and resolves when its cause is gone. */
  inject(harness: MessagingHarness): Promise<void>;
}

/** How long a fault lasts that does not end by itself. */
const HOLD_MS = 40_000;
/** Applications lock tables for this long in a migration that was not made for a running product. */
const LOCK_MS = 15_000;

/** Ends programs, and resolves when they run again. */
const end =
  (signal: NodeJS.Signals, ...services: string[]) =>
  async ({ pidOf }: MessagingHarness) => {
    for (const service of services) {
      const pid = pidOf(service);
      process.kill(pid, signal);
      await eventually(() => pidOf(service) !== pid);
    }
  };
/** Pauses a program. */
const hang =
  (service: string) =>
  async ({ pidOf }: MessagingHarness) => {
    const pid = pidOf(service);
    process.kill(pid, 'SIGSTOP');
    await delay(HOLD_MS);
    process.kill(pid, 'SIGCONT');
  };

export const gameDayFaults: GameDayFault[] = [
  // SIGQUIT makes Postgres end its processes without a checkpoint and recover at the next start.
  { name: 'Postgres crashes', alerts: [], inject: end('SIGQUIT', 'postgres') },
  {
    name: 'All connections to Postgres end',
    alerts: [],
    inject: async ({ db }) =>
      void (await db.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      )),
  },
  {
    name: 'A transaction locks the leads',
    alerts: [],
    async inject({ db }) {
      const client = await db.connect();
      await client.query('BEGIN; LOCK TABLE leads');
      await delay(LOCK_MS);
      await client.query('ROLLBACK');
      client.release();
    },
  },
  { name: 'Temporal crashes', alerts: [], inject: end('SIGKILL', 'temporal') },
  { name: 'Temporal hangs', alerts: ['DriplineDependencyDown temporal'], inject: hang('temporal') },
  { name: 'graphql crashes', alerts: [], inject: end('SIGKILL', 'graphql') },
  { name: 'web and rest-facade crash', alerts: [], inject: end('SIGKILL', 'web', 'rest-facade') },
  { name: 'The worker crashes', alerts: [], inject: end('SIGKILL', 'workflows') },
  { name: 'The worker hangs', alerts: ['DriplineDown workflows'], inject: hang('workflows') },
  {
    name: 'Twilio answers 503',
    // A message may have been accepted in spite of this answer.
    alerts: ['DriplineSendOutcomesUnknown'],
    async inject({ setBehaviour }) {
      await setBehaviour({ isDown: true });
      await delay(HOLD_MS);
      await setBehaviour({});
    },
  },
  {
    name: 'Twilio accepts messages without an answer',
    alerts: ['DriplineSendOutcomesUnknown'],
    async inject({ setBehaviour }) {
      const faults = (['accept-then-reset', 'accept-then-hang', '5xx-after-accept'] as const).map((kind) => ({
        fault: { kind },
        times: 10,
      }));
      await setBehaviour({ faults });
      await delay(HOLD_MS);
      await setBehaviour({});
    },
  },
  {
    name: 'Every service restarts, as in an upgrade',
    alerts: [],
    inject: end('SIGTERM', 'graphql', 'rest-facade', 'web', 'workflows'),
  },
];
