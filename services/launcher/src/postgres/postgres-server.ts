import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { stopOrphanedPostgres } from './stop-orphaned-postgres';
import { initCluster } from './init-cluster';
import { postgresBinaries } from './postgres-binaries';
import { postgresUser } from './postgres-user';
import { waitUntilReady } from '../processes/wait-until-ready';
import { SupervisedProcess } from '../processes/supervised-process';
import type { Log } from '../processes/log-file';

export interface PostgresOptions {
  /** The cluster's folder. Created if missing. */
  folder: string;
  user: string;
  password: string;
  /** Created if missing. */
  database: string;
  port: number;
  env: Record<string, string>;
  log: Log;
  /** Disables crash safety for speed. */
  isTemporary?: boolean;
  /** Further settings, such as `max_connections=300`. */
  settings?: string[];
  signal?: AbortSignal;
}

export interface Postgres {
  url: string;
  process: SupervisedProcess;
}

const temporaryFlags = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];
const readyMs = 60_000;

/** Starts Postgres on the loopback interface, with the data in the folder. Throws a Failure. */
export async function startPostgresServer(options: PostgresOptions): Promise<Postgres> {
  const { folder, user, password, database, port, env, log, signal } = options;
  const binaries = postgresBinaries();
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const runAs = postgresUser(binaries.postgres, folder);
  await initCluster({ folder, user, password, binary: binaries.initdb, env, runAs, isTemporary: options.isTemporary });
  const data = join(folder, 'data');
  await stopOrphanedPostgres(data);

  const settings = [
    ...['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='],
    // The text and detail of a failing statement may contain a lead's email address or phone number.
    ...['log_error_verbosity=terse', 'log_min_error_statement=panic'],
    ...(options.isTemporary ? temporaryFlags : []),
    ...(options.settings ?? []),
  ];
  const [command = '', ...args] = [
    ...runAs.prefix,
    binaries.postgres,
    '-D',
    data,
    ...settings.flatMap((setting) => ['-c', setting]),
  ];
  const program = { name: 'postgres', command, args, env, cwd: '/', user: runAs.user, stopSignal: 'SIGINT' as const };
  const process = new SupervisedProcess(program, { log, graceMs: 3_000 }).start();

  const url = (name: string) => `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
  try {
    await waitUntilReady(() => acceptsQueries(url('postgres')), { process, log, timeoutMs: readyMs, signal });
    await createDatabase(url('postgres'), database);
  } catch (error) {
    await process.stop();
    throw error;
  }
  return { url: url(database), process };
}

async function acceptsQueries(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
