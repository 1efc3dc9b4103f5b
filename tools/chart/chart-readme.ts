import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from '@dripline/launcher/command';
import type { CheckTools } from '../check/check-steps';
import { findGoTool, type GoTool } from '../install/find-go-tool';
import { skip } from '../skip';
import { chart } from './render-chart';
import { writeDashboards } from './write-dashboards';

const helmDocs: GoTool = {
  name: 'helm-docs',
  program: 'helm-docs',
  version: '1.14.2',
  variable: 'HELM_DOCS_PATH',
  goPackage: 'github.com/norwoodj/helm-docs/cmd/helm-docs',
  duration: 'under a minute',
};

const readme = join(chart, 'README.md');
const exec = promisify(execFile);

/** Returns the chart's README from README.md.gotmpl and the comments in values.yaml, or undefined if it is skipped. */
async function generateReadme({ env, signal }: Pick<CheckTools, 'env' | 'signal'>): Promise<string | undefined> {
  const tool = await findGoTool(helmDocs, env, signal);
  if ('missing' in tool) {
    skip(env, { check: "The chart's README", needs: 'go', reason: tool.missing });
    return undefined;
  }
  const args = ['--chart-search-root', chart, '--sort-values-order', 'file', '--dry-run', '--log-level', 'warning'];
  const { stdout } = await exec(tool.path, args, { signal });
  return `${stdout.trim()}\n`;
}

/** Returns whether the chart's README is current. */
export async function isChartReadmeUpToDate(tools: CheckTools): Promise<boolean> {
  const text = await generateReadme(tools);
  if (text === undefined || text === readFileSync(readme, 'utf8')) return true;
  console.error('charts/dripline/README.md is out of date. Run `npm run codegen` and commit the result.');
  return false;
}

/** The last part of `npm run codegen`: writes the chart's dashboards and README. */
export const codegen: Command = async (tools) => {
  writeDashboards();
  const text = await generateReadme(tools);
  if (text !== undefined) writeFileSync(readme, text);
};
