import { Counter, Gauge } from 'prom-client';
import { setTimeout as delay } from 'node:timers/promises';
import { metrics } from '../health-server';

/** Views of one campaign under one source, each by how long ago it was. */
export interface ViewGroup {
  campaignId: string;
  source: string | null;
  agesMs: number[];
}

/** Counts views beside the answers that they are of. */
export interface ViewCollector {
  add(campaignId: string, source: string | null): void;
  /** Hands in what is left; resolves once that is done, or was tried for so long. */
  stop(graceMs: number): Promise<void>;
}

interface View {
  campaignId: string;
  source: string | null;
  at: number;
}

/** Shortest time between two batches: what a killed process loses, and how often the database is asked under load. */
const GAP_MS = 100;
const MOST_IN_BATCH = 5_000;
/** Beyond them the oldest go, so that memory does. Reads end a lease after the server behind does, so it takes a fault of ours. */
const MOST_WAITING = 500_000;
const RETRY_MS = 100;
const MAX_RETRY_MS = 1_000;

const handedIn = new Counter({
  name: 'dripline_views_handed_in_total',
  help: 'Views that the GraphQL server took.',
  registers: [metrics],
});
const dropped = new Counter({
  name: 'dripline_views_dropped_total',
  help: 'Views that were given up, as too many waited.',
  registers: [metrics],
});
const backlog = new Gauge({
  name: 'dripline_views_waiting',
  help: 'Views that wait to be handed in.',
  registers: [metrics],
});

/**
 * Hands views in by numbered batches, one at a time: at once when none is under way, else together once it is done. A batch without an answer is sent again
 * under its number, so that it counts once.
 */
export function collectViews(handIn: (batch: number, views: ViewGroup[]) => Promise<unknown>): ViewCollector {
  const stopping = new AbortController();
  let waiting: View[] = [];
  let batch = 0;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const taken = waiting.slice(0, MOST_IN_BATCH);
      waiting = waiting.slice(MOST_IN_BATCH);
      batch += 1;
      const gap = pause(GAP_MS);
      for (let wait = RETRY_MS; !(await isTaken(taken)); wait = Math.min(wait * 2, MAX_RETRY_MS)) await pause(wait);
      handedIn.inc(taken.length);
      backlog.set(waiting.length);
      await gap;
    }
    running = undefined;
  }

  const isTaken = (views: View[]) =>
    handIn(batch, grouped(views)).then(
      () => true,
      () => false,
    );
  // What is to end tries to hand in the rest without resting.
  const pause = (ms: number) =>
    stopping.signal.aborted
      ? delay(RETRY_MS / 10)
      : delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  return {
    add(campaignId, source) {
      if (waiting.length >= MOST_WAITING) {
        dropped.inc();
        waiting = waiting.slice(1);
      }
      waiting.push({ campaignId, source, at: performance.now() });
      backlog.set(waiting.length);
      running ??= run();
    },
    async stop(graceMs) {
      stopping.abort();
      await Promise.race([running, delay(graceMs, undefined, { ref: false })]);
    },
  };
}

function grouped(views: View[]): ViewGroup[] {
  const now = performance.now();
  const groups = new Map<string, ViewGroup>();
  for (const { campaignId, source, at } of views) {
    const key = `${campaignId}${source === null ? '' : `?${source}`}`;
    const group = groups.get(key) ?? { campaignId, source, agesMs: [] };
    group.agesMs.push(Math.round(now - at));
    groups.set(key, group);
  }
  return [...groups.values()];
}
