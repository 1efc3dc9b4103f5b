import { join } from 'node:path';
import { childEnv } from '../processes/child-env';
import { pickPorts } from '../processes/ports';
import { startPostgresServer } from './postgres-server';
import { trackProcess, openLog, type RunContext } from '../run-context';

/**
 * Returns DATABASE_URL, or starts an embedded Postgres with its data in DATA_DIR and returns its URL. Throws a Failure.
 */
export async function startPostgres(context: RunContext, password: string): Promise<string> {
  const { env, signal } = context;
  if (env.DATABASE_URL) return env.DATABASE_URL;
  const [port = 0] = await pickPorts(1);
  const postgres = await startPostgresServer({
    folder: join(env.DATA_DIR, 'postgres'),
    user: 'dripline',
    password,
    database: 'dripline',
    port,
    env: childEnv(env.variables, []),
    log: openLog(context, 'postgres', false),
    signal,
  });
  trackProcess(context, postgres.process, { port });
  return postgres.url;
}
