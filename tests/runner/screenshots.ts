import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import { runPlaywright } from './run-playwright';

/** `npm run screenshots`: writes screenshots of all pages, with the demo data, to `screenshots/`. */
export const screenshots: Command = async ({ args, env, signal, cleanup }) => {
  const folder = mkdtempSync(join(tmpdir(), 'dripline-screenshots-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const outputFolder = join(root, 'screenshots');
  const variables = { TMPDIR: folder, SCREENSHOTS: outputFolder };
  const { failed } = await runPlaywright({
    args,
    env: childEnv(env.variables, ['CHROME_PATH'], variables),
    folder,
    signal,
  });
  if (failed > 0) throw new Failure('', 1);
  console.log(`The screenshots are in ${outputFolder}.`);
};
