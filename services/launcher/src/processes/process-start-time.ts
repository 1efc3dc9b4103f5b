import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What tells a process from another that later gets the same number; undefined when there is no such process. */
export function processBirth(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, second in the line, may hold spaces and parentheses itself; after it come the state and, 19 fields on, the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : `${boot}/${fields[19]}`;
  } catch {
    return process.platform === 'linux'
      ? undefined
      : spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim() || undefined;
  }
}
