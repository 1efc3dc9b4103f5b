import { setTimeout as sleep } from 'node:timers/promises';
import { processStartTime } from './process-start-time';

/**
 * Sends the signals in order and waits up to `waitMs` after each for the process to end. Stops when the process has
 * ended, even if another process now has its pid.
 */
export async function endProcess(pid: number, steps: [signal: NodeJS.Signals | 0, waitMs: number][]): Promise<void> {
  const startTime = processStartTime(pid);
  const isRunning = () => startTime !== undefined && processStartTime(pid) === startTime;
  for (const [signal, waitMs] of steps) {
    if (!isRunning()) return;
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const deadline = Date.now() + waitMs; isRunning() && Date.now() < deadline;) await sleep(50);
  }
}
