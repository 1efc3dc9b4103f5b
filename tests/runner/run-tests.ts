import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Command } from '@dripline/launcher/command';
import { findHelm } from '@dripline/tools/chart/find-helm';
import { findInstalledPromtool } from '@dripline/tools/chart/find-promtool';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Env } from '@dripline/launcher/env';
import { findFakeGcs } from '@dripline/tools/install/find-fake-gcs';
import { findVersitygw } from '@dripline/tools/install/find-versitygw';
import { findInstalledK6 } from '@dripline/tools/install/find-k6';
import { findSquawk } from '@dripline/tools/install/find-python-tool';
import { scanLogs } from './scan-logs';
import { findTemporal } from '@dripline/launcher/temporal/find-temporal';
import { Log } from '@dripline/launcher/processes/log-file';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { startPostgresServer } from '@dripline/launcher/postgres/postgres-server';
import { runJest } from './run-jest';
import { runPlaywright } from './run-playwright';
import { selectTests } from './select-tests';
import { sumResults, type TestResults } from './test-results';
import { startTemporalDevServer, waitUntilTemporalReady } from '@dripline/launcher/temporal/temporal-dev-server';
import { findTimeSkippingServer } from '@dripline/tools/install/time-skipping-server';

/** Runs tests with a temporary Postgres and Temporal. */
export async function runTests({ args, env, signal, cleanup }: Parameters<Command>[0]): Promise<TestResults> {
  const { jest, playwright } = selectTests(args);
  const binary = await findTemporal(env, signal);
  const timeSkipping = await findTimeSkippingServer(env, signal);
  if ('missing' in timeSkipping) console.log(`Tests with time skipping are skipped: ${timeSkipping.missing}`);
  const fakeGcs = await findFakeGcs(env, signal);
  if ('missing' in fakeGcs) console.log(`Tests of Google Cloud Storage are skipped: ${fakeGcs.missing}`);
  const versitygw = await findVersitygw(env, signal);
  if ('missing' in versitygw) console.log(`Tests of S3 are skipped: ${versitygw.missing}`);
  const helm = await findHelm(env, signal);
  if ('missing' in helm) console.log(`Tests of the chart are skipped: ${helm.missing}`);
  const k6 = await findInstalledK6(env);
  if ('missing' in k6) console.log(`Tests of the load scripts are skipped: ${k6.missing}`);
  const promtool = await findInstalledPromtool(env);
  if ('missing' in promtool) console.log(`Tests of the alerts' test cases are skipped: ${promtool.missing}`);
  const squawk = await findSquawk(env, signal);
  if ('missing' in squawk) console.log(`Checks of later migrations are skipped: ${squawk.missing}`);

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
    TEMPORAL_TEST_SERVER_PATH: 'path' in timeSkipping ? timeSkipping.path : '',
    TEMPORAL_TEST_SERVER_MISSING: 'missing' in timeSkipping ? timeSkipping.missing : '',
    FAKE_GCS_SERVER_PATH: 'path' in fakeGcs ? fakeGcs.path : '',
    FAKE_GCS_SERVER_MISSING: 'missing' in fakeGcs ? fakeGcs.missing : '',
    VERSITYGW_PATH: 'path' in versitygw ? versitygw.path : '',
    VERSITYGW_MISSING: 'missing' in versitygw ? versitygw.missing : '',
    HELM_PATH: 'path' in helm ? helm.path : '',
    K6_PATH: 'path' in k6 ? k6.path : '',
    PROMTOOL_PATH: 'path' in promtool ? promtool.path : '',
    SQUAWK_PATH: 'path' in squawk ? squawk.path : '',
    HELM_MISSING: 'missing' in helm ? helm.missing : '',
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
      'HISTORIES',
      'TWILIO_OPENAPI',
      'SKAFFOLD_SCHEMA',
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
