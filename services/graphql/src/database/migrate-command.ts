import 'reflect-metadata';
import { createDataSource } from './data-source';
import { readMigrateEnv } from '../env';
import { log } from '../telemetry/log';
import { migrate } from './migrate';
import { ensureAdmin } from '../sessions/admins/ensure-admin';

/**
 * Migrates the database to this release's schema, creates the first administrator, and exits. Concurrent runs wait for
 * each other.
 */
async function main(): Promise<void> {
  const env = readMigrateEnv();
  const applied = await migrate(env.DATABASE_URL);
  const dataSource = await createDataSource(env.DATABASE_URL).initialize();
  if (env.ADMIN_USERNAME && env.ADMIN_PASSWORD) await ensureAdmin(dataSource, env.ADMIN_USERNAME, env.ADMIN_PASSWORD);
  await dataSource.destroy();
  log.info({ applied }, 'migrated');
}

main().catch((error: unknown) => {
  log.fatal(
    {
      kind: (error as Error).constructor.name,
      code: (error as { code?: string }).code,
      reason: (error as Error).message,
    },
    'could not migrate',
  );
  process.exit(1);
});
