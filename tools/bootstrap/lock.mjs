import { createHash } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPT_MS = 250;
/** Reached after two seconds. */
const MENTIONED_ATTEMPT = 9;

/**
 * Runs `work` while holding the lock of this clone, so that two commands do not install or build at the same time. The
 * lock file is not in node_modules, because an install empties that.
 */
export async function withLock(root, work) {
  const file = lockFile(root);
  // A command that finds everything built holds the lock for less than the time after which the wait is mentioned.
  for (let attempt = 1; !tryLock(file); attempt += 1) {
    if (attempt === MENTIONED_ATTEMPT)
      console.log(`Waiting for another command that installs or builds (pid ${holderPid(file)})…`);
    await sleep(ATTEMPT_MS);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

export const lockFile = (root) =>
  join(tmpdir(), `dripline-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`);

/**
 * Creates the lock file if there is none. It is written to another name and linked, so that
 * no process reads an incomplete lock.
 */
function tryLock(file) {
  const ownFile = `${file}.${process.pid}`;
  writeFileSync(ownFile, String(process.pid), { mode: 0o600 });
  try {
    linkSync(ownFile, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isHeld(file)) clearStale(file);
    return false;
  } finally {
    rmSync(ownFile, { force: true });
  }
}

/**
 * Removes a stale lock. The moved file is checked again because another command may have replaced it with its new lock.
 */
function clearStale(file) {
  const movedFile = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, movedFile);
    if (isHeld(movedFile)) linkSync(movedFile, file);
  } catch {
    // Another command was faster.
  }
  rmSync(movedFile, { force: true });
}

function holderPid(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/**
 * Returns whether the lock's holder is running. Checks its command line because another program
 * may have the pid of a killed holder.
 */
function isHeld(file) {
  const pid = holderPid(file);
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bootstrap');
  } catch (error) {
    return error.code === 'EPERM';
  }
}
