import { setTimeout as sleep } from 'node:timers/promises';
import { processBirth } from './process-start-time';

/** Signals a process in turn, each time giving it a while to go. It is left alone once its number belongs to another. */
export async function endProcess(pid: number, steps: [signal: NodeJS.Signals | 0, waitMs: number][]): Promise<void> {
  const birth = processBirth(pid);
  const isThere = () => birth !== undefined && processBirth(pid) === birth;
  for (const [signal, waitMs] of steps) {
    if (!isThere()) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const until = Date.now() + waitMs; isThere() && Date.now() < until;) await sleep(50);
  }
}
