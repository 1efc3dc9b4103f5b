import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Counter, Gauge } from 'prom-client';
import { createViewBuffer } from './view-buffer';
import { countsAsView, readViewHeaders } from './counts-as-view';
import type { ErrorCode } from '@dripline/contract/error-codes';
import {
  type LandingCampaignFieldsFragment,
  LandingChangesDocument,
  type LandingChangesQuery,
  LandingPageDocument,
  RecordViewsDocument,
  RecordLandingViewDocument,
} from './generated';
import { LeastRecentlyUsed } from './least-recently-used';
import { LANDING_POLL_MS, LANDING_LEASE_MS } from '@dripline/contract/limits';
import { metrics } from '../http/health-server';
import { ContractError, request } from '../http/request';

/** The public fields of a campaign. Instances are shared between readers and must not be modified. */
export type LandingCampaign = LandingCampaignFieldsFragment;

/** A request for a landing page. */
export interface LandingView {
  client: string;
  slug: string;
  /** The unvalidated query parameter. The GraphQL server rejects values that are not strings. */
  source?: unknown;
  /** Whether the caller redirects previous slugs to the current one. The view is then counted at the current slug. */
  followsRedirects?: boolean;
  /** The headers that distinguish a visitor from a crawler. */
  headers: Record<string, string>;
}

/** A cache of landing pages that counts views. */
export interface LandingCache {
  /** Returns the current campaign of a landing page and counts the view. Throws ContractError. */
  get(visit: LandingView): Promise<LandingCampaign>;
  /** Flushes the buffered views, for at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/** Options of `createLandingCache`. */
export interface LandingCacheOptions {
  graphqlUrl: string;
  /** Without it nothing is cached, and every read is sent to the GraphQL server. */
  serviceToken?: string;
}

interface Page {
  campaignId: string;
  campaign: LandingCampaign;
}

const MAX_PAGES = 10_000;
const TIMEOUT_MS = 10_000;
/** Timeout of a long poll. */
const POLL_TIMEOUT_MS = LANDING_POLL_MS + 5_000;
const RETRY_MS = 100;
/** After this long without a successful poll the cache is cleared, because the database may have been restored. */
const CLEAR_AFTER_MS = 60_000;
const STOP_MS = 5_000;

/**
 * Errors of a server that does not support the cache protocol or has another service token, as during a rolling update.
 */
const unsupportedErrors: ErrorCode[] = ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN'];

const reads = new Counter({
  name: 'dripline_landing_reads_total',
  help: 'Landing page reads by result: hit (cached), miss (fetched), or bypass (fetched because the lease had expired).',
  labelNames: ['result'],
  registers: [metrics],
});
const cacheEntries = new Gauge({
  name: 'dripline_landing_cache_entries',
  help: 'Landing pages in the cache.',
  registers: [metrics],
});

/**
 * Starts a landing cache. It long-polls the server for changes, and each poll renews its lease. The server answers no
 * save before every cache with a lease has received the change, so a read that starts after a save returns what was
 * saved. Without a lease, every read is fetched from the server.
 */
export function createLandingCache({ graphqlUrl, serviceToken }: LandingCacheOptions): LandingCache {
  const read = async ({ client, slug, source, followsRedirects, headers }: LandingView) =>
    // The server rejects a source that is not a string.
    (
      await request(
        graphqlUrl,
        RecordLandingViewDocument,
        { client, slug, source: source as string | undefined, followsRedirects },
        { headers, timeoutMs: TIMEOUT_MS },
      )
    ).data.recordLandingView;
  if (serviceToken === undefined) return { get: read, stop: () => Promise.resolve() };

  const replica = randomUUID();
  const headers = { authorization: `Bearer ${serviceToken}` };
  const pages = new LeastRecentlyUsed<Page>(MAX_PAGES);
  const views = createViewBuffer((batch, groups) =>
    request(graphqlUrl, RecordViewsDocument, { cacheId: replica, batch, views: groups }, { headers }),
  );
  const stopping = new AbortController();
  const lease = startLease();
  /**
   * Fetches in flight that concurrent reads share. It is replaced on every change, so that no read shares an outdated
   * fetch.
   */
  let fetching = new Map<string, Promise<Page>>();

  function evict(isOutdated: (handle: string) => boolean): void {
    fetching = new Map();
    pages.deleteWhere(({ campaign }) => isOutdated(campaign.clientHandle));
  }

  const pause = () => delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);

  async function pollChanges(): Promise<void> {
    let after: string | null = null;
    while (!stopping.signal.aborted) {
      if (lease.age() > CLEAR_AFTER_MS) after = null;
      const pollStartedAt = lease.clock();
      try {
        const { version, handles, isReset }: LandingChangesQuery['landingChanges'] = (
          await request(
            graphqlUrl,
            LandingChangesDocument,
            { cacheId: replica, after },
            { headers, timeoutMs: POLL_TIMEOUT_MS },
          )
        ).data.landingChanges;
        const changed = new Set(handles);
        if (isReset || changed.size > 0) evict((handle) => isReset || changed.has(handle));
        after = version;
        lease.renew(pollStartedAt);
        cacheEntries.set(pages.size);
        // Avoid a busy loop if the server does not hold the poll.
        if (changed.size === 0 && performance.now() - pollStartedAt[0] < RETRY_MS) await pause();
      } catch {
        await pause();
      }
    }
  }
  const polling = pollChanges();

  async function fetch(key: string, { client, slug }: LandingView): Promise<Page> {
    const fetchesAtStart = fetching;
    const { landingPage } = (
      await request(graphqlUrl, LandingPageDocument, { client, slug }, { headers, timeoutMs: TIMEOUT_MS })
    ).data;
    // Do not cache the page if a change arrived during the fetch.
    if (fetching === fetchesAtStart) pages.set(key, landingPage);
    return landingPage;
  }

  function find(visit: LandingView): Page | Promise<Page> {
    const key = `${visit.client}\0${visit.slug}`.toLowerCase();
    if (!lease.isHeld()) {
      reads.inc({ result: 'bypass' });
      return fetch(key, visit);
    }
    const page = pages.get(key);
    reads.inc({ result: page ? 'hit' : 'miss' });
    if (page) return page;
    const shared = fetching.get(key);
    if (shared) return shared;
    const fetches = fetching;
    const fetched = fetch(key, visit).finally(() => fetches.delete(key));
    fetches.set(key, fetched);
    return fetched;
  }

  return {
    async get(visit) {
      const { source = null, slug, headers: visitHeaderValues } = visit;
      if (!isValidSource(source)) return read(visit);
      let page: Page;
      try {
        page = await find(visit);
      } catch (error) {
        if (error instanceof ContractError && unsupportedErrors.includes(error.code)) return read(visit);
        throw error;
      }
      const isRedirected = visit.followsRedirects && page.campaign.slug !== slug.toLowerCase();
      if (!isRedirected && countsAsView(readViewHeaders((name) => visitHeaderValues[name], 'GET')))
        views.add(page.campaignId, source);
      return page.campaign;
    },
    async stop(graceMs = STOP_MS) {
      stopping.abort();
      await views.stop(graceMs);
      await polling;
    },
  };
}

const isValidSource = (source: unknown): source is string | null =>
  // eslint-disable-next-line no-control-regex -- the server rejects them
  source === null || (typeof source === 'string' && !/[\u0000-\u001f\u007f]/.test(source));

/**
 * Tracks until when cached pages may be served. It uses two clocks because one stops while the machine sleeps and the
 * other can be set back.
 */
function startLease() {
  const clock = () => [performance.now(), Date.now()] as const;
  let renewedAt = [-Infinity, -Infinity] as readonly [number, number];
  const age = () => {
    const [monotonic, wall] = clock();
    return Math.max(monotonic - renewedAt[0], wall - renewedAt[1]);
  };
  return {
    clock,
    age,
    isHeld: () => age() < LANDING_LEASE_MS,
    renew: (time: readonly [number, number]) => void (renewedAt = time),
  };
}
