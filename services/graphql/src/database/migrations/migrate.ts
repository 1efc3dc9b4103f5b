import { setTimeout as sleep } from 'node:timers/promises';
import type { MigrationInterface } from 'typeorm';
import { createDataSource, migrationTimeouts } from '../data-source';
import { ensureRoles } from './ensure-roles';

// Any constant will do; it keeps two migrators from running at once.
const LOCK = 727_001;
const POLL_MS = 200;

/**
 * Applies what is pending, and what a test puts after it, one migrator at a time, however long it takes. Answers the
 * names of what it applied.
 */
export async function migrate(url: string, later: MigrationInterface[] = []): Promise<string[]> {
  const dataSource = await createDataSource(url, migrationTimeouts).initialize();
  try {
    dataSource.migrations.push(...later);
    const holder = dataSource.createQueryRunner();
    // Asked for again and again: whoever waited for it within a statement would be waited for by CREATE INDEX
    // CONCURRENTLY, and neither would end.
    const isOurs = async () =>
      ((await holder.query('SELECT pg_try_advisory_lock($1) AS ours', [LOCK])) as { ours: boolean }[])[0]!.ours;
    while (!(await isOurs())) await sleep(POLL_MS);
    await ensureRoles(dataSource);
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    await holder.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    await holder.release();
    return applied.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}
