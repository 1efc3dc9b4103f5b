import { setTimeout as delay } from 'node:timers/promises';
import type { Prometheus } from '../harness/prometheus';

/** The alerts that began to fire. */
export interface FollowedAlerts {
  /** Those that began between two times in milliseconds since the epoch. */
  startedBetween(from: number, to: number): string[];
  stop(): Promise<void>;
}

const POLL_MS = 500;
/** Alerts that fire for a shorter time could be missed after this. */
const MAX_GAP_MS = 10_000;

/** Reads the alerts repeatedly until `stop`, which throws if Prometheus did not answer for 10 seconds. */
export function followAlerts({ firing }: Pick<Prometheus, 'firing'>): FollowedAlerts {
  const started: { alert: string; at: number }[] = [];
  const stopping = new AbortController();
  let current: string[] = [];
  let readAt = Date.now();
  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      const next = await firing().catch((error: unknown) => {
        if (Date.now() - readAt > MAX_GAP_MS) throw error;
      });
      if (next) {
        readAt = Date.now();
        started.push(...next.filter((alert) => !current.includes(alert)).map((alert) => ({ alert, at: Date.now() })));
        current = next;
      }
      await delay(POLL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
  const following = follow();
  // `stop` throws it.
  following.catch(() => undefined);
  return {
    startedBetween: (from, to) =>
      [...new Set(started.filter(({ at }) => at >= from && at < to).map(({ alert }) => alert))].sort(),
    async stop() {
      stopping.abort();
      await following;
    },
  };
}
