import { eventually } from '@dripline/runtime/testing/eventually';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { deleteExpired } from './delete-expired';
import { type JobDependencies, periodicJobs } from './periodic-jobs';
import { runJobs } from './run-jobs';

describe('periodic jobs', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Starts a replica whose job counts its runs. */
  function startReplica() {
    const replica = { runs: 0, failures: 0 };
    const jobs = [
      { name: 'counting', intervalMs: 10, run: () => Promise.resolve(void (replica.runs += 1)) },
      {
        name: 'failing',
        intervalMs: 10,
        run: () => Promise.reject(new Error(`failure ${(replica.failures += 1)}`)),
      },
    ];
    return Object.assign(replica, runJobs(database.serviceUrl, jobs));
  }
  const terminateLeader = () =>
    database.dataSource.query(
      `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
       WHERE a.datname = current_database() AND l.locktype = 'advisory' AND l.granted`,
    );

  it('run on one replica, and on another once the leader has stopped or lost its connection', async () => {
    const first = startReplica();
    await eventually(() => expect(first.runs).toBeGreaterThan(2));
    // A job that fails does not stop the others.
    expect(first.failures).toBeGreaterThan(0);
    const second = startReplica();
    const before = first.runs;
    await eventually(() => expect(first.runs).toBeGreaterThan(before + 5));
    expect(second.runs).toBe(0);
    await first.stop();
    const stoppedAt = first.runs;
    await eventually(() => expect(second.runs).toBeGreaterThan(2));
    expect(first.runs).toBe(stoppedAt);
    await terminateLeader();
    const lostAt = second.runs;
    await eventually(() => expect(second.runs).toBeGreaterThan(lostAt + 2));
    await second.stop();
  });

  it('delete expired rows in pages', async () => {
    await database.dataSource.query(
      `INSERT INTO view_buffers (id, batch, updated_at) SELECT gen_random_uuid(), 1, now() - (n - 0.5) * interval '1 minute' FROM generate_series(1, 12000) n`,
    );
    const { signal } = new AbortController();
    await deleteExpired(database.dataSource, signal, 'view_buffers', `updated_at < now() - interval '1 day'`);
    const [row] = await database.dataSource.query<[{ n: number }]>('SELECT count(*)::int AS n FROM view_buffers');
    expect(row.n).toBe(1_440);
  });

  it('reconciliation runs when its interval has passed, and at once after Temporal was unreachable', async () => {
    let reconciliations = 0;
    let recoveredAt = 0;
    const relay = {
      wake: () => undefined,
      recoveredAt: () => recoveredAt,
      reconcile: () => Promise.resolve({ restarted: 0, orphans: (reconciliations += 1) * 0 }),
    };
    const jobs = periodicJobs({ relay, reconcileMs: 3_600_000 } as unknown as JobDependencies);
    const run = () => jobs.find(({ name }) => name === 'reconciliation')!.run(new AbortController().signal);
    await run();
    await run();
    expect(reconciliations).toBe(1);
    recoveredAt = Date.now() + 1;
    await run();
    expect(reconciliations).toBe(2);
  });
});
