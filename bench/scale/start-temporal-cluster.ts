import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { kill } from 'node:process';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { startPostgresServer } from '@dripline/launcher/postgres/postgres-server';
import { childEnv } from '@dripline/launcher/processes/child-env';
import { Log } from '@dripline/launcher/processes/log-file';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { findTemporal } from '@dripline/launcher/temporal/find-temporal';
import { startTcpProxy, type TcpProxy } from '@dripline/tests/harness/tcp-proxy';
import { findBuildTool } from '@dripline/tools/install/find-build-tool';

/** A Temporal cluster of four processes on a Postgres of its own. */
export interface TemporalCluster {
  /** The frontend's address without the proxy. Changes when the databases are dropped. */
  address(): string;
  /** Counts the running follow-up workflows. Temporal's count is a second or two late. */
  countRunning(): Promise<number>;
  /** The proxy that the product uses, so that the cluster can be slow or replaced. */
  proxy: TcpProxy;
  /** Stops the cluster, drops its databases and starts it again without any workflow. */
  dropDatabases(): Promise<void>;
}

const RUNNING = `WorkflowType = 'followUp' AND ExecutionStatus = 'Running'`;
const PASSWORD = 'temporal';
const DATABASES = ['temporal', 'temporal_visibility'];
/** The four services use up to 20 connections for each of the two databases. */
const MAX_CONNECTIONS = 300;
const UP_ATTEMPTS = 5;
/** In production the cluster has machines of its own, so here it leaves the processor to the product. */
const NICENESS = 10;

function isRunning(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch {
    return false;
  }
}

/** Starts a cluster with the program `temporal-cluster` of BUILD_TOOLS. Throws a Failure if it is missing. */
export async function startTemporalCluster({ env, signal, cleanup }: Parameters<Command>[0]): Promise<TemporalCluster> {
  const program = findBuildTool(env, 'temporal-cluster');
  if (!program)
    throw new Failure('npm run scale needs a Temporal cluster: set BUILD_TOOLS to a folder with temporal-cluster.');
  const temporal = await findTemporal(env, signal);
  const folder = mkdtempSync(join(tmpdir(), 'dripline-cluster-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const variables = childEnv(env.variables, ['SHARDS', 'GO*', 'HOME', 'XDG_CACHE_HOME']);
  const [port = 0] = await pickPorts(1);
  const postgres = await startPostgresServer({
    folder: join(folder, 'postgres'),
    user: 'temporal',
    password: PASSWORD,
    database: 'postgres',
    port,
    env: childEnv(env.variables, []),
    log: new Log({ name: 'temporal-postgres', isShown: false, secrets: [], folder: join(folder, 'logs') }),
    settings: [`max_connections=${MAX_CONNECTIONS}`, 'shared_buffers=512MB'],
    signal,
  });
  cleanup.add(() => postgres.process.stop());
  setPriority(postgres.process.pid!, NICENESS);
  const state = join(folder, 'cluster');
  mkdirSync(state);
  // Without the signal: a cluster that is stopped while it starts would leave processes.
  const run = (...args: string[]) =>
    promisify(execFile)('nice', ['-n', String(NICENESS), program, ...args], { env: variables });
  const down = () => run('down', state);
  const pids = () =>
    readdirSync(state)
      .filter((name) => name.endsWith('.pid'))
      .map((name) => Number(readFileSync(join(state, name), 'utf8')));
  const up = async (): Promise<string> => {
    for (let attempt = 1; ; attempt += 1)
      try {
        const { stdout } = await run('up', state, `127.0.0.1:${port}`, 'temporal', PASSWORD);
        if (!pids().every(isRunning)) throw new Failure('A service of the Temporal cluster exited.');
        return /TEMPORAL_ADDRESS=(\S+)/.exec(stdout)![1]!;
      } catch (error) {
        // On new databases, the services compete to write the cluster's metadata, and those that lose exit.
        if (attempt === UP_ATTEMPTS) throw error;
        await down();
      }
  };
  // Without `down`, which waits for each of them.
  cleanup.add(() =>
    pids()
      .filter(isRunning)
      .forEach((pid) => kill(pid, 'SIGKILL')),
  );
  let address = await up();
  const target = () => ({ host: '127.0.0.1', port: Number(address.split(':')[1]) });
  const proxy = await startTcpProxy(target());
  cleanup.add(() => proxy.close());

  return {
    address: () => address,
    async countRunning() {
      const { stdout } = await promisify(execFile)(
        temporal,
        ['workflow', 'count', '--query', RUNNING, '--address', address],
        { env: variables },
      );
      return Number(/\d+/.exec(stdout)?.[0]);
    },
    proxy,
    async dropDatabases() {
      proxy.disconnect();
      await down();
      const db = new Client({ connectionString: postgres.url });
      await db.connect();
      for (const name of DATABASES) await db.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await db.end();
      address = await up();
      proxy.target = target();
      proxy.reconnect();
    },
  };
}
