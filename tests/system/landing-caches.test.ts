import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { internalOperations } from '@dripline/contract/persisted-operations';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { readJson } from '@dripline/launcher/processes/read-json';
import type { Secrets } from '@dripline/launcher/secrets';
import { services } from '@dripline/launcher/services';
import { startReplica } from '../harness/replica';
import { launch, type LaunchedCommand, readRunFile } from '../harness/launch';
import { signInAdmin } from '@dripline/launcher/rest-client';

jest.setTimeout(180_000);

describe('landing page caches', () => {
  const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password for the caches' };
  let stack: LaunchedCommand;
  let variables: Record<string, string>;
  let call: Awaited<ReturnType<typeof signInAdmin>>;
  let page: { client: string; slug: string; id: string };

  beforeAll(async () => {
    const [port = 0] = await pickPorts(1);
    const origin = `http://127.0.0.1:${port}`;
    stack = launch('start', { PORT: String(port), PUBLIC_URL: origin, RATE_LIMITS: 'off', ...admin });
    await stack.waitForOutput(/Ready in/);
    call = await signInAdmin(origin, admin.ADMIN_USERNAME, admin.ADMIN_PASSWORD);
    const { id: clientId, handle } = await call<{ id: string; handle: string }>('POST', '/api/clients', {
      businessName: 'Acme',
      contactEmail: 'a@acme.example',
      notificationPhone: 'none',
    });
    const { id, slug } = await call<{ id: string; slug: string }>('POST', `/api/clients/${clientId}/campaigns`, {
      name: 'Spring',
      headline: 'Headline 0',
    });
    page = { client: handle, slug, id };
    const { landingToken } = readJson<Secrets>(join(stack.dataDir, 'secrets.json'))!;
    const { graphql } = readRunFile(stack.dataDir).services;
    variables = {
      GRAPHQL_URL: `http://127.0.0.1:${graphql!.port}/graphql`,
      INTERNAL_GRAPHQL_URL: `http://127.0.0.1:${graphql!.internalPort}/graphql`,
      PUBLIC_URL: origin,
      LANDING_TOKEN: landingToken,
    };
  });
  afterAll(async () => {
    stack.child.kill('SIGINT');
    await stack.ended;
  });

  const paths = {
    'rest-facade': () => `/api/landing/${page.client}/${page.slug}`,
    web: () => `/landing/${page.client}/${page.slug}`,
  };
  type CachingService = keyof typeof paths;

  const start = (name: CachingService) =>
    startReplica(services.find((service) => service.name === name)!.entry, variables);
  const analytics = () =>
    call<{ totalViews: number; totalScans: number }>('GET', `/api/campaigns/${page.id}/scan-analytics`);
  const views = async () => (await analytics()).totalViews;
  const scans = async () => (await analytics()).totalScans;

  test('the public address does not reach the internal schema', async () => {
    const body = JSON.stringify({
      query: Object.values(internalOperations).find((text) => text.startsWith('query LandingPages')),
      variables: { pages: [] },
    });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${variables['LANDING_TOKEN']}` };
    const send = async (url: string) => (await fetch(url, { method: 'POST', headers, body })).text();
    expect(await send(variables['INTERNAL_GRAPHQL_URL']!)).toBe('{"data":{"landingPages":[]}}\n');
    expect(await send(`${variables['PUBLIC_URL']}/graphql`)).toContain('Cannot query field \\"landingPages\\"');
  });

  test('the web server answers a landing page’s data exactly as the REST facade does', async () => {
    const { port, services: running } = readRunFile(stack.dataDir);
    const [fromWeb, fromFacade] = await Promise.all(
      [port, running['rest-facade']!.port].map(async (at) => {
        const response = await fetch(`http://127.0.0.1:${at}${paths['rest-facade']()}?source=qr`);
        const { date: _, 'x-request-id': id, ...headers } = Object.fromEntries(response.headers);
        return { status: response.status, headers, hasId: Boolean(id), body: await response.text() };
      }),
    );
    expect(fromWeb).toEqual(fromFacade);
    expect(fromWeb!.body).toContain('Headline 0');
  });

  test.each<CachingService>(['rest-facade', 'web'])('a killed %s loses only views of the last moment', async (name) => {
    const viewsBefore = await views();
    const replica = await start(name);
    const startedAt = performance.now();
    const readTimes: number[] = [];
    while (performance.now() - startedAt < 3_000) {
      await replica.request(paths[name]());
      readTimes.push(performance.now());
    }
    const killedAt = performance.now();
    process.kill(replica.pid, 'SIGKILL');
    await replica.stop();
    await delay(500);
    const counted = (await views()) - viewsBefore;
    expect(counted).toBeLessThanOrEqual(readTimes.length);
    expect(counted).toBeGreaterThanOrEqual(readTimes.filter((time) => time < killedAt - 500).length);
    expect(readTimes.length).toBeGreaterThan(10);
  });

  test.each<CachingService>(['rest-facade', 'web'])('%s saves all views before it ends', async (name) => {
    const viewsBefore = await views();
    const replica = await start(name);
    await Promise.all(Array.from({ length: 200 }, () => replica.request(paths[name]())));
    expect(await replica.stop()).toBe(0);
    expect((await views()) - viewsBefore).toBe(200);
  });

  test.each<CachingService>(['rest-facade', 'web'])(
    '%s counts every honest view among 4,000 with hostile sources, in flat memory, with one warning',
    async (name) => {
      const [viewsBefore, scansBefore] = [await views(), await scans()];
      const replica = await start(name);
      const hostile = [
        (n: number) => `${n}${'x'.repeat(12_000)}`,
        (n: number) => `source ${n}`,
        (n: number) => `${n}\u0000\u001b[2J\r\n`,
      ];
      const visit = async (n: number) => {
        const source = hostile[n % 4]?.(n) ?? 'qr';
        expect(await replica.request(`${paths[name]()}?${new URLSearchParams({ source })}`)).toBe(200);
      };
      const visitFrom = async (first: number, count: number) => {
        for (let n = first; n < first + count; n += 20)
          await Promise.all(Array.from({ length: 20 }, (_, index) => visit(n + index)));
      };
      await visitFrom(0, 1_000);
      const megabytesBefore = megabytesOf(replica.pid);
      await visitFrom(1_000, 3_000);
      expect(megabytesOf(replica.pid) - megabytesBefore).toBeLessThan(60);
      expect(await replica.stop()).toBe(0);
      expect([(await views()) - viewsBefore, (await scans()) - scansBefore]).toEqual([4_000, 1_000]);
      const warnings = readFileSync(replica.logFile, 'utf8').match(/"level":40.*/g) ?? [];
      expect(warnings).toEqual([expect.stringContaining('traffic sources of landing page views were cut')]);
    },
  );
});

/** Returns the resident memory of a process. */
const megabytesOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
