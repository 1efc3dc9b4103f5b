import { setTimeout as delay } from 'node:timers/promises';
import type { Prometheus } from '../harness/prometheus';

/** The alerts that began to fire. */
export interface FollowedAlerts {
  /** Those that began between two times in milliseconds since the epoch. */
  startedBetween(from: number, to: number): string[];
  stop(): Promise<void>;
}

const POLL_MS = 500;

/** Reads the alerts repeatedly until `stop`. */
export function followAlerts({ firing }: Pick<Prometheus, 'firing'>): FollowedAlerts {
  const started: { alert: string; at: number }[] = [];
  const stopping = new AbortController();
  let current: string[] = [];
  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      const next = await firing();
      started.push(...next.filter((alert) => !current.includes(alert)).map((alert) => ({ alert, at: Date.now() })));
      current = next;
      await delay(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const following = follow();
  return {
    startedBetween: (from, to) =>
      [...new Set(started.filter(({ at }) => at >= from && at < to).map(({ alert }) => alert))].sort(),
    async stop() {
      stopping.abort();
      await following;
    },
  };
}
