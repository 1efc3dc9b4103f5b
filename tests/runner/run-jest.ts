import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OUTPUT } from './scan-logs';
import { root } from '@dripline/launcher/paths';
import { runInherited } from '@dripline/launcher/processes/run-inherited';
import type { RunnerOptions, TestResults } from './test-results';

const exitTimeoutMs = 10_000;

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
}

/** Runs Jest on this terminal and returns the results. */
export async function runJest({ args, env, folder, signal }: RunnerOptions): Promise<TestResults> {
  const report = join(folder, 'report.json');
  const options = [
    '--config',
    'jest.config.js',
    '--cacheDirectory',
    join(root, 'node_modules/.cache/jest'),
    '--json',
    '--outputFile',
    report,
  ];
  // The storage SDK imports ES modules.
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const jest = [...flags, join(root, 'node_modules/jest/bin/jest.js'), ...options, ...args];
  const code = await runInherited({ name: 'jest', command: process.execPath, args: jest, cwd: root, env }, signal, {
    shouldStop: exitTimeoutAfter(report),
    // Not on a terminal, where Jest redraws lines.
    copyTo: process.stdout.isTTY ? undefined : join(folder, OUTPUT),
  });
  return readResults(report, code);
}

/**
 * Returns a function that reports whether Jest still runs a while after it wrote its
 * report, because a test left a handle open.
 */
function exitTimeoutAfter(report: string): () => boolean {
  let reportedMs = 0;
  return () => {
    if (!reportedMs && existsSync(report)) reportedMs = Date.now();
    const isOverdue = reportedMs > 0 && Date.now() - reportedMs > exitTimeoutMs;
    if (isOverdue) console.error('Jest did not exit by itself because a test left a handle open.');
    return isOverdue;
  };
}

function readResults(file: string, code: number | null): TestResults {
  if (!existsSync(file)) return { passed: 0, failed: 1, tests: [] };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  ) as Report;
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  const completed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
  const tests = completed.map(({ fullName, status }) => ({ name: fullName, hasPassed: status === 'passed' }));
  return { passed: numPassedTests, failed: code === 0 || code === null ? failed : Math.max(failed, 1), tests };
}
