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
import { IMAGE_USER } from './start-container';
import { type StackOptions, startStack } from './start-stack';
import { runSmokeTest } from './smoke-test';

/** OpenShift chooses such a user from the range of the namespace, with the group root. */
const OPENSHIFT_USER = '1000650000:0';
const scenarios: Pick<StackOptions, 'store' | 'user'>[] = [
  { store: 'Google Cloud Storage', user: IMAGE_USER },
  { store: 'S3', user: OPENSHIFT_USER },
];

/**
 * `npm run images`: builds the four images and runs the smoke test on them with each kind of bucket, with the
 * restrictions of a cluster.
 */
export const images: Command = async ({ args, env, signal, cleanup }) => {
  if (args.length > 0) throw new Failure(`Unknown argument ${args[0]}. This command takes no arguments.`, 2);
  const builder = await findBuilder(env, signal);
  const built = await buildImages(builder);
  for (const { store, user } of scenarios) {
    const folder = mkdtempSync(join(tmpdir(), 'dripline-images-'));
    cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
    const stack = await startStack({ env, signal, cleanup, folder, builder, images: built, store, user });
    await runSmokeTest(stack);
    await runStep(
      {
        name: 'Running the script of helm test',
        command: process.execPath,
        args: [join(chart, 'files/smoke-test.mjs')],
        env: childEnv(env.variables, [], stack.endpoints),
      },
      { signal },
    );
    await stack.stopServices();
    console.log(`The smoke test passes with ${store}, as user ${user}.`);
    await cleanup.run();
  }
  console.log('The four images pass the smoke test on a read-only root file system, and stop on SIGTERM.');
};
