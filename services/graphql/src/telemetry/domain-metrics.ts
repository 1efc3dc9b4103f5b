import { metrics } from '@dripline/runtime/health-server';
import { Gauge } from 'prom-client';
import type { DataSource } from 'typeorm';
import { asAgency } from '../access/scope';

/** What of `pg`'s pool is told. */
interface Pool {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** Lets each reading of the metrics look at how the domain stands. */
export function measureDomain(dataSource: DataSource): void {
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      // A database that is away is told by readiness; the other metrics shall be read even so.
      async collect() {
        this.set(await asAgency(read).catch(() => NaN));
      },
    });
  const number = async (sql: string) => Number((await dataSource.query<[{ value: string }]>(sql))[0].value);

  gauge('dripline_outbox_waiting', 'What Temporal has yet to hear.', () =>
    number('SELECT count(*) AS value FROM outbox'),
  );
  gauge('dripline_outbox_oldest_seconds', 'How long the oldest of it has waited.', () =>
    number('SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0) AS value FROM outbox'),
  );
  gauge('dripline_sms_breaker_open', '1 while all texts wait for trouble with the provider to end.', () =>
    number('SELECT count(*) AS value FROM provider_troubles'),
  );

  const { master } = dataSource.driver as unknown as { master: Pool };
  new Gauge({
    name: 'dripline_db_pool',
    help: 'Connections to the database by state, and requests that wait for one.',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.set({ state: 'busy' }, master.totalCount - master.idleCount);
      this.set({ state: 'idle' }, master.idleCount);
      this.set({ state: 'waiting' }, master.waitingCount);
    },
  });
}
