import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Counter, Gauge } from 'prom-client';
import { collectViews } from './view-buffer';
import { countsAsView, visitHeaders } from './counts-as-view';
import type { ErrorCode } from '@dripline/contract/error-codes';
import {
  type LandingCampaignFieldsFragment,
  LandingChangesDocument,
  type LandingChangesQuery,
  LandingPageDocument,
  RecordViewsDocument,
  VisitLandingDocument,
} from './generated';
import { LeastRecentlyUsed } from './least-recently-used';
import { LANDING_HOLD_MS, LANDING_LEASE_MS } from '@dripline/contract/limits';
import { metrics } from '../health-server';
import { ContractError, request } from '../request';

/** What a visitor may know of a campaign. The same one is handed to many: nobody changes it. */
export type LandingCampaign = LandingCampaignFieldsFragment;

/** One read of a landing page. */
export interface Visit {
  client: string;
  slug: string;
  /** As it came; what is no text is the server's to refuse. */
  source?: unknown;
  /** Who comes under a former slug is sent on to the present one, and counted there. */
  redirectsMoved?: boolean;
  /** What tells a reader from a crawler, as it is passed on. */
  headers: Record<string, string>;
}

/** Where visitors' reads of landing pages are answered. */
export interface Landings {
  /** The campaign behind an address, as it is now; counts the view. Throws ContractError. */
  visit(visit: Visit): Promise<LandingCampaign>;
  /** Hands in the views that wait, for at most so long. */
  stop(graceMs?: number): Promise<void>;
}

export interface LandingOptions {
  graphqlUrl: string;
  /** Without it every read goes to the GraphQL server. */
  serviceToken?: string;
}

interface Page {
  campaignId: string;
  campaign: LandingCampaign;
}

const MOST_PAGES = 10_000;
const TIMEOUT_MS = 10_000;
/** A question that is held is answered by then, or never. */
const POLL_TIMEOUT_MS = LANDING_HOLD_MS + 5_000;
const RETRY_MS = 100;
/** After so long without word nothing is kept: the database may have been restored meanwhile. */
const FORGET_MS = 60_000;
const STOP_MS = 5_000;

/** What a server of the release before says, which knows no doors, or one whose token is changed right now. */
const noDoors: ErrorCode[] = ['BAD_USER_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN'];

const reads = new Counter({
  name: 'dripline_landing_reads_total',
  help: 'Reads of landing pages: from memory (hit), fetched (miss), fetched as it was not known what had changed (lapsed).',
  labelNames: ['result'],
  registers: [metrics],
});
const kept = new Gauge({ name: 'dripline_landing_pages_kept', help: 'Landing pages in memory.', registers: [metrics] });

/**
 * Opens a door to landing pages. It keeps what it read for as long as it holds a lease, by asking again and again what changed: the server answers no save before every
 * door with a lease has heard of it, so that a read that begins after a save shows what was saved, at each door. Without a lease each read is fetched.
 */
export function openLandings({ graphqlUrl, serviceToken }: LandingOptions): Landings {
  const read = async ({ client, slug, source, redirectsMoved, headers }: Visit) =>
    // A source that is no text is refused by its name there.
    (
      await request(
        graphqlUrl,
        VisitLandingDocument,
        { client, slug, source: source as string | undefined, redirectsMoved },
        { headers, timeoutMs: TIMEOUT_MS },
      )
    ).data.visitLanding;
  if (serviceToken === undefined) return { visit: read, stop: () => Promise.resolve() };

  const door = randomUUID();
  const headers = { authorization: `Bearer ${serviceToken}` };
  const pages = new LeastRecentlyUsed<Page>(MOST_PAGES);
  const views = collectViews((batch, groups) =>
    request(graphqlUrl, RecordViewsDocument, { door, batch, views: groups }, { headers }),
  );
  const stopping = new AbortController();
  const lease = startLease();
  /** Fetches under way that whoever comes now may share: none began before a change that was heard of. */
  let fetching = new Map<string, Promise<Page>>();

  function forget(isOutdated: (handle: string) => boolean): void {
    fetching = new Map();
    pages.deleteWhere(({ campaign }) => isOutdated(campaign.clientHandle));
  }

  const pause = () => delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);

  async function follow(): Promise<void> {
    let after: string | null = null;
    while (!stopping.signal.aborted) {
      if (lease.age() > FORGET_MS) after = null;
      const asked = lease.clock();
      try {
        const { version, handles, isReset }: LandingChangesQuery['landingChanges'] = (
          await request(graphqlUrl, LandingChangesDocument, { door, after }, { headers, timeoutMs: POLL_TIMEOUT_MS })
        ).data.landingChanges;
        const changed = new Set(handles);
        if (isReset || changed.size > 0) forget((handle) => isReset || changed.has(handle));
        after = version;
        lease.renew(asked);
        kept.set(pages.size);
        // A server that does not hold the question is not asked without end.
        if (changed.size === 0 && performance.now() - asked[0] < RETRY_MS) await pause();
      } catch {
        await pause();
      }
    }
  }
  const following = follow();

  async function fetch(key: string, { client, slug }: Visit): Promise<Page> {
    const began = fetching;
    const { landingPage } = (
      await request(graphqlUrl, LandingPageDocument, { client, slug }, { headers, timeoutMs: TIMEOUT_MS })
    ).data;
    // What was heard of meanwhile may be newer than what was read.
    if (fetching === began) pages.set(key, landingPage);
    return landingPage;
  }

  function find(visit: Visit): Page | Promise<Page> {
    const key = `${visit.client}\0${visit.slug}`.toLowerCase();
    if (!lease.isHeld()) {
      reads.inc({ result: 'lapsed' });
      return fetch(key, visit);
    }
    const page = pages.get(key);
    reads.inc({ result: page ? 'hit' : 'miss' });
    if (page) return page;
    const shared = fetching.get(key);
    if (shared) return shared;
    const at = fetching;
    const fetched = fetch(key, visit).finally(() => at.delete(key));
    at.set(key, fetched);
    return fetched;
  }

  return {
    async visit(visit) {
      const { source = null, slug, headers: told } = visit;
      if (!isPlain(source)) return read(visit);
      let page: Page;
      try {
        page = await find(visit);
      } catch (error) {
        if (error instanceof ContractError && noDoors.includes(error.code)) return read(visit);
        throw error;
      }
      const isSentOn = visit.redirectsMoved && page.campaign.slug !== slug.toLowerCase();
      if (!isSentOn && countsAsView(visitHeaders((name) => told[name], 'GET'))) views.add(page.campaignId, source);
      return page.campaign;
    },
    async stop(graceMs = STOP_MS) {
      stopping.abort();
      await views.stop(graceMs);
      await following;
    },
  };
}

const isPlain = (source: unknown): source is string | null =>
  // eslint-disable-next-line no-control-regex -- the server refuses them
  source === null || (typeof source === 'string' && !/[\u0000-\u001f\u007f]/.test(source));

/** Until when pages may be shown from memory. By two clocks: one stands still while the machine sleeps, the other can be set back. */
function startLease() {
  const clock = () => [performance.now(), Date.now()] as const;
  let from = [-Infinity, -Infinity] as readonly [number, number];
  const age = () => {
    const [monotonic, wall] = clock();
    return Math.max(monotonic - from[0], wall - from[1]);
  };
  return {
    clock,
    age,
    isHeld: () => age() < LANDING_LEASE_MS,
    renew: (asked: readonly [number, number]) => void (from = asked),
  };
}
