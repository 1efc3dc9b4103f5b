import {
  DeleteClientDocument,
  ScanAnalyticsDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { type LandingCache, createLandingCache } from '@dripline/runtime/landing/landing-cache';
import { createLog } from '@dripline/runtime/log';
import { LANDING_CACHE_MS } from '@dripline/contract/limits';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createCampaign, createClient } from '../testing/fixtures';
import { pickFrom, seeds } from '../testing/seeds';
import { LANDING_TOKEN, startTestServer, type TestServer } from '../testing/test-server';

jest.setTimeout(120_000);

const WAVES = 20;
/** As many as a client may create in a month. */
const PAGES = 10;
const browserHeaders = { 'user-agent': 'Mozilla/5.0 (iPhone)' };
const log = createLog('test', { write: () => undefined });
const openCache = (urls: { url: string; internalUrl: string }, token: string = LANDING_TOKEN) =>
  createLandingCache({ graphqlUrl: urls.url, internalUrl: urls.internalUrl, token, log });

describe('landing caches', () => {
  let server: TestServer;
  let replica: Awaited<ReturnType<TestServer['replica']>>;
  let caches: LandingCache[];
  beforeAll(async () => {
    server = await startTestServer({ rateLimits: false });
    replica = await server.replica();
    caches = [openCache(server), openCache(replica)];
  });
  afterAll(async () => {
    await Promise.all(caches.map((cache) => cache.stop()));
    await replica.stop();
    await server.stop();
  });

  it(`every replica shows each of ${WAVES * PAGES} changes a second after it is saved`, async () => {
    const client = await createClient(server);
    const pages = await Promise.all(Array.from({ length: PAGES }, () => createCampaign(server, client.id)));
    const read = (cache: LandingCache, slug: string) => cache.get({ client: client.handle, slug, headers: {} });
    let isOver = false;
    // Continuous reads, so that every page is cached at any time.
    const readers = caches.map(async (cache) => {
      while (!isOver) await Promise.all([...pages.map(({ slug }) => read(cache, slug)), delay(5)]);
    });
    for (let wave = 0; wave < WAVES; wave += 1)
      await Promise.all(
        pages.map(async ({ id, slug }) => {
          const headline = `Headline ${wave}`;
          await server.admin(UpdateCampaignDocument, { id, input: { headline } });
          await delay(LANDING_CACHE_MS);
          for (const cache of caches) expect((await read(cache, slug)).headline).toBe(headline);
        }),
      );
    isOver = true;
    await Promise.all(readers);
  });

  it('every replica follows changes of the client, a new slug and deletions', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id, { slug: 'winter' });
    const readAll = async (slug = 'winter') => {
      await delay(LANDING_CACHE_MS);
      return Promise.allSettled(caches.map((cache) => cache.get({ client: client.id, slug, headers: {} })));
    };
    const shown = (value: object) => caches.map(() => ({ status: 'fulfilled', value: expect.objectContaining(value) }));
    const missing = caches.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: 'NOT_FOUND' }) }));
    expect(await readAll()).toEqual(shown({ businessName: client.businessName }));
    await server.admin(UpdateClientDocument, { id: client.id, input: { businessName: 'Another name' } });
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { slug: 'spring' } });
    expect(await readAll()).toEqual(shown({ businessName: 'Another name', slug: 'spring' }));
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { status: 'inactive' } });
    expect(await readAll()).toEqual(missing);
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { status: 'active' } });
    expect(await readAll('SPRING')).toEqual(shown({ slug: 'spring' }));
    await server.admin(DeleteClientDocument, { id: client.id });
    expect(await readAll()).toEqual(missing);
  });

  it('visitors of one page share a request, and it is requested again only after changes of its client', async () => {
    const proxy = await startProxy(server.internalUrl);
    const cache = openCache({ url: server.url, internalUrl: proxy.url });
    const setUp = async () => {
      const client = await createClient(server);
      return { client, campaign: await createCampaign(server, client.id) };
    };
    const [changing, other] = [await setUp(), await setUp()];
    const visit = ({ client, campaign }: typeof other) =>
      cache.get({ client: client.handle, slug: campaign.slug, headers: {} });
    const pagesRequested = () =>
      proxy.received().flatMap(({ variables: { pages = [] } }) => pages.map(({ client }) => client));
    const [first] = await Promise.all(Array.from({ length: 100 }, () => visit(changing)));
    expect(pagesRequested()).toEqual([changing.client.handle]);
    let isOver = false;
    const reader = (async () => {
      while (!isOver) await Promise.all([visit(changing), visit(other), delay(20)]);
    })();
    // Pages that were requested before the first changes are requested again.
    await delay(2 * LANDING_CACHE_MS);
    let count = pagesRequested().length;
    await delay(2 * LANDING_CACHE_MS);
    expect(pagesRequested().slice(count)).toEqual([]);
    await server.admin(UpdateClientDocument, { id: changing.client.id, input: { contactEmail: 'new@acme.example' } });
    await delay(LANDING_CACHE_MS);
    expect(new Set(pagesRequested().slice(count))).toEqual(new Set([changing.client.handle]));
    // The page shows nothing of the change.
    expect(await visit(changing)).toBe(first);
    count = pagesRequested().length;
    proxy.breaks = (query) => query.includes('landingPageChanges');
    await delay(3 * LANDING_CACHE_MS);
    expect(
      pagesRequested()
        .slice(count)
        .filter((client) => client === other.client.handle).length,
    ).toBeGreaterThan(1);
    isOver = true;
    await reader;
    await cache.stop();
    proxy.stop();
  });

  it('visitors of different pages at one time share requests, and an impossible address fails only its visitor', async () => {
    const proxy = await startProxy(server.internalUrl);
    const cache = openCache({ url: server.url, internalUrl: proxy.url });
    const client = await createClient(server);
    const pages = await Promise.all(Array.from({ length: PAGES }, () => createCampaign(server, client.id)));
    const slugs = [...pages.map(({ slug }) => slug), '\0', '\ud800', 'x'.repeat(10_000), 'unknown'];
    const read = await Promise.allSettled(
      [client.handle, client.id].flatMap((key) =>
        slugs.map((slug) => cache.get({ client: key, slug, headers: {} }).then((campaign) => campaign.slug)),
      ),
    );
    const found = pages.map(({ slug }) => ({ status: 'fulfilled', value: slug }));
    const rejected = (code: string) => ({ status: 'rejected', reason: expect.objectContaining({ code }) });
    const missing = rejected('NOT_FOUND');
    const expected = [...found, rejected('BAD_USER_INPUT'), missing, missing, missing];
    expect(read).toEqual([...expected, ...expected]);
    expect(proxy.received().filter(({ query }) => query.includes('LandingPages'))).toHaveLength(1);
    await cache.stop();
    proxy.stop();
  });

  it.each(seeds())(
    'the caches count each view once, at its time, even when responses are lost (seed %i)',
    async (seed) => {
      const pick = pickFrom(seed);
      const proxy = await startProxy(server.internalUrl);
      let wave = 0;
      // Every answer during the first half, so that views of different times wait for one batch.
      proxy.loseAnswer = (query) => query.includes('RecordViews') && (wave < WAVES / 2 || pick(3) === 0);
      const cache = openCache({ url: server.url, internalUrl: proxy.url });
      const client = await createClient(server);
      const campaign = await createCampaign(server, client.id, { slug: 'now' });
      await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { slug: 'then' } });
      const visit = (more: {
        source?: string;
        slug?: string;
        headers?: Record<string, string>;
        followsRedirects?: boolean;
      }) => cache.get({ client: client.handle, slug: 'then', headers: browserHeaders, ...more });
      const expected: Record<string, number> = { direct: 0, qr: 0, mail: 0 };
      for (; wave < WAVES; wave += 1) {
        const sources = Array.from({ length: 20 }, () => (['direct', 'qr', 'mail'] as const)[pick(3)]!);
        for (const source of sources) expected[source]! += 1;
        await Promise.all([
          ...sources.map((source) => visit(source === 'direct' ? {} : { source })),
          visit({ headers: { ...browserHeaders, 'x-forwarded-method': 'HEAD' } }),
          visit({ headers: { 'user-agent': 'Googlebot/2.1' } }),
          visit({ slug: 'now', followsRedirects: true }),
          delay(5 + pick(60)),
        ]);
      }
      await cache.stop();
      proxy.stop();
      expect(proxy.lost()).toBeGreaterThan(0);
      const { scanAnalytics } = (await server.admin(ScanAnalyticsDocument, { campaignId: campaign.id })).campaign;
      expect(Object.fromEntries(scanAnalytics.bySource.map(({ source, views }) => [source, views]))).toEqual(expected);
      const [{ times }] = await server.dataSource.query<[{ times: number }]>(
        'SELECT count(DISTINCT created_at)::int AS times FROM views WHERE campaign_id = $1',
        [campaign.id],
      );
      // Those of one batch do not share the time at which it is stored.
      const batches = proxy.received().flatMap(({ variables: { batch } }) => batch ?? []);
      expect(times).toBeGreaterThan(new Set(batches).size);
    },
  );

  it('a cache without the URL or the token of the internal schema forwards every read', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const page = { client: client.handle, slug: campaign.slug, headers: browserHeaders };
    for (const cache of [
      createLandingCache({ graphqlUrl: server.url, log }),
      createLandingCache({ graphqlUrl: server.url, internalUrl: server.internalUrl, log }),
      createLandingCache({ graphqlUrl: server.url, token: LANDING_TOKEN, log }),
      openCache(server, 'one that was changed'),
    ]) {
      expect((await cache.get(page)).slug).toBe(campaign.slug);
      await cache.stop();
    }
    const { scanAnalytics } = (await server.admin(ScanAnalyticsDocument, { campaignId: campaign.id })).campaign;
    expect(scanAnalytics.totalViews).toBe(4);
  });
});

interface Received {
  query: string;
  variables: { pages?: { client: string }[]; batch?: number };
}

/** Starts a proxy between a cache and its server that records requests, and may drop responses or answer with errors. */
async function startProxy(target: string) {
  let lostResponses = 0;
  const bodies: Received[] = [];
  const proxy = {
    url: '',
    loseAnswer: (_query: string) => false,
    /** Whether a query is not known, as to a server of another release. */
    breaks: (_query: string) => false,
    lost: () => lostResponses,
    received: () => bodies,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = http.createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const body = Buffer.concat(chunks);
      const received = JSON.parse(body.toString()) as Received;
      const { query } = received;
      bodies.push(received);
      if (proxy.breaks(query))
        return void res
          .writeHead(400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ errors: [{ message: 'Unknown field', extensions: { code: 'BAD_USER_INPUT' } }] }));
      const { authorization = '', 'user-agent': agent = '' } = req.headers;
      const headers = { 'content-type': 'application/json', authorization, 'user-agent': agent };
      void fetch(target, { method: 'POST', headers, body }).then(async (answer) => {
        const text = await answer.text();
        if (!proxy.loseAnswer(query))
          return void res.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
        lostResponses += 1;
        res.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  return proxy;
}
