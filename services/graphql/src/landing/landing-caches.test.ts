import {
  CreateCampaignDocument,
  DeleteCampaignDocument,
  DeleteClientDocument,
  ScanAnalyticsDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { type LandingCache, createLandingCache } from '@dripline/runtime/landing/landing-cache';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import { pickFrom, seeds } from '../testing/seeds';
import { SERVICE_TOKEN, startTestServer, type TestServer } from '../testing/test-server';

jest.setTimeout(120_000);

const ROUNDS = 200;
const browserHeaders = { 'user-agent': 'Mozilla/5.0 (iPhone)' };
const openCache = (graphqlUrl: string) => createLandingCache({ graphqlUrl, serviceToken: SERVICE_TOKEN });

describe('landing caches', () => {
  let server: TestServer;
  let replica: Awaited<ReturnType<TestServer['replica']>>;
  let caches: LandingCache[];
  beforeAll(async () => {
    server = await startTestServer({ rateLimits: false });
    replica = await server.replica();
    caches = [server.url, server.url, replica.url, replica.url].map(openCache);
  });
  afterAll(async () => {
    await Promise.all(caches.map((cache) => cache.stop()));
    await replica.stop();
    await server.stop();
  });

  /** Reads until the cache serves the page from memory. */
  async function warmUp(cache: LandingCache, page: { client: string; slug: string }): Promise<void> {
    for (;;) {
      const [one, two] = [await cache.get({ ...page, headers: {} }), await cache.get({ ...page, headers: {} })];
      if (one === two) return;
      await delay(20);
    }
  }

  it.each(seeds())(`every cache shows each of ${ROUNDS} changes as soon as it is saved (seed %i)`, async (seed) => {
    const pick = pickFrom(seed);
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id, { slug: 'first' });
    // What the page must show now.
    const expectedPage = {
      slug: 'first',
      headline: '',
      businessName: client.businessName,
      whiteLabel: false,
      labels: ['Full Name', 'Phone', 'Email'],
      isFound: true,
    };
    const save = async (input: object) => void (await server.admin(UpdateCampaignDocument, { id: campaign.id, input }));
    const saveClient = async (input: object) =>
      void (await server.admin(UpdateClientDocument, { id: client.id, input }));
    const changes: ((round: number) => Promise<void>)[] = [
      async (round) => save({ headline: (expectedPage.headline = `Headline ${round}`) }),
      async (round) => save({ slug: (expectedPage.slug = `slug-${round}`) }),
      async (round) =>
        save({
          formFields: (expectedPage.labels = [`Question ${round}`]).map((label) => ({ id: 'q', type: 'text', label })),
        }),
      async (round) => saveClient({ businessName: (expectedPage.businessName = `Business ${seed} ${round}`) }),
      async () => saveClient({ whiteLabelEnabled: (expectedPage.whiteLabel = !expectedPage.whiteLabel) }),
      async () => {
        expectedPage.isFound = !expectedPage.isFound;
        await save({ status: expectedPage.isFound ? 'active' : 'inactive' });
      },
    ];
    const read = async (cache: LandingCache, key = client.handle, slug = expectedPage.slug) => {
      const { formFields, ...shown } = await cache.get({ client: key, slug, headers: browserHeaders });
      return {
        slug: shown.slug,
        headline: shown.headline,
        businessName: shown.businessName,
        whiteLabel: shown.whiteLabel,
        labels: formFields.map(({ label }) => label),
      };
    };
    let isOver = false;
    // Continuous reads, so that some start before a save and end after it.
    const readers = caches.map(async (cache) => {
      while (!isOver) await Promise.all([read(cache).catch(() => undefined), delay(pick(4))]);
    });
    for (let round = 0; round < ROUNDS; round += 1) {
      await changes[pick(changes.length)]!(round);
      const { isFound, ...expected } = expectedPage;
      const reads = caches.flatMap((cache) => [
        read(cache),
        read(cache, client.id),
        read(cache, client.handle.toUpperCase(), 'first'),
      ]);
      if (isFound) expect(await Promise.all(reads)).toEqual(reads.map(() => expected));
      else
        for (const outcome of await Promise.allSettled(reads))
          expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND' } });
    }
    isOver = true;
    await Promise.all(readers);
  });

  it('the caches follow deletions and the reuse of a previous slug', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id, { slug: 'winter', headline: 'One' });
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { slug: 'spring' } });
    const page = { client: client.handle, slug: 'winter', headers: browserHeaders };
    for (const cache of caches) expect((await cache.get(page)).headline).toBe('One');
    const { createCampaign: recreated } = await server.admin(CreateCampaignDocument, {
      clientId: client.id,
      input: { name: 'Two', slug: 'winter', headline: 'Two' },
    });
    for (const cache of caches) expect((await cache.get(page)).headline).toBe('Two');
    await server.admin(DeleteCampaignDocument, { id: recreated.id });
    for (const cache of caches) expect((await cache.get(page)).headline).toBe('One');
    await server.admin(DeleteClientDocument, { id: client.id });
    for (const cache of caches) await expect(cache.get(page)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('a cache that receives no changes delays a save until its lease expires, and never shows an old page afterwards', async () => {
    const proxy = await startProxy(server.url);
    const cache = openCache(proxy.url);
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id, { headline: 'Old' });
    const page = { client: client.handle, slug: campaign.slug };
    await warmUp(cache, page);
    proxy.swallow = (query) => query.includes('LandingChanges');
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { headline: 'New' } });
    expect((await cache.get({ ...page, headers: {} })).headline).toBe('New');
    proxy.stop();
    await cache.stop(0);
  });

  it('a read that started before a save is neither cached nor shared with later visitors', async () => {
    const proxy = await startProxy(server.url);
    const cache = openCache(proxy.url);
    const client = await createClient(server);
    const [warm, campaign] = [
      await createCampaign(server, client.id),
      await createCampaign(server, client.id, { headline: 'Old' }),
    ];
    await warmUp(cache, { client: client.handle, slug: warm.slug });
    const page = { client: client.handle, slug: campaign.slug, headers: {} };
    let release = () => {};
    const held = new Promise<void>((isHeld) => {
      proxy.holdAnswer = (query) =>
        query.includes('LandingPage') ? new Promise<void>((resolve) => ((release = resolve), isHeld())) : undefined;
    });
    const early = cache.get(page);
    await held;
    proxy.holdAnswer = () => undefined;
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { headline: 'New' } });
    expect((await cache.get(page)).headline).toBe('New');
    release();
    expect((await early).headline).toBe('Old');
    expect((await cache.get(page)).headline).toBe('New');
    proxy.stop();
    await cache.stop(0);
  });

  it('a cache reads a page from the database once, and a new lead does not evict it', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const page = { client: client.handle, slug: campaign.slug };
    const [cache] = caches as [LandingCache];
    await warmUp(cache, page);
    await createLead(server, client, campaign);
    const query = jest.spyOn(Client.prototype, 'query');
    for (let n = 0; n < 1_000; n += 1) await cache.get({ ...page, headers: browserHeaders });
    const statements = query.mock.calls.map(([text]) =>
      typeof text === 'string' ? text : (text as { text: string }).text,
    );
    query.mockRestore();
    expect(statements.filter((text) => /FROM "(campaigns|clients|form_fields)"/.test(text))).toEqual([]);
    expect(statements.length).toBeLessThan(100);
  });

  it.each(seeds())(
    'the caches count each view once, at its time, even when responses are lost (seed %i)',
    async (seed) => {
      const pick = pickFrom(seed);
      const proxy = await startProxy(server.url);
      proxy.loseAnswer = (query) => query.includes('RecordViews') && pick(3) === 0;
      const cache = openCache(proxy.url);
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
      for (let wave = 0; wave < 20; wave += 1) {
        const sources = Array.from({ length: 20 }, () => (['direct', 'qr', 'mail'] as const)[pick(3)]!);
        for (const source of sources) expected[source]! += 1;
        await Promise.all([
          ...sources.map((source) => visit(source === 'direct' ? {} : { source })),
          visit({ headers: { ...browserHeaders, 'x-forwarded-method': 'HEAD' } }),
          visit({ headers: { 'user-agent': 'Googlebot/2.1' } }),
          visit({ slug: 'now', followsRedirects: true }),
          delay(pick(60)),
        ]);
      }
      await cache.stop();
      proxy.stop();
      expect(proxy.lost()).toBeGreaterThan(0);
      const { scanAnalytics } = await server.admin(ScanAnalyticsDocument, { campaignId: campaign.id });
      expect(Object.fromEntries(scanAnalytics.bySource.map(({ source, views }) => [source, views]))).toEqual(expected);
      const [{ times }] = await server.dataSource.query<[{ times: number }]>(
        'SELECT count(DISTINCT created_at)::int AS times FROM views WHERE campaign_id = $1',
        [campaign.id],
      );
      expect(times).toBeGreaterThan(20);
    },
  );

  it('a cache without the service token forwards every read', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const page = { client: client.handle, slug: campaign.slug, headers: browserHeaders };
    for (const cache of [
      createLandingCache({ graphqlUrl: server.url }),
      createLandingCache({ graphqlUrl: server.url, serviceToken: 'one that was changed' }),
    ]) {
      expect((await cache.get(page)).slug).toBe(campaign.slug);
      await cache.stop();
    }
    const { scanAnalytics } = await server.admin(ScanAnalyticsDocument, { campaignId: campaign.id });
    expect(scanAnalytics.totalViews).toBe(2);
  });
});

/** Starts a proxy between a cache and its server that swallows requests, or delays or drops responses. */
async function startProxy(target: string) {
  let lostResponses = 0;
  const proxy = {
    url: '',
    swallow: (_query: string) => false,
    loseAnswer: (_query: string) => false,
    holdAnswer: (_query: string): Promise<void> | undefined => undefined,
    lost: () => lostResponses,
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
      const { query } = JSON.parse(body.toString()) as { query: string };
      if (proxy.swallow(query)) return;
      const { authorization = '', ...headers } = req.headers as Record<string, string>;
      const passed = {
        'content-type': 'application/json',
        ...(authorization && { authorization }),
        'user-agent': headers['user-agent'] ?? '',
      };
      void fetch(target, { method: 'POST', headers: passed, body }).then(async (answer) => {
        const text = await answer.text();
        await proxy.holdAnswer(query);
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
