import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Two commands started at once in one clone must not install or build into each other's files. Not kept in node_modules, as an install empties that. */
export async function withLock(root, work) {
  const file = join(tmpdir(), `dripline-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`);
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

function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const pid = holder(file);
  if (pid && !isAlive(pid)) rmSync(file, { force: true });
  return false;
}

function holder(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return 0;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
