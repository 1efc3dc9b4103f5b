import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chart } from '../chart/render-chart';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { runStep } from '@dripline/launcher/processes/run-step';
import { buildImages } from './build-images';
import { findBuilder } from './find-builder';
import { startStack } from './start-stack';
import { walkMainStory } from './smoke-test';

/** `npm run images`: builds the four images and runs the product's main story on them, locked down as in a cluster. */
export const images: Command = async ({ args, env, signal, cleanup }) => {
  if (args.length > 0) throw new Failure(`Unknown argument ${args[0]}: this command takes none.`, 2);
  const builder = await findBuilder(env, signal);
  const built = await buildImages(builder);
  const folder = mkdtempSync(join(tmpdir(), 'dripline-images-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const stack = await startStack({ env, signal, cleanup, folder, builder, images: built });
  await walkMainStory(stack);
  await runStep(
    {
      name: 'What helm test runs',
      command: process.execPath,
      args: [join(chart, 'files/smoke-test.mjs')],
      env: childEnv(env.variables, [], stack.doors),
    },
    { signal },
  );
  await stack.stopServices();
  console.log(
    'The four images carry the main story: as user 10001, on a read-only root, and end when they are asked to.',
  );
};
