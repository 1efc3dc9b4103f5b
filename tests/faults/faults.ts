import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import { findPrometheus } from '@dripline/tools/chart/find-prometheus';
import { runTests } from '../runner/run-tests';
import { type RecordedFaultRun, renderReport } from './render-report';

const fullCount = '100';
/** Path patterns of the fault tests. */
const files = [
  'tests/faults/',
  'tests/system/sms-limit',
  'provider/twilio-webhook-faults',
  'provider/receipt-codes',
  'messages/late-messages',
  'messages/quiet-hours',
  'outbox/crash',
  'outbox/relay',
  'outbox/reconcile',
];

/**
 * `npm run test:faults`: runs the fault tests with the full number of messages.
 * Without arguments, writes docs/operate/fault-report.md.
 */
export const faults: Command = async (context) => {
  const { args, env, signal } = context;
  // The tests of the alerts are skipped, and listed as skipped, if it cannot be built.
  await findPrometheus(env, signal);
  const folder = mkdtempSync(join(tmpdir(), 'dripline-faults-'));
  const resultsFile = join(folder, 'fault-runs.jsonl');
  const seed = env.variables['TEST_SEED'] ?? String(randomInt(1_000_000));
  const variables = { FAULT_RUNS: fullCount, ...env.variables, TEST_SEED: seed, FAULT_REPORT: resultsFile };
  console.log(`Set TEST_SEED=${seed} to repeat this run.`);
  const startedAt = new Date();
  const testArgs = ['--selectProjects', 'system', 'graphql', '--', ...(args.length > 0 ? args : files)];
  const { passed, failed, tests } = await runTests({ ...context, args: testArgs, env: { ...env, variables } });
  // Removed below and not in a cleanup step, because runTests runs those.
  const faultRuns = existsSync(resultsFile)
    ? readFileSync(resultsFile, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as RecordedFaultRun)
    : [];
  rmSync(folder, { recursive: true, force: true });
  const report = renderReport({
    tests,
    faultRuns,
    seed,
    startedAt,
    endedAt: new Date(),
    count: variables.FAULT_RUNS,
  });
  console.log(report);
  if (args.length === 0) writeFileSync(join(root, 'docs/operate/fault-report.md'), report);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) throw new Failure('', 1);
};
