import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { runInherited } from '@dripline/launcher/processes/run-inherited';
import { launch } from '../harness/launch';
import { findSchemathesis } from './find-schemathesis';
import { setTheStage, type Stage } from './seed';
import { settings } from './settings';

const admin = { username: 'admin', password: 'a password for the fuzzing' };
const examplesPerOperation = 12;

/** `npm run fuzz [seed]`: schemathesis on the API's own description, against a stack of its own, as nobody, as a client and as an administrator. */
export const fuzz: Command = async ({ args, env, signal, cleanup }) => {
  const seed = Number(args[0] ?? randomInt(1_000_000));
  if (!Number.isInteger(seed) || args.length > 1)
    throw new Failure('Usage: npm run fuzz [-- SEED], where SEED is a whole number.', 2);
  const program = await findSchemathesis(env, signal);
  const [port = 0] = await pickPorts(1);
  const dataDir = mkdtempSync(join(tmpdir(), 'dripline-fuzz-'));
  const stack = launch('start', {
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMITS: 'off',
  });
  cleanup.add(async () => {
    stack.child.kill('SIGTERM');
    await stack.ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  await stack.until(/Ready in/);

  const origin = `http://127.0.0.1:${port}`;
  const failed: string[] = [];
  for (const stage of await setTheStage(origin, admin)) {
    console.log(`\nAs ${stage.name}, with seed ${seed}…`);
    const config = join(dataDir, `${stage.name}.toml`);
    writeFileSync(config, settings(stage), { mode: 0o600 });
    const options = ['--url', origin, '--seed', String(seed), '--max-examples', String(examplesPerOperation)];
    const run = {
      name: 'schemathesis',
      command: program,
      args: ['--config-file', config, 'run', `${origin}/api/openapi.json`, ...options],
      env: childEnv(env.variables, ['NO_COLOR', 'FORCE_COLOR']),
      cwd: dataDir,
    };
    if ((await runInherited(run, signal)) !== 0) failed.push(stage.name);
    // Where the run itself ended the session or removed the client, it tried nothing but doors that are shut.
    else if (!(await isStanding(origin, stage))) failed.push(`${stage.name} (the stage did not stand to the end)`);
  }
  if (failed.length > 0)
    throw new Failure(`Fuzzing failed as ${failed.join(', ')}. The same again: npm run fuzz -- ${seed}`);
};

const isStanding = async (origin: string, { home, session }: Stage): Promise<boolean> =>
  (await fetch(`${origin}${home}`, { headers: session ? { cookie: `dripline_session=${session}` } : {} })).ok;
