import { chmodSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../failure';
import { processBirth } from './process-start-time';
import { readJson } from './read-json';

interface Holder {
  pid: number;
  birth: string | undefined;
}

/** Makes DATA_DIR if need be and keeps other copies out until the returned function is called. Throws a Failure where one is at work. */
export function lockDataDir(dataDir: string): () => void {
  try {
    makeFolder(dataDir);
    const file = join(dataDir, 'lock.json');
    while (!take(file)) clearStale(file, dataDir);
    return () => rmSync(file, { force: true });
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`DATA_DIR ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Level by level: Node's own recursion never returns where a parent cannot be made (as below /proc). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
  // Not 0700: as root, Postgres runs as another user and must pass through.
  chmodSync(path, 0o711);
}

/** Written aside and linked into place, so that no one ever reads a lock without its holder. */
function take(file: string): boolean {
  const mine = `${file}.${process.pid}`;
  const holder: Holder = { pid: process.pid, birth: processBirth(process.pid) };
  writeFileSync(mine, JSON.stringify(holder), { mode: 0o600 });
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(mine, { force: true });
  }
}

function clearStale(file: string, dataDir: string): void {
  refuseIfHeld(file, dataDir);
  // Two copies may find the same stale lock. What was moved away is looked at again, in case it was the other's fresh one.
  const moved = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, moved);
  } catch {
    return;
  }
  try {
    refuseIfHeld(moved, dataDir);
  } catch (error) {
    renameSync(moved, file);
    throw error;
  }
  rmSync(moved, { force: true });
}

function refuseIfHeld(file: string, dataDir: string): void {
  const holder = readJson<Holder>(file);
  if (!holder || holder.birth === undefined || processBirth(holder.pid) !== holder.birth) return;
  throw new Failure(
    `DATA_DIR ${dataDir} is in use by another copy (process ${holder.pid}). Stop that one, or give this one a DATA_DIR and PORT of its own.`,
  );
}
