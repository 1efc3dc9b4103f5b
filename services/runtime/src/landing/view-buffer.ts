import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, Gauge } from 'prom-client';
import { metrics } from '../http/health-server';
import { ContractError } from '../http/request';
import { cleanSource } from './traffic-source';

/** Views of one campaign, and variant of its A/B test, from one source, each given as its age in milliseconds. */
export interface ViewGroup {
  campaignId: string;
  variantId?: string;
  source: string | null;
  agesMs: number[];
}

/** Collects views in the background and sends them in batches. */
export interface ViewBuffer {
  /** Records a view that happens now. Cuts a long source. */
  add(campaignId: string, source: string | null, variantId?: string): void;
  /** Sends the remaining views. Resolves when they are sent, or after `graceMs` at the latest. */
  stop(graceMs: number): Promise<void>;
}

interface View {
  campaignId: string;
  variantId: string | undefined;
  source: string | null;
  at: number;
}

/**
 * Minimum time between two batches. It bounds how many views a killed process loses and how often the database is
 * called.
 */
const BATCH_INTERVAL_MS = 100;
const MAX_BATCH_VIEWS = 5_000;
/** Half of what the GraphQL server accepts. */
const MAX_BATCH_BYTES = 500_000;
/** Maximum number of buffered views; beyond it new ones are dropped to limit memory to about 30 MB. */
const MAX_BUFFERED = 100_000;
const RETRY_MS = 100;
const MAX_RETRY_MS = 1_000;
/** How many times a rejected batch is split before the rest of it is dropped. Finds one bad group among thousands. */
const MAX_SPLITS = 32;
/** Minimum time between two warnings of the same kind. */
const WARNING_INTERVAL_MS = 60_000;

const viewsFlushed = new Counter({
  name: 'dripline_views_flushed_total',
  help: 'Landing page views that the GraphQL server has counted.',
  registers: [metrics],
});
const dropped = new Counter({
  name: 'dripline_views_dropped_total',
  help: 'Landing page views dropped because the buffer was full (reason full) or the GraphQL server rejected them (rejected).',
  labelNames: ['reason'],
  registers: [metrics],
});
const pending = new Gauge({
  name: 'dripline_views_pending',
  help: 'Landing page views that are buffered and not yet sent.',
  registers: [metrics],
});

/**
 * Sends views in numbered batches, one at a time: immediately when none is in flight, otherwise together when it
 * completes. A batch without a response is retried under its number, so that it is counted once. A batch that is
 * rejected is split, and what is rejected even alone is dropped.
 */
export function createViewBuffer(
  sendBatch: (batch: number, views: ViewGroup[]) => Promise<unknown>,
  log: Logger,
): ViewBuffer {
  const stopping = new AbortController();
  const warnOf = {
    cut: warnAtIntervals((count) => log.warn({ count }, 'traffic sources of landing page views were cut')),
    full: warnAtIntervals((count) => log.warn({ count }, 'landing page views were dropped: the buffer is full')),
    rejected: warnAtIntervals((count, code) => log.warn({ count, code }, 'landing page views were rejected')),
  };
  let buffer: View[] = [];
  let batch = 0;
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    while (buffer.length > 0) {
      const { groups, count } = groupViews(buffer);
      buffer = buffer.slice(count);
      const interval = pause(BATCH_INTERVAL_MS);
      await deliver(groups);
      pending.set(buffer.length);
      await interval;
    }
    running = undefined;
  }

  async function deliver(groups: ViewGroup[]): Promise<void> {
    const parts = [groups];
    for (let splits = 0, part; (part = parts.pop());) {
      const code = await rejectionOf(part);
      const count = part.reduce((sum, { agesMs }) => sum + agesMs.length, 0);
      if (code === undefined) viewsFlushed.inc(count);
      else if (part.length > 1 && splits < MAX_SPLITS) {
        splits += 1;
        const half = part.length >> 1;
        parts.push(part.slice(half), part.slice(0, half));
      } else {
        dropped.inc({ reason: 'rejected' }, count);
        warnOf.rejected(count, code);
      }
    }
  }

  /** Sends a batch until there is a response. Returns the error code if it is rejected. */
  async function rejectionOf(groups: ViewGroup[]): Promise<string | undefined> {
    batch += 1;
    for (let wait = RETRY_MS; ; wait = Math.min(wait * 2, MAX_RETRY_MS))
      try {
        await sendBatch(batch, groups);
        return undefined;
      } catch (error) {
        if (error instanceof ContractError && error.code !== 'UNAVAILABLE') return error.code;
        await pause(wait);
      }
  }

  // While stopping, retry almost without pause.
  const pause = (ms: number) =>
    stopping.signal.aborted
      ? delay(RETRY_MS / 10)
      : delay(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  return {
    add(campaignId, givenSource, variantId) {
      const source = cleanSource(givenSource);
      if (source !== (givenSource || null)) warnOf.cut(1);
      if (buffer.length >= MAX_BUFFERED) {
        dropped.inc({ reason: 'full' });
        return warnOf.full(1);
      }
      buffer.push({ campaignId, variantId, source, at: performance.now() });
      pending.set(buffer.length);
      running ??= run();
    },
    async stop(graceMs) {
      stopping.abort();
      await Promise.race([running, delay(graceMs, undefined, { ref: false })]);
    },
  };
}

/** Groups the first views, as many as one batch may hold. */
function groupViews(views: View[]): { groups: ViewGroup[]; count: number } {
  const now = performance.now();
  const groups = new Map<string, ViewGroup>();
  let bytes = 0;
  let count = 0;
  for (const { campaignId, variantId, source, at } of views) {
    const key = `${campaignId} ${variantId}${source === null ? '' : `?${source}`}`;
    const known = groups.get(key);
    // The age, and for a new group its names and punctuation. A character takes up to six bytes in JSON.
    bytes += known ? 8 : 180 + 6 * (source?.length ?? 0);
    if (count === MAX_BATCH_VIEWS || bytes > MAX_BATCH_BYTES) break;
    const group = known ?? { campaignId, ...(variantId !== undefined && { variantId }), source, agesMs: [] };
    group.agesMs.push(Math.round(now - at));
    groups.set(key, group);
    count += 1;
  }
  return { groups: [...groups.values()], count };
}

/** Calls `warn` at once and then at most once a minute, with the number of events since the last call. */
function warnAtIntervals(warn: (count: number, code?: string) => void) {
  let count = 0;
  let warnedAt = -Infinity;
  return (more: number, code?: string) => {
    count += more;
    if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return;
    warnedAt = performance.now();
    warn(count, code);
    count = 0;
  };
}
