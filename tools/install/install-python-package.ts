import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Env } from '@dripline/launcher/env';
import { Failure } from '@dripline/launcher/failure';
import { fromPath } from '@dripline/launcher/install/find-tool';
import { runStep } from '@dripline/launcher/processes/run-step';
import { skipCommand } from '../skip';

const versionCheck = 'import sys, venv; sys.exit(sys.version_info < (3, 10))';

export interface PythonPackage {
  name: string;
  version: string;
  /** The optional feature of the package that is installed with it. */
  extra?: string;
  /** pip constraints file that pins the dependencies, if the package has any. */
  constraints?: string;
}

/**
 * Installs a package in a virtual environment in the cache if needed, and returns the folder of its programs. Throws a
 * Failure if Python or the package is not available.
 */
export async function installPythonPackage(
  { name, version, extra, constraints }: PythonPackage,
  env: Env,
  signal: AbortSignal,
): Promise<string> {
  const folder = join(env.cacheDir, name, version);
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return join(folder, 'bin');
  const variables = childEnv(env.variables, ['PIP_*']);
  const run = (title: string, command: string, ...args: string[]) =>
    runStep({ name: title, command, args, env: variables }, { signal });
  try {
    const python = await findPython(env, signal);
    rmSync(folder, { recursive: true, force: true });
    await run('Creating a virtual environment', python, '-m', 'venv', folder);
    await run(
      `Installing ${name}`,
      join(folder, 'bin/python'),
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      `${name}${extra ? `[${extra}]` : ''}==${version}`,
      ...(constraints ? ['-c', constraints] : []),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw new Failure(`${name} could not be installed: ${error instanceof Error ? error.message : String(error)}`);
  }
  writeFileSync(complete, '');
  return join(folder, 'bin');
}

/** Installs a package that a command needs. Skips the command if Python or the package is not available. */
export async function requirePythonPackage(
  check: string,
  pythonPackage: PythonPackage,
  env: Env,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await installPythonPackage(pythonPackage, env, signal);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw skipCommand(env, { check, needs: 'python', reason: error.message });
  }
}

async function findPython({ PATH, variables }: Env, signal: AbortSignal): Promise<string> {
  for (const name of ['python3', 'python']) {
    const path = await fromPath(name, PATH).get();
    const check = { name, command: path ?? '', args: ['-c', versionCheck], env: childEnv(variables, []) };
    const isUsable =
      path !== undefined &&
      (await runStep(check, { signal, isQuiet: true }).then(
        () => true,
        () => false,
      ));
    if (isUsable) return path;
  }
  throw new Error('Python 3.10 or later with the venv module is not on the PATH.');
}
