import { createHash } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Two commands started at once in one clone must not install or build into each other's files. Not kept in node_modules, as an install empties that. */
export async function withLock(root, work) {
  const file = lockFile(root);
  let told = false;
  while (!take(file)) {
    if (!told) console.log(`Waiting for another command that installs or builds here (process ${holder(file)})…`);
    told = true;
    await sleep(250);
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

/** Written aside and linked into place, so that no one ever reads a lock without its holder. */
function take(file) {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, String(process.pid), { mode: 0o600 });
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isHeld(file)) clearStale(file);
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Two commands may find the same stale lock. What was moved away is looked at again, in case it was the other's fresh one. */
function clearStale(file) {
  const moved = `${file}.stale-${process.pid}`;
  try {
    renameSync(file, moved);
    if (isHeld(moved)) linkSync(moved, file);
  } catch {
    // The other was faster.
  }
  rmSync(moved, { force: true });
}

function holder(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

/** A number alone does not tell: after a kill -9 it may belong to another program. */
function isHeld(file) {
  const pid = holder(file);
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('bootstrap');
  } catch (error) {
    return error.code === 'EPERM';
  }
}
