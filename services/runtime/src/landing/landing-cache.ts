import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '@dripline/contract/error-codes';
import { LANDING_PAGES_BATCH } from '@dripline/contract/limits';
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { Counter, Gauge } from 'prom-client';
import { metrics } from '../http/health-server';
import { ContractError, request } from '../http/request';
import { countsAsView, readViewHeaders } from './counts-as-view';
import { type LandingCampaignFieldsFragment, RecordLandingViewDocument } from './generated';
import {
  LandingPageChangesDocument,
  LandingPagesDocument,
  type LandingPagesQuery,
  RecordViewsDocument,
} from './internal/generated';
import { followLandingChanges } from './landing-changes';
import { cleanSource } from './traffic-source';
import { createViewBuffer } from './view-buffer';

/** The public fields of a campaign. Instances are shared between readers and must not be modified. */
export type LandingCampaign = LandingCampaignFieldsFragment;

/** A request for a landing page. */
export interface LandingView {
  /** Null if the slug is the code of a placement. Its visitors are redirected, and counted at the landing page. */
  client: string | null;
  slug: string;
  /** The unvalidated query parameter. The GraphQL server rejects values that are not strings. */
  source?: unknown;
  /** Whether the caller redirects previous slugs to the current one. The view is then counted at the current slug. */
  followsRedirects?: boolean;
  /**
   * Identifies the visitor, such as by address and browser. With it, the visitor gets a variant of a running A/B test,
   * always the same one.
   */
  visitor?: string;
  /** The handle of the only client whose pages exist, because the visitor is on its domain. */
  onlyClient?: string | undefined;
  /** The version of the page that the visitor submitted, which selects its variant. */
  pageVersion?: string | undefined;
  /** The headers that distinguish a visitor from a crawler. */
  headers: Record<string, string>;
}

/** A cache of landing pages that counts views. */
export interface LandingCache {
  /**
   * Returns the campaign of a landing page, outdated by a second at most, and counts the view. While the GraphQL
   * server cannot return the page, it returns the last one, of the last hour. Throws ContractError.
   */
  get(visit: LandingView): Promise<LandingCampaign>;
  /** Flushes the buffered views, for at most `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/** Options of `createLandingCache`. */
export interface LandingCacheOptions {
  /** URL of the public schema. */
  graphqlUrl: string;
  /** URL of the internal schema. Without it or the token nothing is cached, and every read is sent to `graphqlUrl`. */
  internalUrl?: string;
  token?: string;
  log: Logger;
}

interface Page {
  campaignId: string;
  clientId: string;
  campaign: LandingCampaign;
  /** The variants of a running A/B test, or none. */
  variants: { id: string; campaign: LandingCampaign }[];
}

interface Entry {
  page: Page;
  /** The page is at least as new as this time of `performance.now()`. */
  requestedAt: number;
}

type LoadedPage = NonNullable<LandingPagesQuery['landingPages'][number]>;

/** Maximum size of the pages as JSON. Objects and what readers render from them take about ten times as much. */
const MAX_PAGES_BYTES = 20_000_000;
/** Maximum length of an address. Longer than any handle or id with any slug. */
const MAX_KEY_LENGTH = 200;
const TIMEOUT_MS = 10_000;
const CHANGES_TIMEOUT_MS = 2_000;
const STOP_MS = 5_000;
/** How long a visitor waits for a page of which an earlier version is in memory. */
const MAX_WAIT_MS = 1_000;
/** How long a page is shown that the GraphQL server cannot return. */
const MAX_OUTAGE_MS = 3_600_000;

/** Errors of a server of another release or with another service token, as during a rolling update. */
const unsupportedErrors: ErrorCode[] = ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN'];

/** Errors of a GraphQL server or a database that cannot be reached. */
const outages: ErrorCode[] = ['UNAVAILABLE', 'INTERNAL_SERVER_ERROR'];

/** Control characters and halves of surrogate pairs. */
const unstorable = /\p{Cc}|\p{Cs}/u;

const reads = new Counter({
  name: 'dripline_landing_reads_total',
  help: 'Landing page reads by result: hit (cached), miss (fetched, or shared with a fetch in flight) or stale (cached, while the GraphQL server is unavailable).',
  labelNames: ['result'],
  registers: [metrics],
});
const hits = reads.labels('hit');
const misses = reads.labels('miss');
const stale = reads.labels('stale');
const cacheEntries = new Gauge({
  name: 'dripline_landing_cache_entries',
  help: 'Landing pages in the cache.',
  registers: [metrics],
});

const isOutage = (error: unknown) => error instanceof ContractError && outages.includes(error.code);
const notFound = () => new ContractError('NOT_FOUND', 'Campaign not found');

function assertOnSite({ clientHandle }: LandingCampaign, { onlyClient }: LandingView): void {
  if (onlyClient !== undefined && clientHandle !== onlyClient) throw notFound();
}

const sizes = new WeakMap<Page, number>();

function sizeOf(page: Page): number {
  const size = sizes.get(page) ?? JSON.stringify(page).length;
  sizes.set(page, size);
  return size;
}

/** Completes the variants, which are loaded with what they may change only. */
function toPage({ campaign, variants, ...page }: LoadedPage): Page {
  const fields = new Map(campaign.formFields.map((field) => [field.id, field]));
  return {
    ...page,
    campaign,
    variants: variants.map(({ id, formFieldIds, ...shown }) => ({
      id,
      campaign: { ...campaign, ...shown, formFields: formFieldIds.flatMap((fieldId) => fields.get(fieldId) ?? []) },
    })),
  };
}

/**
 * Chooses the variant of a visitor. It is derived from the test and the visitor, so that every replica chooses the same
 * one, and no visitor data or cookie is stored.
 */
function chooseVariant(variants: Page['variants'], { visitor, pageVersion }: LandingView) {
  const [first] = variants;
  if (!first || visitor === undefined) return undefined;
  const submitted = pageVersion && variants.find(({ campaign }) => campaign.pageVersion === pageVersion);
  const hash = createHash('sha256').update(`${first.id} ${visitor}`).digest().readUInt32BE();
  return submitted || variants[hash % variants.length];
}

/**
 * Creates a cache that keeps each page until the client's pages change, or for a second if that is not known. Concurrent
 * reads of a page share one request.
 */
export function createLandingCache({ graphqlUrl, internalUrl, token, log }: LandingCacheOptions): LandingCache {
  const read = async (visit: LandingView) => {
    const { client, slug, source, followsRedirects, headers } = visit;
    const { data } = await request(
      graphqlUrl,
      RecordLandingViewDocument,
      // The server rejects a source that is not a string.
      {
        client,
        slug,
        source: typeof source === 'string' ? cleanSource(source) : (source as undefined),
        followsRedirects,
      },
      { headers, timeoutMs: TIMEOUT_MS },
    );
    assertOnSite(data.recordLandingView, visit);
    return data.recordLandingView;
  };
  if (internalUrl === undefined || token === undefined) return { get: read, stop: () => Promise.resolve() };

  const bufferId = randomUUID();
  const headers = { authorization: `Bearer ${token}` };
  const views = createViewBuffer(
    (batch, groups) => request(internalUrl, RecordViewsDocument, { bufferId, batch, views: groups }, { headers }),
    log,
  );
  const loader = new DataLoader<{ client: string | null; slug: string }, LoadedPage | null>(
    async (keys) =>
      (await request(internalUrl, LandingPagesDocument, { pages: [...keys] }, { headers, timeoutMs: TIMEOUT_MS })).data
        .landingPages,
    // Batches the visits that arrive together, because a request costs more than its pages.
    { cache: false, maxBatchSize: LANDING_PAGES_BATCH, batchScheduleFn: setImmediate },
  );
  const changes = followLandingChanges(
    async (after) =>
      (await request(internalUrl, LandingPageChangesDocument, { after }, { headers, timeoutMs: CHANGES_TIMEOUT_MS }))
        .data.landingPageChanges,
    log,
  );
  const pages = new LRUCache<string, Entry, LandingView>({
    maxSize: MAX_PAGES_BYTES,
    sizeCalculation: ({ page }, key) => key.length + sizeOf(page),
    // A page that is evicted while it is fetched is still returned to its readers.
    ignoreFetchAbort: true,
    noDeleteOnFetchRejection: true,
    async fetchMethod(_key, previous, { context: { client, slug } }) {
      const requestedAt = performance.now();
      const loaded = await loader.load({ client, slug });
      if (!loaded) throw notFound();
      const page = toPage(loaded);
      // Readers keep what they rendered from an object for as long as they get the same one.
      return { page: previous && isDeepStrictEqual(previous.page, page) ? previous.page : page, requestedAt };
    },
  });

  /** Whether the last answer was an outage or took too long. Visitors then do not wait for pages in memory. */
  let isUnavailable = false;

  async function fetchPage(key: string, visit: LandingView): Promise<Page> {
    misses.inc();
    try {
      const { page } = await pages.forceFetch(key, { context: visit, forceRefresh: true });
      isUnavailable = false;
      return page;
    } catch (error) {
      isUnavailable = isOutage(error);
      if (!isUnavailable) pages.delete(key);
      throw error;
    } finally {
      cacheEntries.set(pages.size);
    }
  }

  /** Fetches a page of which an earlier version is in memory, and returns that one if it cannot be fetched soon. */
  async function fetchOrKeep(key: string, visit: LandingView, kept: Page): Promise<Page> {
    const isWaiting = new AbortController();
    const waited = delay(isUnavailable ? 0 : MAX_WAIT_MS, undefined, { signal: isWaiting.signal, ref: false });
    try {
      const page = await Promise.race([fetchPage(key, visit), waited]);
      if (page) return page;
      isUnavailable = true;
    } catch (error) {
      if (!isOutage(error)) throw error;
    } finally {
      waited.catch(() => undefined);
      isWaiting.abort();
    }
    stale.inc();
    return kept;
  }

  return {
    async get(visit) {
      const { source = null, slug, headers: visitHeaderValues } = visit;
      const key = `${visit.client ?? ''}/${slug}`.toLowerCase();
      // The server rejects these, and would reject the pages that are requested with them.
      if ((source !== null && typeof source !== 'string') || unstorable.test(key)) return read(visit);
      if (key.length > MAX_KEY_LENGTH) throw notFound();
      const entry = pages.get(key);
      let page = entry && changes.isCurrent(entry.page.clientId, entry.requestedAt) ? entry.page : undefined;
      if (page) hits.inc();
      else
        try {
          page =
            entry && performance.now() - entry.requestedAt < MAX_OUTAGE_MS
              ? await fetchOrKeep(key, visit, entry.page)
              : await fetchPage(key, visit);
        } catch (error) {
          if (error instanceof ContractError && unsupportedErrors.includes(error.code)) return read(visit);
          throw error;
        }
      assertOnSite(page.campaign, visit);
      const variant = chooseVariant(page.variants, visit);
      const isRedirected =
        visit.client === null || (visit.followsRedirects && page.campaign.slug !== slug.toLowerCase());
      if (!isRedirected && countsAsView(readViewHeaders((name) => visitHeaderValues[name], 'GET')))
        views.add(page.campaignId, source, variant?.id);
      return (variant ?? page).campaign;
    },
    stop(graceMs = STOP_MS) {
      changes.stop();
      return views.stop(graceMs);
    },
  };
}
