import { rmSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv } from '../child-env';
import type { Env } from '../env';
import { Failure } from '../failure';
import { onPath } from '../find-tool';
import { root } from '../paths';
import { runStep } from '../run-step';

const version = '4.32.5';
const constraints = join(root, 'services/local/fuzz-constraints.txt');
const isRecent = 'import sys, venv; sys.exit(sys.version_info < (3, 10))';

/** Exit code that tells `.ci/run` that this machine cannot fuzz, from a fuzzing that found something. */
export const CANNOT_RUN = 3;

/** The path of schemathesis, installed into the cache if need be. Throws a Failure where Python or the packages cannot be had. */
export async function findSchemathesis(env: Env, signal: AbortSignal): Promise<string> {
  const folder = join(env.cacheDir, 'schemathesis', version);
  const complete = join(folder, 'complete');
  const program = join(folder, 'bin/schemathesis');
  if (existsSync(complete)) return program;
  const variables = childEnv(env.variables, ['PIP_*']);
  const run = (name: string, command: string, ...args: string[]) => runStep({ name, command, args, env: variables }, { signal });
  try {
    const python = await findPython(env, signal);
    rmSync(folder, { recursive: true, force: true });
    await run('Making a virtual environment', python, '-m', 'venv', folder);
    await run('Installing schemathesis', join(folder, 'bin/python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${version}`, '-c', constraints);
  } catch (error) {
    signal.throwIfAborted();
    throw new Failure(`Fuzzing cannot run here: ${error instanceof Error ? error.message : String(error)}`, CANNOT_RUN);
  }
  writeFileSync(complete, '');
  return program;
}

async function findPython({ PATH, variables }: Env, signal: AbortSignal): Promise<string> {
  for (const name of ['python3', 'python']) {
    const path = await onPath(name, PATH).get();
    const check = { name, command: path ?? '', args: ['-c', isRecent], env: childEnv(variables, []) };
    const isFit = path !== undefined && (await runStep(check, { signal, isQuiet: true }).then(() => true, () => false));
    if (isFit) return path;
  }
  throw new Error('there is no Python 3.10 or later with its venv module on the PATH.');
}
