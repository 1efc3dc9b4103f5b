import { createDataSource, migratingLimits } from '../data-source';
import { ensureRoles } from './ensure-roles';

// Any constant will do; it keeps two migrators from running at once.
const LOCK = 727_001;

/** Applies what is pending, one migrator at a time, however long it takes. Answers the names of what it applied. */
export async function migrate(url: string): Promise<string[]> {
  const dataSource = await createDataSource(url, migratingLimits).initialize();
  try {
    const holder = dataSource.createQueryRunner();
    await holder.query('SET lock_timeout = 0');
    await holder.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await ensureRoles(dataSource);
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    await holder.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    await holder.release();
    return applied.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}
