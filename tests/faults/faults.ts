import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import { runTests } from '../runner/run-tests';
import { type NotedTrial, renderReport } from './render-report';

const fullCount = '100';
/** Where the trials are. */
const files = [
  'src/faults/',
  'sms-limit',
  'sms/webhook-faults',
  'sms/receipt-codes',
  'sms/late-texts',
  'sms/quiet-hours',
  'outbox/crash',
  'outbox/relay',
  'outbox/reconcile',
];

/** `npm run test:faults`: every trial at full count. Writes what happened to docs/operate/fault-report.md where none was left out. */
export const faults: Command = async (context) => {
  const { args, env } = context;
  const folder = mkdtempSync(join(tmpdir(), 'dripline-faults-'));
  const notes = join(folder, 'trials.jsonl');
  const seed = env.variables['TEST_SEED'] ?? String(randomInt(1_000_000));
  const variables = { FAULT_RUNS: fullCount, ...env.variables, TEST_SEED: seed, FAULT_REPORT: notes };
  console.log(`TEST_SEED=${seed} repeats this run.`);
  const began = new Date();
  const chosen = ['--selectProjects', 'local', 'graphql', '--', ...(args.length > 0 ? args : files)];
  const { passed, failed, tests } = await runTests({ ...context, args: chosen, env: { ...env, variables } });
  // Not a part of the cleanup: that is over when the tests are.
  const trials = existsSync(notes)
    ? readFileSync(notes, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as NotedTrial)
    : [];
  rmSync(folder, { recursive: true, force: true });
  const report = renderReport({ tests, trials, seed, began, ended: new Date(), count: variables.FAULT_RUNS });
  console.log(report);
  if (args.length === 0) writeFileSync(join(root, 'docs/operate/fault-report.md'), report);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) throw new Failure('', 1);
};
