import {
  CreateCampaignDocument,
  DeleteCampaignDocument,
  DeleteClientDocument,
  ScanAnalyticsDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { type Landings, openLandings } from '@dripline/runtime/landing/landing-cache';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { makeCampaign, makeClient, makeLead } from '../testing/make';
import { pickFrom, seeds } from '../testing/seeds';
import { SERVICE_TOKEN, startTestServer, type TestServer } from '../testing/test-server';

jest.setTimeout(120_000);

const ROUNDS = 200;
const person = { 'user-agent': 'Mozilla/5.0 (iPhone)' };
const open = (graphqlUrl: string) => openLandings({ graphqlUrl, serviceToken: SERVICE_TOKEN });

describe('doors to landing pages', () => {
  let server: TestServer;
  let other: Awaited<ReturnType<TestServer['replica']>>;
  let doors: Landings[];
  beforeAll(async () => {
    server = await startTestServer({ rateLimits: false });
    other = await server.replica();
    doors = [server.url, server.url, other.url, other.url].map(open);
  });
  afterAll(async () => {
    await Promise.all(doors.map((door) => door.stop()));
    await other.stop();
    await server.stop();
  });

  /** Reads until the door answers from memory. */
  async function warmUp(door: Landings, page: { client: string; slug: string }): Promise<void> {
    for (;;) {
      const [one, two] = [await door.visit({ ...page, headers: {} }), await door.visit({ ...page, headers: {} })];
      if (one === two) return;
      await delay(20);
    }
  }

  it.each(seeds())(`show what was saved at once, each of them, ${ROUNDS} times over (seed %i)`, async (seed) => {
    const pick = pickFrom(seed);
    const client = await makeClient(server);
    const campaign = await makeCampaign(server, client.id, { slug: 'first' });
    // What a page shall show now.
    const now = {
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
      async (round) => save({ headline: (now.headline = `Headline ${round}`) }),
      async (round) => save({ slug: (now.slug = `slug-${round}`) }),
      async (round) =>
        save({ formFields: (now.labels = [`Question ${round}`]).map((label) => ({ id: 'q', type: 'text', label })) }),
      async (round) => saveClient({ businessName: (now.businessName = `Business ${seed} ${round}`) }),
      async () => saveClient({ whiteLabelEnabled: (now.whiteLabel = !now.whiteLabel) }),
      async () => {
        now.isFound = !now.isFound;
        await save({ status: now.isFound ? 'active' : 'inactive' });
      },
    ];
    const read = async (door: Landings, key = client.handle, slug = now.slug) => {
      const { formFields, ...shown } = await door.visit({ client: key, slug, headers: person });
      return {
        slug: shown.slug,
        headline: shown.headline,
        businessName: shown.businessName,
        whiteLabel: shown.whiteLabel,
        labels: formFields.map(({ label }) => label),
      };
    };
    let isOver = false;
    // Reads are under way all the time, so that some begin before a save and end after it.
    const crowd = doors.map(async (door) => {
      while (!isOver) await Promise.all([read(door).catch(() => undefined), delay(pick(4))]);
    });
    for (let round = 0; round < ROUNDS; round += 1) {
      await changes[pick(changes.length)]!(round);
      const { isFound, ...expected } = now;
      const reads = doors.flatMap((door) => [
        read(door),
        read(door, client.id),
        read(door, client.handle.toUpperCase(), 'first'),
      ]);
      if (isFound) expect(await Promise.all(reads)).toEqual(reads.map(() => expected));
      else
        for (const outcome of await Promise.allSettled(reads))
          expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND' } });
    }
    isOver = true;
    await Promise.all(crowd);
  });

  it('show nothing of what is deleted, and who takes a former slug', async () => {
    const client = await makeClient(server);
    const campaign = await makeCampaign(server, client.id, { slug: 'winter', headline: 'One' });
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { slug: 'spring' } });
    const page = { client: client.handle, slug: 'winter', headers: person };
    for (const door of doors) expect((await door.visit(page)).headline).toBe('One');
    const { createCampaign } = await server.admin(CreateCampaignDocument, {
      clientId: client.id,
      input: { name: 'Two', slug: 'winter', headline: 'Two' },
    });
    for (const door of doors) expect((await door.visit(page)).headline).toBe('Two');
    await server.admin(DeleteCampaignDocument, { id: createCampaign.id });
    for (const door of doors) expect((await door.visit(page)).headline).toBe('One');
    await server.admin(DeleteClientDocument, { id: client.id });
    for (const door of doors) await expect(door.visit(page)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('that hear nothing hold a save until their lease is over, and show nothing old then', async () => {
    const proxy = await startProxy(server.url);
    const door = open(proxy.url);
    const client = await makeClient(server);
    const campaign = await makeCampaign(server, client.id, { headline: 'Old' });
    const page = { client: client.handle, slug: campaign.slug };
    await warmUp(door, page);
    proxy.swallow = (query) => query.includes('LandingChanges');
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { headline: 'New' } });
    expect((await door.visit({ ...page, headers: {} })).headline).toBe('New');
    proxy.stop();
    await door.stop(0);
  });

  it('keep nothing that was read before a save and came after it, nor share it with who came later', async () => {
    const proxy = await startProxy(server.url);
    const door = open(proxy.url);
    const client = await makeClient(server);
    const [warm, campaign] = [
      await makeCampaign(server, client.id),
      await makeCampaign(server, client.id, { headline: 'Old' }),
    ];
    await warmUp(door, { client: client.handle, slug: warm.slug });
    const page = { client: client.handle, slug: campaign.slug, headers: {} };
    let release = () => {};
    const held = new Promise<void>((isHeld) => {
      proxy.holdAnswer = (query) =>
        query.includes('LandingPage') ? new Promise<void>((resolve) => ((release = resolve), isHeld())) : undefined;
    });
    const early = door.visit(page);
    await held;
    proxy.holdAnswer = () => undefined;
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { headline: 'New' } });
    expect((await door.visit(page)).headline).toBe('New');
    release();
    expect((await early).headline).toBe('Old');
    expect((await door.visit(page)).headline).toBe('New');
    proxy.stop();
    await door.stop(0);
  });

  it('read a page from the database once, whatever the load, and a lead does not change that', async () => {
    const client = await makeClient(server);
    const campaign = await makeCampaign(server, client.id);
    const page = { client: client.handle, slug: campaign.slug };
    const [door] = doors as [Landings];
    await warmUp(door, page);
    await makeLead(server, client, campaign);
    const query = jest.spyOn(Client.prototype, 'query');
    for (let n = 0; n < 1_000; n += 1) await door.visit({ ...page, headers: person });
    const statements = query.mock.calls.map(([text]) =>
      typeof text === 'string' ? text : (text as { text: string }).text,
    );
    query.mockRestore();
    expect(statements.filter((text) => /FROM "(campaigns|clients|form_fields)"/.test(text))).toEqual([]);
    expect(statements.length).toBeLessThan(100);
  });

  it.each(seeds())('count each view once, at its time, though answers get lost (seed %i)', async (seed) => {
    const pick = pickFrom(seed);
    const proxy = await startProxy(server.url);
    proxy.loseAnswer = (query) => query.includes('RecordViews') && pick(3) === 0;
    const door = open(proxy.url);
    const client = await makeClient(server);
    const campaign = await makeCampaign(server, client.id, { slug: 'now' });
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { slug: 'then' } });
    const visit = (more: {
      source?: string;
      slug?: string;
      headers?: Record<string, string>;
      redirectsMoved?: boolean;
    }) => door.visit({ client: client.handle, slug: 'then', headers: person, ...more });
    const expected: Record<string, number> = { direct: 0, qr: 0, mail: 0 };
    for (let wave = 0; wave < 20; wave += 1) {
      const sources = Array.from({ length: 20 }, () => (['direct', 'qr', 'mail'] as const)[pick(3)]!);
      for (const source of sources) expected[source]! += 1;
      await Promise.all([
        ...sources.map((source) => visit(source === 'direct' ? {} : { source })),
        visit({ headers: { ...person, 'x-forwarded-method': 'HEAD' } }),
        visit({ headers: { 'user-agent': 'Googlebot/2.1' } }),
        visit({ slug: 'now', redirectsMoved: true }),
        delay(pick(60)),
      ]);
    }
    await door.stop();
    proxy.stop();
    expect(proxy.lost()).toBeGreaterThan(0);
    const { scanAnalytics } = await server.admin(ScanAnalyticsDocument, { campaignId: campaign.id });
    expect(Object.fromEntries(scanAnalytics.bySource.map(({ source, views }) => [source, views]))).toEqual(expected);
    const [{ times }] = await server.dataSource.query<[{ times: number }]>(
      'SELECT count(DISTINCT created_at)::int AS times FROM views WHERE campaign_id = $1',
      [campaign.id],
    );
    expect(times).toBeGreaterThan(20);
  });

  it('without the services’ token pass every read on', async () => {
    const client = await makeClient(server);
    const campaign = await makeCampaign(server, client.id);
    const page = { client: client.handle, slug: campaign.slug, headers: person };
    for (const door of [
      openLandings({ graphqlUrl: server.url }),
      openLandings({ graphqlUrl: server.url, serviceToken: 'one that was changed' }),
    ]) {
      expect((await door.visit(page)).slug).toBe(campaign.slug);
      await door.stop();
    }
    const { scanAnalytics } = await server.admin(ScanAnalyticsDocument, { campaignId: campaign.id });
    expect(scanAnalytics.totalViews).toBe(2);
  });
});

/** Stands between a door and its server, and swallows calls or loses answers. */
async function startProxy(target: string) {
  let lost = 0;
  const proxy = {
    url: '',
    swallow: (_query: string) => false,
    loseAnswer: (_query: string) => false,
    holdAnswer: (_query: string): Promise<void> | undefined => undefined,
    lost: () => lost,
    stop: () => {
      between.closeAllConnections();
      between.close();
    },
  };
  const between = http.createServer((req, res) => {
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
        lost += 1;
        res.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  proxy.url = `http://127.0.0.1:${(between.address() as AddressInfo).port}/graphql`;
  return proxy;
}
