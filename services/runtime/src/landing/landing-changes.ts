import { setTimeout as delay } from 'node:timers/promises';
import { LANDING_CACHE_MS } from '@dripline/contract/limits';
import type { Logger } from 'pino';
import type { LandingPageChangesQuery } from './internal/generated';

/** The changes of landing pages, read from the GraphQL server while pages are read. */
export interface LandingChanges {
  /** Whether a page that was requested at a time is outdated by a second at most. Continues to read changes. */
  isCurrent(clientId: string, requestedAt: number): boolean;
  stop(): void;
}

/** Reads the changes since a position. */
type LoadChanges = (after: string | null) => Promise<LandingPageChangesQuery['landingPageChanges']>;

/** How often changes are read. A read and a slow one still fit into a second. */
const POLL_MS = 400;
/** How long after the last page changes are read. */
const IDLE_MS = 5_000;
/**
 * How long a page without changes is current. The changes are kept for an hour. What they do not record, such as new
 * settings of the GraphQL server, is seen after this time.
 */
const MAX_AGE_MS = 60_000;

/** Follows the changes of landing pages. Times are those of `performance.now()`. */
export function followLandingChanges(load: LoadChanges, log: Logger): LandingChanges {
  let position: string | null = null;
  /** All changes that were saved before this time are known. */
  let knownUntil = -Infinity;
  /** When changes of all clients, or of one, were learned. Pages that were requested before may be older than they. */
  let allChangedAt = -Infinity;
  const changedAt = new Map<string, number>();
  let lastReadAt = -Infinity;
  let isRunning = false;
  let isFailing = false;
  const stopped = new AbortController();

  async function readChanges(): Promise<void> {
    const startedAt = performance.now();
    const after = startedAt - knownUntil < MAX_AGE_MS ? position : null;
    const changes = await load(after);
    const now = performance.now();
    if (after === null || changes.clientIds === null) {
      allChangedAt = now;
      changedAt.clear();
    } else
      for (const clientId of changes.clientIds) {
        // The oldest are first.
        changedAt.delete(clientId);
        changedAt.set(clientId, now);
      }
    for (const [clientId, time] of changedAt) {
      if (now - time < MAX_AGE_MS) break;
      changedAt.delete(clientId);
    }
    position = changes.position;
    knownUntil = startedAt;
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (!stopped.signal.aborted && performance.now() - lastReadAt < IDLE_MS) {
      try {
        await readChanges();
        isFailing = false;
      } catch (error) {
        if (!isFailing)
          log.warn(
            { kind: (error as Error).name },
            'changes of landing pages cannot be read: pages are kept for a second',
          );
        isFailing = true;
      }
      await delay(POLL_MS, undefined, { ref: false, signal: stopped.signal }).catch(() => undefined);
    }
    isRunning = false;
  }

  return {
    isCurrent(clientId, requestedAt) {
      const now = performance.now();
      lastReadAt = now;
      if (!isRunning && !stopped.signal.aborted) void run();
      const age = now - requestedAt;
      if (age < LANDING_CACHE_MS) return true;
      const isKnown = age < MAX_AGE_MS && now - knownUntil < LANDING_CACHE_MS;
      return isKnown && requestedAt > Math.max(allChangedAt, changedAt.get(clientId) ?? -Infinity);
    },
    stop: () => stopped.abort(),
  };
}
