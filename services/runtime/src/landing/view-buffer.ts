import { Counter, Gauge } from 'prom-client';
import { setTimeout as delay } from 'node:timers/promises';
import { metrics } from '../http/health-server';

/** Views of one campaign from one source, each given as its age in milliseconds. */
export interface ViewGroup {
  campaignId: string;
  source: string | null;
  agesMs: number[];
}

/** Collects views in the background and sends them in batches. */
export interface ViewBuffer {
  /** Records a view that happens now. */
  add(campaignId: string, source: string | null): void;
  /** Sends the remaining views. Resolves when they are sent, or after `graceMs` at the latest. */
  stop(graceMs: number): Promise<void>;
}

interface View {
  campaignId: string;
  source: string | null;
  at: number;
}

/**
 * Minimum time between two batches. It bounds how many views a killed process loses and how often the database is
 * called.
 */
const BATCH_INTERVAL_MS = 100;
const MAX_BATCH_SIZE = 5_000;
/** Maximum number of buffered views; beyond it the oldest are dropped to limit memory. */
const MAX_BUFFERED = 500_000;
const RETRY_MS = 100;
const MAX_RETRY_MS = 1_000;

const viewsFlushed = new Counter({
  name: 'dripline_views_flushed_total',
  help: 'Landing page views that the GraphQL server has counted.',
  registers: [metrics],
});
const dropped = new Counter({
  name: 'dripline_views_dropped_total',
  help: 'Landing page views dropped because the buffer was full.',
  registers: [metrics],
});
const backlog = new Gauge({
  name: 'dripline_views_pending',
  help: 'Landing page views that are buffered and not yet sent.',
  registers: [metrics],
});

/**
 * Sends views in numbered batches, one at a time: immediately when none is in flight, otherwise together when it
 * completes. A batch without a response is retried under its number, so that it is counted once.
 */
export function createViewBuffer(sendBatch: (batch: number, views: ViewGroup[]) => Promise<unknown>): ViewBuffer {
  const stopping = new AbortController();
  let buffer: View[] = [];
  let batch = 0;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (buffer.length > 0) {
      const batchViews = buffer.slice(0, MAX_BATCH_SIZE);
      buffer = buffer.slice(MAX_BATCH_SIZE);
      batch += 1;
      const interval = pause(BATCH_INTERVAL_MS);
      for (let wait = RETRY_MS; !(await isAccepted(batchViews)); wait = Math.min(wait * 2, MAX_RETRY_MS))
        await pause(wait);
      viewsFlushed.inc(batchViews.length);
      backlog.set(buffer.length);
      await interval;
    }
    running = undefined;
  }

  const isAccepted = (views: View[]) =>
    sendBatch(batch, groupViews(views)).then(
      () => true,
      () => false,
    );
  // While stopping, retry almost without pause.
  const pause = (ms: number) =>
    stopping.signal.aborted
      ? delay(RETRY_MS / 10)
      : delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  return {
    add(campaignId, source) {
      if (buffer.length >= MAX_BUFFERED) {
        dropped.inc();
        buffer = buffer.slice(1);
      }
      buffer.push({ campaignId, source, at: performance.now() });
      backlog.set(buffer.length);
      running ??= run();
    },
    async stop(graceMs) {
      stopping.abort();
      await Promise.race([running, delay(graceMs, undefined, { ref: false })]);
    },
  };
}

function groupViews(views: View[]): ViewGroup[] {
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
