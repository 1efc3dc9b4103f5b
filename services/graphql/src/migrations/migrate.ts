import type { DataSource } from 'typeorm';

// Any constant will do; it keeps two migrators from running at once.
const LOCK = 727_001;

/** Applies what is pending, one migrator at a time. Answers the names of what it applied. */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const holder = dataSource.createQueryRunner();
  try {
    await holder.query('SET statement_timeout = 0');
    await holder.query('SET lock_timeout = 0');
    await holder.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const applied = await dataSource.runMigrations({ transaction: 'each' });
    await holder.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    return applied.map(({ name }) => name);
  } finally {
    await holder.release();
  }
}
