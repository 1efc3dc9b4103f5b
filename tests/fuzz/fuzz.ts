import { sessionCookieName } from '@dripline/runtime/http/session-cookie';
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { runInherited } from '@dripline/launcher/processes/run-inherited';
import { root } from '@dripline/launcher/paths';
import { requirePythonPackage } from '@dripline/tools/install/install-python-package';
import { launchForCommand } from '../harness/launch';
import { createCallers, type FuzzCaller } from './create-callers';
import { schemathesisConfig } from './schemathesis-config';

const schemathesis = {
  name: 'schemathesis',
  version: '4.32.5',
  constraints: join(root, 'tests/fuzz/constraints.txt'),
};
const admin = { username: 'admin', password: 'a password for the fuzzing' };
const examplesPerOperation = 12;

/**
 * `npm run fuzz [seed]`: fuzzes the REST API with schemathesis as an anonymous caller, a client and an administrator.
 */
export const fuzz: Command = async ({ args, env, signal, cleanup }) => {
  const seed = Number(args[0] ?? randomInt(1_000_000));
  if (!Number.isInteger(seed) || args.length > 1)
    throw new Failure('Usage: npm run fuzz [-- SEED], where SEED is a whole number.', 2);
  const program = join(await requirePythonPackage('The fuzz test', schemathesis, env, signal), 'schemathesis');
  const { origin, dataDir } = await launchForCommand(cleanup, admin);
  const failed: string[] = [];
  for (const caller of await createCallers(origin, admin)) {
    console.log(`\nAs ${caller.name}, with seed ${seed}…`);
    const config = join(dataDir, `${caller.name}.toml`);
    writeFileSync(config, schemathesisConfig(caller), { mode: 0o600 });
    const options = ['--url', origin, '--seed', String(seed), '--max-examples', String(examplesPerOperation)];
    const run = {
      name: 'schemathesis',
      command: program,
      args: ['--config-file', config, 'run', `${origin}/api/openapi.json`, ...options],
      env: childEnv(env.variables, ['NO_COLOR', 'FORCE_COLOR']),
      cwd: dataDir,
    };
    if ((await runInherited(run, signal)) !== 0) failed.push(caller.name);
    // If the run ended its session or deleted its client, its later requests tested nothing.
    else if (!(await hasAccess(origin, caller)))
      failed.push(`${caller.name} (the caller lost its access during the run)`);
  }
  if (failed.length > 0)
    throw new Failure(`Fuzzing failed as ${failed.join(', ')}. To repeat the run: npm run fuzz -- ${seed}`);
};

const hasAccess = async (origin: string, { probePath, session }: FuzzCaller): Promise<boolean> =>
  (
    await fetch(`${origin}${probePath}`, {
      headers: session ? { cookie: `${sessionCookieName(session.role, origin)}=${session.token}` } : {},
    })
  ).ok;
