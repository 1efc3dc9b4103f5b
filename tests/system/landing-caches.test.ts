import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '@dripline/launcher/paths';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { readJson } from '@dripline/launcher/processes/read-json';
import type { Secrets } from '@dripline/launcher/secrets';
import { services } from '@dripline/launcher/services';
import { launch, type LaunchedCommand, readRunFile } from '../harness/launch';
import { signInAdmin } from '@dripline/launcher/rest-client';
import { eventually as waitUntil } from '@dripline/runtime/testing/eventually';

jest.setTimeout(180_000);

const person = { 'user-agent': 'Mozilla/5.0 (iPhone)' };

describe('landing page caches', () => {
  const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password for the caches' };
  let stack: LaunchedCommand;
  let variables: Record<string, string>;
  let call: Awaited<ReturnType<typeof signInAdmin>>;
  let page: { client: string; slug: string; id: string };
  const children: ChildProcess[] = [];

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
    const { serviceToken } = readJson<Secrets>(join(stack.dataDir, 'secrets.json'))!;
    variables = {
      GRAPHQL_URL: `http://127.0.0.1:${readRunFile(stack.dataDir).services.graphql!.port}/graphql`,
      PUBLIC_URL: origin,
      SERVICE_TOKEN: serviceToken,
    };
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    stack.child.kill('SIGINT');
    await stack.ended;
  });

  const paths = {
    'rest-facade': () => `/api/landing/${page.client}/${page.slug}`,
    web: () => `/landing/${page.client}/${page.slug}`,
  };
  type CachingService = keyof typeof paths;

  async function startInstance(name: CachingService) {
    const [port = 0, opsPort = 0] = await pickPorts(2);
    const env = {
      PATH: process.env['PATH'],
      PORT: String(port),
      HOST: '127.0.0.1',
      OPS_PORT: String(opsPort),
      OPS_HOST: '127.0.0.1',
      ...variables,
    };
    const child = spawn(process.execPath, [join(root, services.find((service) => service.name === name)!.entry)], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    children.push(child);
    await waitUntil(() =>
      fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const read = async (headers: Record<string, string> = {}) =>
      (await fetch(`http://127.0.0.1:${port}${paths[name]()}`, { headers })).text();
    const cacheHits = async () =>
      Number(
        /landing_reads_total\{result="hit"\} (\d+)/.exec(
          await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text(),
        )?.[1] ?? 0,
      );
    /** Requests the page as a crawler, which is not counted, until it comes from the cache. */
    const warmUp = async () => {
      const hitsBefore = await cacheHits();
      await waitUntil(async () => (await read({ 'user-agent': 'Googlebot/2.1' }), (await cacheHits()) > hitsBefore));
    };
    return { child, read, warmUp };
  }
  const views = async () =>
    (await call<{ totalViews: number }>('GET', `/api/campaigns/${page.id}/scan-analytics`)).totalViews;

  test.each<CachingService>(['rest-facade', 'web'])(
    'a paused %s does not block saves, and shows the saved page when it resumes',
    async (name) => {
      const instance = await startInstance(name);
      for (let round = 1; round <= 5; round += 1) {
        await instance.warmUp();
        instance.child.kill('SIGSTOP');
        // Sent while the process is paused, and handled when it resumes, before it learns of the change.
        const waiting = Array.from({ length: 5 }, () => delay(20).then(() => instance.read()));
        const headline = `Headline ${name} ${round}`;
        await call('PUT', `/api/campaigns/${page.id}`, { headline });
        const lastRead = instance.read();
        await delay(50);
        instance.child.kill('SIGCONT');
        expect(await lastRead).toContain(headline);
        await Promise.all(waiting);
        expect(await instance.read()).toContain(headline);
      }
    },
  );

  test.each<CachingService>(['rest-facade', 'web'])('a killed %s loses only views of the last second', async (name) => {
    const viewsBefore = await views();
    const instance = await startInstance(name);
    await instance.warmUp();
    const startedAt = performance.now();
    const readTimes: number[] = [];
    while (performance.now() - startedAt < 3_000) {
      await instance.read(person);
      readTimes.push(performance.now());
    }
    const killedAt = performance.now();
    instance.child.kill('SIGKILL');
    await delay(500);
    const counted = (await views()) - viewsBefore;
    expect(counted).toBeLessThanOrEqual(readTimes.length);
    expect(counted).toBeGreaterThanOrEqual(readTimes.filter((time) => time < killedAt - 1_000).length);
    expect(readTimes.length).toBeGreaterThan(10);
  });

  test.each<CachingService>(['rest-facade', 'web'])('%s saves all views before it ends', async (name) => {
    const viewsBefore = await views();
    const instance = await startInstance(name);
    await Promise.all(Array.from({ length: 200 }, () => instance.read(person)));
    const ended = new Promise((resolve) => instance.child.once('close', resolve));
    instance.child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect((await views()) - viewsBefore).toBe(200);
  });
});
