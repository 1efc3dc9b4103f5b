import { join } from 'node:path';
import { childEnv } from './processes/child-env';
import type { Env } from './env';
import { Failure } from './failure';
import { root } from './paths';
import { runStep } from './processes/run-step';

export interface MigrateOptions {
  env: Env;
  /** DATABASE_URL and SESSION_SECRET. ADMIN_USERNAME and ADMIN_PASSWORD create or change the first administrator. */
  variables: Record<string, string | undefined>;
  signal: AbortSignal;
}

/** Migrates the database. The output is not logged because the migration receives a password. Throws a Failure. */
export async function migrate({ env, variables, signal }: MigrateOptions): Promise<void> {
  const program = {
    name: 'Migrating the database',
    command: process.execPath,
    args: [join(root, 'services/graphql/dist/database/migrate-command.js')],
    env: childEnv(env.variables, ['DEFAULT_PHONE_COUNTRY', 'DEFAULT_TIME_ZONE'], variables),
    cwd: root,
  };
  try {
    await runStep(program, { signal, isQuiet: true });
  } catch (error) {
    signal.throwIfAborted();
    throw new Failure(
      `Database migration failed: ${(error as Error).message.replaceAll(variables.ADMIN_PASSWORD || '\0', '***')}`,
    );
  }
}
