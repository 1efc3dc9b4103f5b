import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { Failure } from '@dripline/launcher/failure';
import type { Log } from '@dripline/launcher/processes/log-file';
import { signalGroup, spawnManaged } from '@dripline/launcher/processes/spawn-managed';
import type { Builder } from './find-builder';

/** The part of an image's configuration that defines how it runs. */
interface ImageConfig {
  User?: string;
  Cmd?: string[];
  Env?: string[];
  WorkingDir?: string;
}

export interface ContainerOptions {
  name: string;
  image: string;
  variables: Record<string, string>;
  /** The user and group that run it, such as a user that only the cluster knows. */
  user: string;
  /** Replaces the image's own command. */
  command?: string[];
  /** A folder that is mounted read-only at /secrets. */
  secrets: string;
  log: Log;
  /** Environment of the programs that start the container. */
  env: Record<string, string>;
}

export interface Container {
  /** The exit code, or null if a signal ended the container. */
  ended: Promise<number | null>;
  /** Asks the container to end and kills it after the grace period. Returns the same as `ended`. */
  stop(): Promise<number | null>;
}

/** The user that the images name, and the chart. */
export const IMAGE_USER = '10001:10001';
// The chart gives 40 s, and the first five pass before the signal.
const graceMs = 35_000;

// Applies the restrictions of a pod: a read-only root, an empty /tmp, and no capabilities.
const restrictedScript = `
set -e
root=$1 secrets=$2 user=$3; shift 3
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/tmp"
mount -t proc proc "$root/proc" 2>/dev/null || mount --rbind /proc "$root/proc"
mount --bind /dev "$root/dev"
mount --bind "$secrets" "$root/secrets"
mount -o remount,ro,bind "$root/secrets"
exec setpriv --no-new-privs chroot --userspec="$user" "$root" /usr/bin/env -i "$@"`;

/** Runs an image with its own command, user, environment and folder, under the restrictions of a pod. */
export async function startContainer(
  builder: Builder,
  { name, image, variables, user, command, secrets, log, env }: ContainerOptions,
): Promise<Container & { remove(): Promise<void> }> {
  const { OCIv1 } = JSON.parse(await builder.capture('inspect', '--type', 'image', image)) as {
    OCIv1: { config: ImageConfig };
  };
  const { User, Cmd = [], Env = [], WorkingDir = '/' } = OCIv1.config;
  if (User !== IMAGE_USER)
    throw new Failure(`The image of ${name} runs as user ${User}. It must run as ${IMAGE_USER}.`);
  const id = await builder.capture('from', '--pull=never', image);
  const root = await builder.capture('mount', id);
  mkdirSync(join(root, 'secrets'));
  const child = spawnManaged({
    name,
    command: 'unshare',
    args: [
      '-m',
      'sh',
      '-c',
      restrictedScript,
      'sh',
      root,
      secrets,
      user,
      '-C',
      WorkingDir,
      ...Env,
      ...Object.entries(variables).map(([key, value]) => `${key}=${value}`),
      ...(command ?? Cmd),
    ],
    env,
  });
  log.follow(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    ended,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) signalGroup(child, 'SIGTERM');
      const killTimer = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
      const code = await ended;
      clearTimeout(killTimer);
      return code;
    },
    remove: async () => void (await builder.capture('rm', id)),
  };
}
