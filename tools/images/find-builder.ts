import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Env } from '@dripline/launcher/env';
import { fromPath } from '@dripline/launcher/install/find-tool';
import { findBuildTool } from '../install/find-build-tool';
import { skipCommand } from '../skip';
import { runStep } from '@dripline/launcher/processes/run-step';

const localBaseImage = 'localhost/node:24-bookworm-slim';
const exec = promisify(execFile);
const check = 'The test of the images';

/** Runs buildah, which builds the images from a base image. */
export interface Builder {
  /** Value of NODE_IMAGE in the Dockerfiles. */
  base: string;
  /** Runs buildah and returns its output. */
  capture(...args: string[]): Promise<string>;
  /** Runs buildah and prints progress. */
  run(name: string, args: string[]): Promise<void>;
}

/**
 * Finds buildah and a base image: NODE_IMAGE, or one that the tool `node-base-image` builds.
 * Skips the command if either is missing.
 */
export async function findBuilder(env: Env, signal: AbortSignal): Promise<Builder> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw skipCommand(env, { check, needs: 'buildah', reason: 'Building and running images requires root on Linux.' });
  const variables = childEnv(env.variables, []);
  // Works without overlay file systems and user namespaces, which most CI containers lack.
  const storage = ['--storage-driver', 'vfs'];
  const base = env.NODE_IMAGE ?? (await buildBaseImage(env, signal));
  const command = await fromPath('buildah', env.PATH).get();
  if (!command) throw skipCommand(env, { check, needs: 'buildah', reason: 'buildah is not on the PATH.' });
  return {
    base,
    capture: async (...args) =>
      (await exec(command, [...storage, ...args], { env: variables, signal, maxBuffer: 64 << 20 })).stdout.trim(),
    // buildah waits for all children of its process, including the shell of a managed process,
    // so it runs in a process below that.
    run: (name, args) =>
      runStep(
        { name, command: '/bin/sh', args: ['-c', '"$@"; exit $?', 'sh', command, ...storage, ...args], env: variables },
        { signal },
      ),
  };
}

async function buildBaseImage(env: Env, signal: AbortSignal): Promise<string> {
  const command = findBuildTool(env, 'node-base-image');
  if (!command)
    throw skipCommand(env, {
      check,
      needs: 'node-image',
      reason: 'NODE_IMAGE is not set, and BUILD_TOOLS has no node-base-image.',
    });
  await runStep(
    { name: 'Building a base image', command, args: [], env: childEnv(env.variables, []) },
    { signal, isQuiet: true },
  );
  return localBaseImage;
}
