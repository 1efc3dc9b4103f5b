import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';
import { runInherited } from '@dripline/launcher/processes/run-inherited';
import { OUTPUT } from './scan-logs';
import type { RunnerOptions, TestResults } from './test-results';

interface Suite {
  title: string;
  specs: { title: string; tests: { projectName: string; status: 'expected' | 'unexpected' | 'flaky' | 'skipped' }[] }[];
  suites?: Suite[];
}

interface Report {
  suites: Suite[];
  /** Errors outside tests, such as a stack that did not start. */
  errors: unknown[];
}

/** Runs Playwright on this terminal and returns the results. */
export async function runPlaywright({ args, env, folder, signal }: RunnerOptions): Promise<TestResults> {
  const report = join(folder, 'playwright-report.json');
  const command = join(root, 'node_modules/@playwright/test/cli.js');
  const options = ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter', 'list,json'];
  const program = {
    name: 'playwright',
    command: process.execPath,
    args: [command, ...options, ...args],
    cwd: root,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  };
  // Not on a terminal, where Playwright redraws lines.
  const code = await runInherited(program, signal, {
    copyTo: process.stdout.isTTY ? undefined : join(folder, OUTPUT),
  });
  if (!existsSync(report)) return { passed: 0, failed: 1, tests: [] };
  const { suites, errors } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const tests = suites.flatMap((suite) => testsOf(suite, ''));
  const passed = tests.filter(({ hasPassed }) => hasPassed).length;
  const failed = tests.length - passed + errors.length;
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1), tests };
}

const testsOf = ({ title, specs, suites = [] }: Suite, parents: string): TestResults['tests'] => {
  const group = `${parents}${title} › `;
  return [
    ...specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status !== 'skipped')
        .map(({ projectName, status }) => ({
          name: `${group}${spec.title} (${projectName})`,
          hasPassed: status === 'expected',
        })),
    ),
    ...suites.flatMap((suite) => testsOf(suite, group)),
  ];
};
