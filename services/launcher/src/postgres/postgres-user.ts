import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { Failure } from '../failure';

/** How to run a command as the user of Postgres. */
export interface RunAs {
  /** Command and arguments to put before the command. */
  prefix: string[];
  user?: { uid: number; gid: number };
  /** Owner of the files that Postgres reads and writes. */
  owner?: { uid: number; gid: number };
}

// Postgres does not run as root, and another user often cannot enter root's folders. These capabilities let only this
// process enter them, which is safer than opening the folders to everyone.
const capabilities = ['dac_read_search', 'dac_override'];

/**
 * Chooses the user that runs Postgres. If this process runs as root, the folder is
 * given to that user. Throws a Failure.
 */
export function postgresUser(binary: string, folder: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = systemUser();
  chownSync(folder, owner.uid, owner.gid);
  const probe = ['/bin/sh', '-c', 'cd "$1" && "$2" --version', 'probe', folder, binary];
  const candidates: RunAs[] = [
    { prefix: [], user: owner, owner },
    ...capabilities.map((name) => ({ prefix: switchUser(owner, name), owner })),
  ];
  const working = candidates.find(({ prefix, user }) => {
    const [command = '', ...args] = [...prefix, ...probe];
    return spawnSync(command, args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
  });
  if (working) return working;
  throw new Failure(
    `Postgres cannot run as root, and the user "postgres" cannot access ${folder} or ${binary}. Run as another user, or set DATA_DIR.`,
  );
}

const switchUser = ({ uid, gid }: { uid: number; gid: number }, capability: string) => [
  ...['setpriv', '--reuid', String(uid), '--regid', String(gid), '--clear-groups'],
  // Without this, access(2) ignores the capability, and initdb does not find its helper programs.
  '--securebits=+no_setuid_fixup',
  ...[`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`, '--'],
];

function systemUser(): { uid: number; gid: number } {
  const existing = lookUp('postgres');
  if (existing) return existing;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], {
    stdio: 'ignore',
  });
  const created = lookUp('postgres') ?? lookUp('nobody');
  if (created) return created;
  throw new Failure(
    'Postgres cannot run as root, and no user could be created for it. Run as another user, or set DATABASE_URL.',
  );
}

function lookUp(name: string): { uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim());
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
