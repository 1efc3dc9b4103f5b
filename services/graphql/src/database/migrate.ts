import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationInterface } from 'typeorm';
import { createDataSource, migrationTimeouts } from './data-source';
import { ensureRoles } from './ensure-roles';

// The key of the advisory lock that lets one migrator run at a time. Any constant works.
const LOCK_KEY = 727_001;
const POLL_MS = 200;

/**
 * Runs the pending migrations. Concurrent callers wait for each other, however long a migration takes.
 *
 * @param extra migrations that a test adds at the end
 * @returns the names of the migrations that were run
 */
export async function migrate(url: string, extra: MigrationInterface[] = []): Promise<string[]> {
  const dataSource = await createDataSource(url, migrationTimeouts).initialize();
  try {
    dataSource.migrations.push(...extra);
    const lockHolder = dataSource.createQueryRunner();
    // The lock is polled, because CREATE INDEX CONCURRENTLY waits for all running statements. A statement that waits
    // for the lock would therefore cause a deadlock.
    const tryLock = async () =>
      ((await lockHolder.query('SELECT pg_try_advisory_lock($1) AS locked', [LOCK_KEY])) as { locked: boolean }[])[0]!
        .locked;
    while (!(await tryLock())) await sleep(POLL_MS);
    await ensureRoles(dataSource);
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    await lockHolder.query('SELECT pg_advisory_unlock($1)', [LOCK_KEY]);
    await lockHolder.release();
    return applied.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}
