import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OUTPUT } from './scan-logs';
import { root } from '@dripline/launcher/paths';
import { runInherited } from '@dripline/launcher/processes/run-inherited';

export interface JestOptions {
  args: string[];
  env: Record<string, string>;
  /** For the report. */
  folder: string;
  signal: AbortSignal;
}

const lingerMs = 10_000;

/** One test that ran, by its whole name. */
export interface TestResult {
  name: string;
  hasPassed: boolean;
}

export interface JestResults {
  passed: number;
  /** A suite that could not run is one failure. */
  failed: number;
  tests: TestResult[];
}

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
}

/** Runs the tests on this terminal and counts them. */
export async function runJest({ args, env, folder, signal }: JestOptions): Promise<JestResults> {
  const report = join(folder, 'report.json');
  const fixed = [
    '--config',
    'jest.config.js',
    '--cacheDirectory',
    join(root, 'node_modules/.cache/jest'),
    '--json',
    '--outputFile',
    report,
  ];
  const jest = [join(root, 'node_modules/jest/bin/jest.js'), ...fixed, ...args];
  const code = await runInherited({ name: 'jest', command: process.execPath, args: jest, cwd: root, env }, signal, {
    isOver: lingersAfter(report),
    // On a terminal Jest draws over its own lines.
    copy: process.stdout.isTTY ? undefined : join(folder, OUTPUT),
  });
  return count(report, code);
}

/** Jest waits for ever where a test leaves something open; the report is its last work. */
function lingersAfter(report: string): () => boolean {
  let reportedAt = 0;
  return () => {
    if (!reportedAt && existsSync(report)) reportedAt = Date.now();
    const isLingering = reportedAt > 0 && Date.now() - reportedAt > lingerMs;
    if (isLingering) console.error('Jest did not end by itself: some test leaves something open.');
    return isLingering;
  };
}

function count(file: string, code: number | null): JestResults {
  if (!existsSync(file)) return { passed: 0, failed: 1, tests: [] };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  ) as Report;
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  const ran = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
  const tests = ran.map(({ fullName, status }) => ({ name: fullName, hasPassed: status === 'passed' }));
  return { passed: numPassedTests, failed: code === 0 || code === null ? failed : Math.max(failed, 1), tests };
}
