import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { Failure } from '@dripline/launcher/failure';
import type { Log } from '@dripline/launcher/processes/log-file';
import { signalGroup, spawnLeashed } from '@dripline/launcher/processes/spawn-managed';
import type { Builder } from './find-builder';

/** What an image says of how it is run. */
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
  /** The image's own command unless told otherwise. */
  command?: string[];
  /** A folder of this machine that it sees, read-only, as /secrets. */
  secrets: string;
  log: Log;
  /** What the programs around it need of this machine. */
  env: Record<string, string>;
}

export interface Container {
  /** Its exit code; null where a signal ended it. */
  ended: Promise<number | null>;
  /** Asks it to end, insists after the grace, and answers as `ended` does. */
  stop(): Promise<number | null>;
}

const user = '10001:10001';
// The chart gives 40 s, of which the first five pass before the signal.
const graceMs = 35_000;

// As a restricted pod: a root that nobody can write to, an empty /tmp, no capability and no way to get one.
const lockedDown = `
set -e
root=$1 secrets=$2; shift 2
mount --bind "$root" "$root"
mount -o remount,ro,bind "$root"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/tmp"
mount -t proc proc "$root/proc" 2>/dev/null || mount --rbind /proc "$root/proc"
mount --bind /dev "$root/dev"
mount --bind "$secrets" "$root/secrets"
mount -o remount,ro,bind "$root/secrets"
exec setpriv --no-new-privs chroot --userspec=${user} "$root" /usr/bin/env -i "$@"`;

/** Runs an image by its own command, user, environment and folder, locked down. */
export async function startContainer(
  builder: Builder,
  { name, image, variables, command, secrets, log, env }: ContainerOptions,
): Promise<Container & { remove(): Promise<void> }> {
  const { OCIv1 } = JSON.parse(await builder.ask('inspect', '--type', 'image', image)) as {
    OCIv1: { config: ImageConfig };
  };
  const { User, Cmd = [], Env = [], WorkingDir = '/' } = OCIv1.config;
  if (User !== user) throw new Failure(`The image of ${name} runs as ${User}, not as ${user}.`);
  const id = await builder.ask('from', '--pull=never', image);
  const root = await builder.ask('mount', id);
  mkdirSync(join(root, 'secrets'));
  const child = spawnLeashed({
    name,
    command: 'unshare',
    args: [
      '-m',
      'sh',
      '-c',
      lockedDown,
      'sh',
      root,
      secrets,
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
      const insist = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
      const code = await ended;
      clearTimeout(insist);
      return code;
    },
    remove: async () => void (await builder.ask('rm', id)),
  };
}
