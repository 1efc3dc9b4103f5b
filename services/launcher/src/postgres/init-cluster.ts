import { execFile } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../failure';
import type { RunAs } from './postgres-user';

export interface InitClusterOptions {
  folder: string;
  user: string;
  password: string;
  binary: string;
  env: Record<string, string>;
  runAs: RunAs;
  isTemporary?: boolean;
}

const exec = promisify(execFile);
const major = '18';

/**
 * Initializes the database cluster if the folder has none. Replaces an incomplete
 * cluster of a killed run. Throws a Failure.
 */
export async function initCluster(options: InitClusterOptions): Promise<void> {
  const { folder, user, password, binary, env, runAs, isTemporary } = options;
  const versionFile = join(folder, 'data', 'PG_VERSION');
  if (existsSync(versionFile)) return requireVersion(versionFile);

  const unfinished = join(folder, 'unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const passwordFolder = mkdtempSync(join(tmpdir(), 'dripline-'));
  const passwordFile = join(passwordFolder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const { owner } = runAs;
  if (owner) for (const path of [unfinished, passwordFolder, passwordFile]) chownSync(path, owner.uid, owner.gid);

  const flags = [
    ...[
      `--pgdata=${unfinished}`,
      `--username=${user}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
    ],
    // The builtin provider sorts the same on all machines and after system upgrades.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
    ...(isTemporary ? ['--no-sync'] : []),
  ];
  const [command = '', ...args] = [...runAs.prefix, binary, ...flags];
  try {
    await exec(command, args, { env, cwd: '/', ...runAs.user });
  } catch (error) {
    const lines = String((error as { stderr?: string }).stderr ?? error)
      .trim()
      .split('\n');
    throw new Failure(`Postgres could not be initialized in ${folder}: ${lines.at(-1)}`);
  } finally {
    rmSync(passwordFolder, { recursive: true, force: true });
  }
  renameSync(unfinished, join(folder, 'data'));
}

function requireVersion(file: string): void {
  const found = readFileSync(file, 'utf8').trim();
  if (found !== major)
    throw new Failure(
      `The data folder of ${file} is for Postgres ${found}, but this is Postgres ${major}. Dump the data with the old version and restore it with the new one.`,
    );
}
