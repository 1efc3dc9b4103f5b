import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from '@dripline/launcher/paths';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { readJson } from '@dripline/launcher/processes/read-json';
import type { Secrets } from '@dripline/launcher/secrets';
import { services } from '@dripline/launcher/services';
import { launch, type Launched, readRun } from '../harness/launch';
import { signInAdmin } from '@dripline/launcher/rest-client';
import { until } from '../harness/until';

jest.setTimeout(180_000);

const person = { 'user-agent': 'Mozilla/5.0 (iPhone)' };

describe('a process that shows landing pages from memory', () => {
  const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password for doors' };
  let stack: Launched;
  let variables: Record<string, string>;
  let call: Awaited<ReturnType<typeof signInAdmin>>;
  let page: { client: string; slug: string; id: string };
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    const [port = 0] = await pickPorts(1);
    const origin = `http://127.0.0.1:${port}`;
    stack = launch('start', { PORT: String(port), PUBLIC_URL: origin, RATE_LIMITS: 'off', ...admin });
    await stack.until(/Ready in/);
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
      GRAPHQL_URL: `http://127.0.0.1:${readRun(stack.dataDir).services.graphql!.port}/graphql`,
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
  type Door = keyof typeof paths;

  async function open(name: Door) {
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
    await until(() =>
      fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const read = async (headers: Record<string, string> = {}) =>
      (await fetch(`http://127.0.0.1:${port}${paths[name]()}`, { headers })).text();
    const fromMemory = async () =>
      Number(
        /landing_reads_total\{result="hit"\} (\d+)/.exec(
          await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text(),
        )?.[1] ?? 0,
      );
    /** Reads, uncounted, until what is shown comes from memory. */
    const warmUp = async () => {
      const before = await fromMemory();
      await until(async () => (await read({ 'user-agent': 'Googlebot/2.1' }), (await fromMemory()) > before));
    };
    return { child, read, warmUp };
  }
  const views = async () =>
    (await call<{ totalViews: number }>('GET', `/api/campaigns/${page.id}/scan-analytics`)).totalViews;

  test.each<Door>(['rest-facade', 'web'])(
    '%s that is stopped lets a save go on, and shows what was saved once it runs again',
    async (name) => {
      const door = await open(name);
      for (let round = 1; round <= 5; round += 1) {
        await door.warmUp();
        door.child.kill('SIGSTOP');
        // Sent while it stands still: read as soon as it runs, before it hears of anything.
        const waiting = Array.from({ length: 5 }, () => delay(20).then(() => door.read()));
        const headline = `Headline ${name} ${round}`;
        await call('PUT', `/api/campaigns/${page.id}`, { headline });
        const later = door.read();
        await delay(50);
        door.child.kill('SIGCONT');
        expect(await later).toContain(headline);
        await Promise.all(waiting);
        expect(await door.read()).toContain(headline);
      }
    },
  );

  test.each<Door>(['rest-facade', 'web'])(
    '%s that is killed loses no view that is older than a second',
    async (name) => {
      const before = await views();
      const door = await open(name);
      await door.warmUp();
      const began = performance.now();
      const shownAt: number[] = [];
      while (performance.now() - began < 3_000) {
        await door.read(person);
        shownAt.push(performance.now());
      }
      const killed = performance.now();
      door.child.kill('SIGKILL');
      await delay(500);
      const counted = (await views()) - before;
      expect(counted).toBeLessThanOrEqual(shownAt.length);
      expect(counted).toBeGreaterThanOrEqual(shownAt.filter((at) => at < killed - 1_000).length);
      expect(shownAt.length).toBeGreaterThan(10);
    },
  );

  test.each<Door>(['rest-facade', 'web'])('%s that is told to end hands in every view', async (name) => {
    const before = await views();
    const door = await open(name);
    await Promise.all(Array.from({ length: 200 }, () => door.read(person)));
    const ended = new Promise((resolve) => door.child.once('close', resolve));
    door.child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect((await views()) - before).toBe(200);
  });
});
