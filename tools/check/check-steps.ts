import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { areAlertsValid } from '../chart/check-alerts';
import { isChartReadmeUpToDate } from '../chart/chart-readme';
import { areChartRulesMet } from '../chart/check-chart-rules';
import { findGoTool, type GoTool } from '../install/find-go-tool';
import { isChartValid } from '../chart/check-chart';
import { areDashboardsUpToDate } from '../chart/write-dashboards';
import type { Env } from '@dripline/launcher/env';
import { isSiteValid } from '../docs';
import { isProseClear } from '../prose/check-prose';
import { skip } from '../skip';
import { snapshotFiles } from './snapshot-files';
import { root } from '@dripline/launcher/paths';

/** Runs a program in the repository root. Returns whether it succeeded. */
export type RunProgram = (command: string, ...args: string[]) => Promise<boolean>;

/** Context of a check step. */
export interface CheckTools {
  run: RunProgram;
  env: Env;
  signal: AbortSignal;
}

export interface CheckStep {
  name: string;
  passes(tools: CheckTools): Promise<boolean>;
}

const { execPath: node } = process;
const installed = (path: string) => join(root, 'node_modules', path);

/** The steps of `npm run check`. */
export const checkSteps: CheckStep[] = [
  { name: 'types of the services', passes: ({ run }) => run(node, installed('typescript/bin/tsc'), '-b') },
  { name: 'types of the web app', passes: ({ run }) => run('npm', 'run', '--silent', 'typecheck', '-w', 'web') },
  {
    name: 'format',
    passes: ({ run }) => run(node, installed('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'),
  },
  { name: 'lint', passes: ({ run }) => run(node, installed('eslint/bin/eslint.js'), '.') },
  { name: 'OpenAPI', passes: isOpenApiValid },
  { name: 'prose', passes: isProseClear },
  { name: 'documentation site', passes: isSiteValid },
  { name: 'generated files', passes: isGeneratedUpToDate },
  { name: 'chart README', passes: isChartReadmeUpToDate },
  { name: 'dashboards', passes: () => Promise.resolve(areDashboardsUpToDate()) },
  {
    name: 'duplicate code',
    passes: ({ run }) =>
      run(
        node,
        join(dirname(require.resolve('jscpd')), '../../bin/jscpd'),
        '--noTips',
        '--config',
        'tools/check/jscpd.json',
        'services',
        'web',
        'tests',
        'tools',
        'bench',
      ),
  },
  { name: 'file and folder sizes', passes: ({ run }) => run(node, 'tools/code-size.mjs', '--check') },
  {
    name: 'licenses',
    passes: ({ run }) => run(node, installed('licensee/licensee'), '--production', '--errors-only'),
  },
  { name: 'secrets', passes: hasNoSecrets },
  { name: 'known vulnerabilities', passes: hasNoKnownVulnerabilities },
  { name: 'chart', passes: isChartValid },
  { name: 'chart rules', passes: areChartRulesMet },
  { name: 'alerts', passes: areAlertsValid },
  { name: 'workflows', passes: areWorkflowsValid },
];

/** Lints the OpenAPI document that the REST facade serves. */
async function isOpenApiValid({ run }: CheckTools): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'dripline-openapi-'));
  const file = join(folder, 'openapi.json');
  try {
    const config = join(root, 'tools/check/redocly.yaml');
    return (
      (await run(node, 'services/rest-facade/dist/openapi/emit-openapi.js', file)) &&
      (await run(node, installed('@redocly/cli/bin/cli.js'), 'lint', '--config', config, file))
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the generators, reports files that change, and restores them. */
async function isGeneratedUpToDate({ run }: CheckTools): Promise<boolean> {
  const config = JSON.parse(readFileSync(join(root, 'tools/codegen.config.json'), 'utf8')) as {
    consumers: { output: string }[];
    reference: Record<string, { page: string }>;
    contract: Record<string, string>;
  };
  const { previousOperations: _, ...contractFiles } = config.contract;
  const generatedFiles = [
    ...Object.values(contractFiles),
    ...config.consumers.map(({ output }) => output),
    ...Object.values(config.reference).map(({ page }) => page),
  ];
  const snapshot = snapshotFiles(generatedFiles.map((path) => join(root, path)));
  try {
    const isDone =
      (await run(node, 'services/graphql/dist/api/emit-schema.js')) && (await run(node, 'tools/codegen.mjs'));
    const changed = snapshot.changed();
    if (changed.length > 0)
      console.error(
        `Generated files are out of date: ${changed.join(', ')}. Run \`npm run codegen\` and commit the result.`,
      );
    return isDone && changed.length === 0;
  } finally {
    snapshot.restore();
  }
}

const gitleaks: GoTool = {
  name: 'gitleaks',
  program: 'gitleaks',
  version: '8.30.1',
  variable: 'GITLEAKS_PATH',
  goPackage: 'github.com/zricethezav/gitleaks/v8',
  duration: 'about three minutes',
};

const actionlint: GoTool = {
  name: 'actionlint',
  program: 'actionlint',
  version: '1.7.12',
  variable: 'ACTIONLINT_PATH',
  goPackage: 'github.com/rhysd/actionlint/cmd/actionlint',
  duration: 'under a minute',
};

/** Checks the workflows of GitHub Actions with actionlint. */
async function areWorkflowsValid({ run, env, signal }: CheckTools): Promise<boolean> {
  const tool = await findGoTool(actionlint, env, signal);
  // Scripts are checked only where shellcheck is installed, and with other results for each version of it.
  if ('path' in tool) return run(tool.path, '-shellcheck=', '-pyflakes=');
  skip(env, { check: 'The workflows', needs: 'go', reason: tool.missing });
  return true;
}

/** Searches all commits for secrets with gitleaks. */
async function hasNoSecrets({ run, env, signal }: CheckTools): Promise<boolean> {
  const tool = await findGoTool(gitleaks, env, signal);
  if ('path' in tool) return run(tool.path, 'git', '--no-banner', '--log-level', 'warn', '--verbose', '--redact');
  skip(env, { check: 'The search of all commits for secrets', needs: 'go', reason: tool.missing });
  return true;
}

/** Returns whether shipped packages have no known high or critical vulnerabilities. Skipped if the registry has no audit. */
async function hasNoKnownVulnerabilities({ env }: CheckTools): Promise<boolean> {
  const result = await auditPackages();
  if (result === 'unavailable')
    skip(env, {
      check: 'The audit of shipped packages',
      needs: 'npm-audit',
      reason: 'The registry has no audit. Run `npm audit --omit=dev` with a registry that supports it.',
    });
  return result !== 'vulnerable';
}

function auditPackages(): Promise<'unavailable' | 'vulnerable' | 'clear'> {
  return new Promise((resolve) => {
    const args = [
      'audit',
      '--omit=dev',
      '--audit-level=high',
      '--fetch-retries=0',
      '--fetch-timeout=20000',
      '--loglevel=error',
    ];
    execFile('npm', args, { cwd: root }, (error, stdout, stderr) => {
      // npm exits with 1 for findings as well as for errors. Its own message may contain a private registry's URL.
      const isUnavailable = stderr.includes('audit endpoint returned an error');
      if (error && !isUnavailable) console.error(stdout, stderr);
      resolve(isUnavailable ? 'unavailable' : error ? 'vulnerable' : 'clear');
    });
  });
}
