import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import { runJest } from './run-jest';

/** `npm run screenshots`: every screen of the demo agency as a picture, in `screenshots/`. */
export const screenshots: Command = async ({ args, env, signal, cleanup }) => {
  const folder = mkdtempSync(join(tmpdir(), 'dripline-screenshots-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const pictures = join(root, 'screenshots');
  const variables = { TMPDIR: folder, SCREENSHOTS: pictures };
  const { failed } = await runJest({
    args: ['--selectProjects', 'screenshots', '--', ...args],
    env: childEnv(env.variables, ['CHROME_PATH'], variables),
    folder,
    signal,
  });
  if (failed > 0) throw new Failure('', 1);
  console.log(`The pictures are in ${pictures}.`);
};
