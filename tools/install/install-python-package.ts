import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CANNOT_RUN } from '../cannot-run';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Env } from '@dripline/launcher/env';
import { Failure } from '@dripline/launcher/failure';
import { onPath } from '@dripline/launcher/install/find-tool';
import { runStep } from '@dripline/launcher/processes/run-step';

const isRecent = 'import sys, venv; sys.exit(sys.version_info < (3, 10))';

export interface PythonPackage {
  name: string;
  version: string;
  /** File that pins what it depends on. */
  constraints: string;
  /** What cannot be done without it. */
  purpose: string;
}

/** The folder of a package's programs, in a virtual environment in the cache, made if need be. Throws a Failure where Python or the packages cannot be had. */
export async function installPythonPackage(
  { name, version, constraints, purpose }: PythonPackage,
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
    await run('Making a virtual environment', python, '-m', 'venv', folder);
    await run(
      `Installing ${name}`,
      join(folder, 'bin/python'),
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      `${name}==${version}`,
      '-c',
      constraints,
    );
  } catch (error) {
    signal.throwIfAborted();
    throw new Failure(
      `${purpose} cannot run here: ${error instanceof Error ? error.message : String(error)}`,
      CANNOT_RUN,
    );
  }
  writeFileSync(complete, '');
  return join(folder, 'bin');
}

async function findPython({ PATH, variables }: Env, signal: AbortSignal): Promise<string> {
  for (const name of ['python3', 'python']) {
    const path = await onPath(name, PATH).get();
    const check = { name, command: path ?? '', args: ['-c', isRecent], env: childEnv(variables, []) };
    const isFit =
      path !== undefined &&
      (await runStep(check, { signal, isQuiet: true }).then(
        () => true,
        () => false,
      ));
    if (isFit) return path;
  }
  throw new Error('there is no Python 3.10 or later with its venv module on the PATH.');
}
