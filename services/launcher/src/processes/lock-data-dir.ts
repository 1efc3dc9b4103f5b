import { chmodSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../failure';
import { processStartTime } from './process-start-time';
import { readJson } from './read-json';

interface Holder {
  pid: number;
  startTime: string | undefined;
}

/**
 * Creates DATA_DIR if needed and locks it until the returned function is called. Throws a
 * Failure if another process holds the lock.
 */
export function lockDataDir(dataDir: string): () => void {
  try {
    createFolder(dataDir);
    const file = join(dataDir, 'lock.json');
    while (!tryLock(file)) clearStaleLock(file, dataDir);
    return () => rmSync(file, { force: true });
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`DATA_DIR ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Creates a folder and its parents. Node's own `recursive` option never returns if a
 * parent cannot be created, as below /proc.
 */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  mkdirSync(path);
  // Not 0700, because Postgres runs as another user if this process is root, and must be able to enter.
  chmodSync(path, 0o711);
}

/**
 * Creates the lock file if there is none. It is written to another name and linked, so that
 * no process reads an incomplete lock.
 */
function tryLock(file: string): boolean {
  const ownFile = `${file}.${process.pid}`;
  const holder: Holder = { pid: process.pid, startTime: processStartTime(process.pid) };
  writeFileSync(ownFile, JSON.stringify(holder), { mode: 0o600 });
  try {
    linkSync(ownFile, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(ownFile, { force: true });
  }
}

function clearStaleLock(file: string, dataDir: string): void {
  assertNotHeld(file, dataDir);
  // Two processes may find the same stale lock. The moved file is checked again because it
  // may be the other process's new lock.
  const movedFile = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, movedFile);
  } catch {
    return;
  }
  try {
    assertNotHeld(movedFile, dataDir);
  } catch (error) {
    renameSync(movedFile, file);
    throw error;
  }
  rmSync(movedFile, { force: true });
}

function assertNotHeld(file: string, dataDir: string): void {
  const holder = readJson<Holder>(file);
  if (!holder || holder.startTime === undefined || processStartTime(holder.pid) !== holder.startTime) return;
  throw new Failure(
    `DATA_DIR ${dataDir} is in use by another Dripline process (pid ${holder.pid}). Stop it, or set another DATA_DIR and PORT.`,
  );
}
