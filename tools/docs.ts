import { join } from 'node:path';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import { childEnv } from '@dripline/launcher/processes/child-env';
import { runInherited } from '@dripline/launcher/processes/run-inherited';
import type { CheckTools } from './check/check-steps';

const vitepress = join(root, 'node_modules/vitepress/bin/vitepress.js');

/** `npm run docs`: serves the documentation site and reloads pages when they change. Arguments are passed to VitePress. */
export const docs: Command = async ({ args, env, signal }) => {
  const code = await runInherited(
    {
      name: 'vitepress',
      command: process.execPath,
      args: [vitepress, 'dev', 'docs', ...args],
      cwd: root,
      env: childEnv(env.variables, []),
    },
    signal,
  );
  if (code !== 0) throw new Failure('', 1);
};

/** Builds the documentation site in docs/.vitepress/dist. Fails for broken links and pages that no sidebar lists. */
export const isSiteValid = ({ run }: CheckTools): Promise<boolean> => run(process.execPath, vitepress, 'build', 'docs');
