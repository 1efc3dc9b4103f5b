import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess } from '../processes/end-process';

/**
 * After a kill -9 the cluster's postmaster.pid stays. Postgres refuses to start while any process has that number, its own or not,
 * so a Postgres still at work here is ended, and the file of a dead one removed.
 */
export async function endLeftover(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid');
  const pid = pidIn(file);
  if (!pid) return;
  if (commandOf(pid).includes(data)) {
    await endProcess(pid, [
      ['SIGINT', 10_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 2_000],
    ]);
  }
  rmSync(file, { force: true });
}

function pidIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return process.platform === 'linux'
      ? ''
      : (spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '');
  }
}
