import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { LANDING_CACHE_MS } from '@dripline/contract/limits';
import { createLog } from '../log';
import { metrics } from '../http/health-server';
import { eventually } from '../testing/eventually';
import { createLandingCache, type LandingCache } from './landing-cache';

interface Body {
  variables: { pages?: { client: string; slug: string }[] };
}

describe('the landing cache', () => {
  const requested: string[] = [];
  let headline = 'x'.repeat(100_000);
  /** Answers instead of the server, if it is set. */
  let answer: ((res: ServerResponse) => void) | undefined;
  let server: http.Server;
  let cache: LandingCache;
  beforeAll(async () => {
    server = http.createServer(async (req, res) => {
      const { variables } = (await json(req)) as Body;
      const landingPages = variables.pages?.map(({ slug }) => {
        requested.push(slug);
        return { campaignId: slug, clientId: 'acme', campaign: { slug, headline, formFields: [] }, variants: [] };
      });
      if (answer) return answer(res);
      res.setHeader('content-type', 'application/json').end(JSON.stringify({ data: { landingPages } }));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const graphqlUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
    const log = createLog('test', { write: () => undefined });
    cache = createLandingCache({ graphqlUrl, internalUrl: graphqlUrl, token: 'a token of the services', log });
  });
  afterAll(async () => {
    await cache.stop();
    server.close();
    server.closeAllConnections();
  });

  const read = (slug: string) => cache.get({ client: 'acme', slug, headers: { 'user-agent': 'Googlebot' } });
  const entries = async () => (await metrics.getSingleMetric('dripline_landing_cache_entries')!.get()).values[0]!.value;

  test('it holds at most 20 MB of pages', async () => {
    for (let n = 0; n < 400; n += 1) await read(`page-${n}`);
    expect(await entries()).toBeLessThanOrEqual(200);
    expect(await entries()).toBeGreaterThan(150);
  });

  test('more pages than it holds, read at once, are all returned', async () => {
    headline = 'x'.repeat(10_000);
    const slugs = Array.from({ length: 2_100 }, (_, n) => `offer-${n}`);
    const pages = await Promise.all(slugs.map(read));
    expect(pages.map(({ slug }) => slug)).toEqual(slugs);
    expect(await entries()).toBeLessThanOrEqual(2_000);
    expect(await entries()).toBeGreaterThan(1_900);
  });

  test('an address longer than any page’s does not exist, without a request that could fail for others', async () => {
    const count = requested.length;
    await expect(read('x'.repeat(201))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(requested).toHaveLength(count);
  });

  describe('while the GraphQL server cannot return a page', () => {
    const unavailable = (res: ServerResponse) => void res.writeHead(503).end();
    const missing = (res: ServerResponse) =>
      void res.setHeader('content-type', 'application/json').end(JSON.stringify({ data: { landingPages: [null] } }));
    afterEach(() => (answer = undefined));

    const held: ServerResponse[] = [];
    const hold = (res: ServerResponse) => void held.push(res);

    test.each([
      ['because it is not reachable', unavailable],
      ['because it does not answer', hold],
    ])(
      'visitors get the last one, %s',
      async (slug, outage) => {
        headline = 'Before';
        await read(slug);
        answer = outage;
        headline = 'After';
        await delay(LANDING_CACHE_MS);
        // Less than the time after which a request fails.
        for (let n = 0; n < 20; n += 1) expect((await read(slug)).headline).toBe('Before');
        answer = undefined;
        for (const res of held) unavailable(res);
        await expect(read('new')).resolves.toMatchObject({ headline: 'After' });
        await eventually(async () => expect((await read(slug)).headline).toBe('After'));
      },
      10_000,
    );

    test('visitors do not get one that was deleted before', async () => {
      await read('deleted');
      answer = missing;
      await delay(LANDING_CACHE_MS);
      await eventually(() => expect(read('deleted')).rejects.toMatchObject({ code: 'NOT_FOUND' }));
      answer = unavailable;
      await expect(read('deleted')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
  });
});
