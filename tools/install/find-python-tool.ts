import { join } from 'node:path';
import type { Env } from '@dripline/launcher/env';
import { findTool, type ToolResult, fromPath, fromVariable, orMissing } from '@dripline/launcher/install/find-tool';
import { root } from '@dripline/launcher/paths';
import { installPythonPackage, type PythonPackage } from './install-python-package';

type PythonTool = PythonPackage & { program: string; variable: `${string}_PATH` & keyof Env };

const squawk: PythonTool = {
  name: 'squawk-cli',
  program: 'squawk',
  version: '2.70.0',
  variable: 'SQUAWK_PATH',
};
const checkov: PythonTool = {
  name: 'checkov',
  program: 'checkov',
  version: '3.3.30',
  variable: 'CHECKOV_PATH',
  constraints: join(root, 'tools/chart/checkov-constraints.txt'),
};

/** Finds squawk, or installs it if it is missing. */
export const findSquawk = (env: Env, signal: AbortSignal): Promise<ToolResult> => findPythonTool(squawk, env, signal);

/** Finds checkov, or installs it if it is missing. */
export const findCheckov = (env: Env, signal: AbortSignal): Promise<ToolResult> => findPythonTool(checkov, env, signal);

function findPythonTool(tool: PythonTool, env: Env, signal: AbortSignal): Promise<ToolResult> {
  const { program, variable } = tool;
  const install = {
    label: 'Python package',
    get: async () => join(await installPythonPackage(tool, env, signal), program),
  };
  const ways = [fromVariable(variable, env[variable]), fromPath(program, env.PATH), install];
  return orMissing(findTool(program, ways, `Install Python 3.10 or later, or set ${variable}.`));
}
