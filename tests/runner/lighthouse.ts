import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import { runPlaywright } from './run-playwright';

/**
 * `npm run lighthouse`: audits a landing page with all kinds of media for mobile, and
 * writes the reports to `lighthouse/`.
 */
export const lighthouse: Command = async ({ args, env, signal, cleanup }) => {
  const folder = mkdtempSync(join(tmpdir(), 'dripline-lighthouse-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const reports = join(root, 'lighthouse');
  const variables = { TMPDIR: folder, LIGHTHOUSE: reports };
  const passed = ['CHROME_PATH', 'LIGHTHOUSE_RUNS'];
  const { failed } = await runPlaywright({
    args,
    env: childEnv(env.variables, passed, variables),
    folder,
    signal,
  });
  if (failed > 0) throw new Failure('', 1);
  console.log(`The reports are in ${reports}.`);
};
