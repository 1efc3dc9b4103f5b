import { metrics } from '@dripline/runtime/http/health-server';
import { setTimeout as delay } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { asSystem } from '../access/scope';
import type { ScopedPool } from '../access/scoped-pool';

/** Below Prometheus' timeout of a scrape, because a query on an open connection to a database that hangs never ends. */
const TIMEOUT_MS = 2_000;

/** Registers gauges that query the outbox, the circuit breaker and the connection pool on each scrape. */
export function instrumentDomain(dataSource: DataSource): void {
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      // Readiness reports a database that is down; the other metrics must stay readable.
      async collect() {
        const value = asSystem(read).catch(() => NaN);
        this.set(await Promise.race([value, delay(TIMEOUT_MS, NaN, { ref: false })]));
      },
    });
  const number = async (sql: string) => Number((await dataSource.query<[{ value: string }]>(sql))[0].value);

  gauge('dripline_outbox_pending', 'Outbox entries whose work is not done yet.', () =>
    number('SELECT count(*) AS value FROM outbox'),
  );
  // Work on many rows may take minutes, so it counts from when its next page was due.
  gauge('dripline_outbox_oldest_seconds', 'Age of the oldest outbox entry, in seconds.', () =>
    number(
      `SELECT coalesce(greatest(0, extract(epoch FROM now() - min(CASE WHEN is_bulk THEN next_attempt_at ELSE created_at END))), 0) AS value FROM outbox`,
    ),
  );
  gauge(
    'dripline_provider_breaker_open',
    '1 while the circuit breaker of the SMS provider is open and all messages wait, else 0.',
    () => number('SELECT count(*) AS value FROM provider_breaker'),
  );

  const { master } = dataSource.driver as unknown as { master: ScopedPool };
  new Gauge({
    name: 'dripline_db_connections',
    help: 'Database connections by state (busy, idle), and requests that wait for one (waiting).',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.set({ state: 'busy' }, master.totalCount - master.idleCount);
      this.set({ state: 'idle' }, master.idleCount);
      this.set({ state: 'waiting' }, master.waitingCount + master.slotWaitingCount);
    },
  });
}
