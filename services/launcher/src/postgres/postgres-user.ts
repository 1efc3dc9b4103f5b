import { spawnSync } from 'node:child_process';
import { chownSync } from 'node:fs';
import { Failure } from '../failure';

/** How to run something as the user that Postgres runs as: words to put before the command, and whom to switch to. */
export interface RunAs {
  prefix: string[];
  user?: { uid: number; gid: number };
  /** Owner for files that Postgres must read or write. */
  owner?: { uid: number; gid: number };
}

// Postgres refuses to run as root, and another user often cannot enter root's folders. Opening those to everyone would be worse than letting this one process pass through them.
const capabilities = ['dac_read_search', 'dac_override'];

/** Whom Postgres runs as, given its binary and a folder it must work in. As root, the folder is given to that user. Throws a Failure. */
export function postgresUser(binary: string, folder: string): RunAs {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = systemUser();
  chownSync(folder, owner.uid, owner.gid);
  const probe = ['/bin/sh', '-c', 'cd "$1" && "$2" --version', 'probe', folder, binary];
  const ways: RunAs[] = [
    { prefix: [], user: owner, owner },
    ...capabilities.map((name) => ({ prefix: switchUser(owner, name), owner })),
  ];
  const way = ways.find(({ prefix, user }) => {
    const [command = '', ...args] = [...prefix, ...probe];
    return spawnSync(command, args, { ...user, cwd: '/', stdio: 'ignore' }).status === 0;
  });
  if (way) return way;
  throw new Failure(
    `Postgres does not run as root, and the user "postgres" cannot enter ${folder} or ${binary}. Run as another user, or set DATA_DIR.`,
  );
}

const switchUser = ({ uid, gid }: { uid: number; gid: number }, capability: string) => [
  ...['setpriv', '--reuid', String(uid), '--regid', String(gid), '--clear-groups'],
  // Otherwise access(2), by which initdb looks for its companions, would leave the capability out of account.
  '--securebits=+no_setuid_fixup',
  ...[`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`, '--'],
];

function systemUser(): { uid: number; gid: number } {
  const found = lookUp('postgres');
  if (found) return found;
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'], {
    stdio: 'ignore',
  });
  const made = lookUp('postgres') ?? lookUp('nobody');
  if (made) return made;
  throw new Failure(
    'Postgres does not run as root, and no user could be made for it. Run as another user, or set DATABASE_URL.',
  );
}

function lookUp(name: string): { uid: number; gid: number } | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout?.trim());
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
