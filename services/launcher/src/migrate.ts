import { join } from 'node:path';
import { childEnv } from './processes/child-env';
import type { Env } from './env';
import { Failure } from './failure';
import { root } from './paths';
import { runStep } from './processes/run-step';

export interface MigrateOptions {
  env: Env;
  /** DATABASE_URL, SESSION_SECRET and, where the first admin is to be made or changed, ADMIN_USERNAME and ADMIN_PASSWORD. */
  variables: Record<string, string | undefined>;
  signal: AbortSignal;
}

/** Brings the database to this version's shape. Its output is never logged, as it was told a password. Throws a Failure. */
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
      `The database could not be migrated: ${(error as Error).message.replaceAll(variables.ADMIN_PASSWORD || '\0', '***')}`,
    );
  }
}
