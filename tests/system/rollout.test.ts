import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { readJson } from '@dripline/launcher/processes/read-json';
import type { Secrets } from '@dripline/launcher/secrets';
import { services } from '@dripline/launcher/services';
import { launch, type LaunchedCommand, readRunFile } from '../harness/launch';
import { type Replica, startReplica } from '../harness/replica';
import { signInAdmin } from '@dripline/launcher/rest-client';

jest.setTimeout(300_000);

const ROLLOUTS = 3;
/** 50 requests per second. */
const REQUEST_INTERVAL_MS = 20;
const MAX_PENDING = 20;

describe('K4: a rollout', () => {
  const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password for rollouts' };
  let stack: LaunchedCommand;
  let settings: Record<string, Record<string, string>>;
  let page: { client: string; slug: string };

  beforeAll(async () => {
    const [port = 0] = await pickPorts(1);
    const origin = `http://127.0.0.1:${port}`;
    stack = launch('start', { PORT: String(port), PUBLIC_URL: origin, RATE_LIMITS: 'off', ...admin });
    await stack.waitForOutput(/Ready in/);
    const call = await signInAdmin(origin, admin.ADMIN_USERNAME, admin.ADMIN_PASSWORD);
    const { id, handle } = await call<{ id: string; handle: string }>('POST', '/api/clients', {
      businessName: 'Acme',
      contactEmail: 'a@acme.example',
      notificationPhone: 'none',
    });
    const { slug } = await call<{ slug: string }>('POST', `/api/clients/${id}/campaigns`, {
      name: 'Spring',
      formFields: [{ id: 'name', type: 'text', label: 'Name' }],
    });
    page = { client: handle, slug };
    const { workerToken, landingToken, sessionSecret, numberHashKey, postgresPassword } = readJson<Secrets>(
      join(stack.dataDir, 'secrets.json'),
    )!;
    const { postgres, temporal, graphql, 'rest-facade': facade } = readRunFile(stack.dataDir).services;
    const graphqlUrls = {
      GRAPHQL_URL: `http://127.0.0.1:${graphql!.port}/graphql`,
      INTERNAL_GRAPHQL_URL: `http://127.0.0.1:${graphql!.internalPort}/graphql`,
      PUBLIC_URL: origin,
      LANDING_TOKEN: landingToken,
    };
    settings = {
      graphql: {
        DATABASE_URL: `postgres://dripline:${postgresPassword}@127.0.0.1:${postgres!.port}/dripline`,
        TEMPORAL_ADDRESS: `127.0.0.1:${temporal!.port}`,
        ...{
          PUBLIC_URL: origin,
          WORKER_TOKEN: workerToken,
          LANDING_TOKEN: landingToken,
          SESSION_SECRET: sessionSecret,
          NUMBER_HASH_KEY: numberHashKey,
          DATA_DIR: stack.dataDir,
          RATE_LIMITS: 'off',
        },
      },
      'rest-facade': graphqlUrls,
      web: { ...graphqlUrls, FACADE_URL: `http://127.0.0.1:${facade!.port}` },
    };
  });
  afterAll(async () => {
    stack.child.kill('SIGINT');
    await stack.ended;
  });

  const calls: Record<string, (replica: Replica) => Promise<number>> = {
    graphql: (replica) =>
      replica.request(
        '/graphql',
        JSON.stringify({
          query:
            'mutation ($client: String!, $slug: String!) { recordLandingView(client: $client, slug: $slug) { slug } }',
          variables: page,
        }),
      ),
    'rest-facade': (replica) => replica.request(`/api/landing/${page.client}/${page.slug}`),
    web: (replica) => replica.request(`/landing/${page.client}/${page.slug}`),
  };

  it.each(['graphql', 'rest-facade', 'web'])(
    `of %s under 50 requests per second fails no request, and each process exits with code 0`,
    async (name) => {
      const { entry } = services.find((service) => service.name === name)!;
      const start = () => startReplica(entry, settings[name]!);
      const replicas = [await start(), await start()];
      const responses: Promise<number | Error>[] = [];
      let isOver = false;
      let index = 0;
      let pending = 0;
      // Balances the load: each request goes to the next replica.
      const sendRequest = () => {
        pending += 1;
        const response = calls[name]!(replicas[(index += 1) % replicas.length]!).catch((error: Error) => error);
        responses.push(response.finally(() => (pending -= 1)));
      };
      const load = (async () => {
        while (!isOver) {
          // Limits pending requests on a slow machine.
          if (pending < MAX_PENDING) sendRequest();
          await delay(REQUEST_INTERVAL_MS);
        }
      })();
      for (let rollout = 0; rollout < ROLLOUTS; rollout += 1) {
        replicas.push(await start());
        // Some requests are in flight when the replica is stopped. As in a cluster, it gets no new ones by then.
        for (let extra = 0; extra < 10; extra += 1) sendRequest();
        expect(await replicas.shift()!.stop()).toBe(0);
      }
      isOver = true;
      await load;
      const outcomes = (await Promise.all(responses)).map(String);
      await Promise.all(replicas.map((replica) => replica.stop()));
      expect(outcomes.length).toBeGreaterThan(50);
      expect([...new Set(outcomes)]).toEqual(['200']);
    },
  );
});
