import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CANNOT_RUN } from '../cannot-run';
import { childEnv } from '@dripline/launcher/processes/child-env';
import type { Env } from '@dripline/launcher/env';
import { Failure } from '@dripline/launcher/failure';
import { onPath } from '@dripline/launcher/install/find-tool';
import { findBuildTool } from '../install/find-build-tool';
import { runStep } from '@dripline/launcher/processes/run-step';

const standIn = 'localhost/node:24-bookworm-slim';
const exec = promisify(execFile);

/** buildah, and the image that all others begin with. */
export interface Builder {
  /** NODE_IMAGE of the Dockerfiles. */
  base: string;
  /** Runs buildah and answers its output. */
  ask(...args: string[]): Promise<string>;
  /** Runs buildah for as long as it takes, telling that it does. */
  run(name: string, args: string[]): Promise<void>;
}

/** Finds buildah and a base image: NODE_IMAGE, or a stand-in that the tool `node-base-image` makes. Throws a Failure where either cannot be had. */
export async function findBuilder(env: Env, signal: AbortSignal): Promise<Builder> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw cannot('they are built and run by root on Linux.');
  const variables = childEnv(env.variables, []);
  // Without overlays and user namespaces, as in most CI containers.
  const storage = ['--storage-driver', 'vfs'];
  const base = env.NODE_IMAGE ?? (await makeStandIn(env, signal));
  const command = await onPath('buildah', env.PATH).get();
  if (!command) throw cannot('there is no buildah on the PATH.');
  return {
    base,
    ask: async (...args) =>
      (await exec(command, [...storage, ...args], { env: variables, signal, maxBuffer: 64 << 20 })).stdout.trim(),
    // buildah waits for every child of its process, and a leash would be one: it gets a process of its own.
    run: (name, args) =>
      runStep(
        { name, command: '/bin/sh', args: ['-c', '"$@"; exit $?', 'sh', command, ...storage, ...args], env: variables },
        { signal },
      ),
  };
}

async function makeStandIn(env: Env, signal: AbortSignal): Promise<string> {
  const command = findBuildTool(env, 'node-base-image');
  if (!command) throw cannot('NODE_IMAGE names no base image, and BUILD_TOOLS has no node-base-image.');
  await runStep(
    { name: 'Making a base image', command, args: [], env: childEnv(env.variables, []) },
    { signal, isQuiet: true },
  );
  return standIn;
}

const cannot = (reason: string) => new Failure(`Images cannot be tried here: ${reason}`, CANNOT_RUN);
