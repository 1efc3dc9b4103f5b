import { join } from 'node:path';
import { childEnv } from '../processes/child-env';
import { pickPorts } from '../processes/ports';
import { startPostgres } from './postgres';
import { lookAfter, openLog, type RunContext } from '../run-context';

/** The database's URL: that of the environment, or of an embedded Postgres whose data is in DATA_DIR. Throws a Failure. */
export async function startDatabase(context: RunContext, password: string): Promise<string> {
  const { env, signal } = context;
  if (env.DATABASE_URL) return env.DATABASE_URL;
  const [port = 0] = await pickPorts(1);
  const postgres = await startPostgres({
    folder: join(env.DATA_DIR, 'postgres'),
    user: 'dripline',
    password,
    database: 'dripline',
    port,
    env: childEnv(env.variables, []),
    log: openLog(context, 'postgres', false),
    signal,
  });
  lookAfter(context, postgres.process, { port });
  return postgres.url;
}
