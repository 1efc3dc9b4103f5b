import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endProcess } from '../processes/end-process';

/**
 * Stops a Postgres that a killed run left on this data folder, and removes its postmaster.pid. Postgres does not start
 * while any process has the pid in that file, even if the process is not Postgres.
 */
export async function stopOrphanedPostgres(data: string): Promise<void> {
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
