import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Command } from '@dripline/launcher/command';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Env } from '@dripline/launcher/env';
import { scanLogs } from './scan-logs';
import { findTemporal } from '@dripline/launcher/temporal/find-temporal';
import { Log } from '@dripline/launcher/processes/log-file';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { startPostgresServer } from '@dripline/launcher/postgres/postgres-server';
import { findTestTools } from './find-test-tools';
import { runJest } from './run-jest';
import { runPlaywright } from './run-playwright';
import { selectTests } from './select-tests';
import { sumResults, type TestResults } from './test-results';
import { startTemporalDevServer, waitUntilTemporalReady } from '@dripline/launcher/temporal/temporal-dev-server';

/** Runs tests with a temporary Postgres and Temporal. */
export async function runTests({ args, env, signal, cleanup }: Parameters<Command>[0]): Promise<TestResults> {
  const { jest, playwright } = selectTests(args);
  const binary = await findTemporal(env, signal);
  const tools = await findTestTools(env, signal);

  const folder = mkdtempSync(join(tmpdir(), 'dripline-test-'));
  const tempFolder = join(folder, 'tmp');
  mkdirSync(tempFolder);
  for (const path of [folder, tempFolder]) chmodSync(path, 0o711);
  cleanup.add(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const noServers = { url: '', address: '' };
  // The browser tests start their own.
  const { url, address } = jest ? await startServers({ env, binary, folder, signal, cleanup }) : noServers;

  const variables = {
    // Temporary files of the tests are deleted with this folder.
    TMPDIR: tempFolder,
    TEST_DATABASE_URL: url,
    TEST_TEMPORAL_ADDRESS: address,
    TEMPORAL_CLI_PATH: binary,
    ...tools,
  };
  const runnerEnv = childEnv(
    env.variables,
    [
      'CI',
      'CHROME_PATH',
      'JAVA_HOME',
      'FORCE_COLOR',
      'NO_COLOR',
      'TEST_SEED',
      'TEST_SEEDS',
      'FAULT_RUNS',
      'FAULT_REPORT',
      'ALERT_SPEED',
      'HISTORIES',
    ],
    variables,
  );
  const results: TestResults[] = [];
  if (jest) results.push(await runJest({ args: jest, env: runnerEnv, folder, signal }));
  if (playwright) results.push(await runPlaywright({ args: playwright, env: runnerEnv, folder, signal }));
  const withScan = addLogScan(sumResults(results), folder);
  await cleanup.run();
  return withScan;
}

/** Adds the log secret scan as a test result. */
function addLogScan(results: TestResults, folder: string): TestResults {
  if (results.tests.length === 0) return results;
  const findings = scanLogs(folder);
  for (const { file, line, kind, text } of findings.slice(0, 50))
    console.error(`${kind} in ${relative(folder, file)}:${line}: ${text}`);
  const hasPassed = findings.length === 0;
  console.log(
    `${hasPassed ? 'passed' : 'FAILED'}  S18: no log or workflow history of this run contains secrets or personal data`,
  );
  const tests = [
    ...results.tests,
    { name: 'S18: no log or workflow history contains secrets or personal data', hasPassed },
  ];
  return { passed: results.passed + Number(hasPassed), failed: results.failed + Number(!hasPassed), tests };
}

type Options = Pick<Parameters<Command>[0], 'env' | 'signal' | 'cleanup'> & {
  env: Env;
  binary: string;
  folder: string;
};

async function startServers({
  env,
  binary,
  folder,
  signal,
  cleanup,
}: Options): Promise<{ url: string; address: string }> {
  const [postgresPort = 0, temporalPort = 0] = await pickPorts(2);
  const commonEnv = childEnv(env.variables, []);
  const temporalLog = new Log({ name: 'temporal', isShown: false, folder });
  const temporal = startTemporalDevServer({
    binary,
    port: temporalPort,
    namespace: 'default',
    env: commonEnv,
    log: temporalLog,
  });
  cleanup.add(() => temporal.stop());

  const postgres = await startPostgresServer({
    folder: join(folder, 'postgres'),
    user: 'postgres',
    password: randomBytes(16).toString('hex'),
    database: 'postgres',
    port: postgresPort,
    env: commonEnv,
    log: new Log({ name: 'postgres', isShown: false, folder }),
    isTemporary: true,
    signal,
  });
  cleanup.add(() => postgres.process.stop());
  await waitUntilTemporalReady(temporal, temporalPort, temporalLog, signal);
  return { url: postgres.url, address: `127.0.0.1:${temporalPort}` };
}
