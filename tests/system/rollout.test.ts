import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { readJson } from '@dripline/launcher/processes/read-json';
import type { Secrets } from '@dripline/launcher/secrets';
import { services } from '@dripline/launcher/services';
import { launch, type Launched, readRun } from '../harness/launch';
import { type Replica, startReplica } from '../harness/replica';
import { signInAdmin } from '@dripline/launcher/rest-client';

jest.setTimeout(300_000);

const ROLLOUTS = 3;
/** 50 requests a second. */
const EVERY_MS = 20;
const MOST_PENDING = 20;

describe('K4: a service that is rolled out', () => {
  const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password for rollouts' };
  let stack: Launched;
  let settings: Record<string, Record<string, string>>;
  let page: { client: string; slug: string };

  beforeAll(async () => {
    const [port = 0] = await pickPorts(1);
    const origin = `http://127.0.0.1:${port}`;
    stack = launch('start', { PORT: String(port), PUBLIC_URL: origin, RATE_LIMITS: 'off', ...admin });
    await stack.until(/Ready in/);
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
    const { serviceToken, sessionSecret, postgresPassword } = readJson<Secrets>(join(stack.dataDir, 'secrets.json'))!;
    const { postgres, temporal, graphql, 'rest-facade': facade } = readRun(stack.dataDir).services;
    const graphqlUrl = {
      GRAPHQL_URL: `http://127.0.0.1:${graphql!.port}/graphql`,
      PUBLIC_URL: origin,
      SERVICE_TOKEN: serviceToken,
    };
    settings = {
      graphql: {
        DATABASE_URL: `postgres://dripline:${postgresPassword}@127.0.0.1:${postgres!.port}/dripline`,
        TEMPORAL_ADDRESS: `127.0.0.1:${temporal!.port}`,
        ...{
          PUBLIC_URL: origin,
          SERVICE_TOKEN: serviceToken,
          SESSION_SECRET: sessionSecret,
          DATA_DIR: stack.dataDir,
          RATE_LIMITS: 'off',
        },
      },
      'rest-facade': graphqlUrl,
      web: { ...graphqlUrl, FACADE_URL: `http://127.0.0.1:${facade!.port}` },
    };
  });
  afterAll(async () => {
    stack.child.kill('SIGINT');
    await stack.ended;
  });

  const calls: Record<string, (replica: Replica) => Promise<number>> = {
    graphql: (replica) =>
      replica.ask(
        '/graphql',
        JSON.stringify({
          query:
            'mutation ($client: String!, $slug: String!) { recordLandingView(client: $client, slug: $slug) { slug } }',
          variables: page,
        }),
      ),
    'rest-facade': (replica) => replica.ask(`/api/landing/${page.client}/${page.slug}`),
    web: (replica) => replica.ask(`/landing/${page.client}/${page.slug}`),
  };

  it.each(['graphql', 'rest-facade', 'web'])(
    `%s, ${ROLLOUTS} times under 50 requests a second: none fails, and each process ends well`,
    async (name) => {
      const { entry } = services.find((service) => service.name === name)!;
      const start = () => startReplica(entry, settings[name]!);
      const live = [await start(), await start()];
      const answers: Promise<number | Error>[] = [];
      let isOver = false;
      let turn = 0;
      let pending = 0;
      // The balancer: each request goes to the next of those that are in the service.
      const ask = () => {
        pending += 1;
        const answer = calls[name]!(live[(turn += 1) % live.length]!).catch((error: Error) => error);
        answers.push(answer.finally(() => (pending -= 1)));
      };
      const load = (async () => {
        while (!isOver) {
          // A slow machine is not buried.
          if (pending < MOST_PENDING) ask();
          await delay(EVERY_MS);
        }
      })();
      for (let nth = 0; nth < ROLLOUTS; nth += 1) {
        live.push(await start());
        // Some are under way when it is told to end: it is taken out of the service first, as an endpoint is.
        for (let more = 0; more < 10; more += 1) ask();
        expect(await live.shift()!.end()).toBe(0);
      }
      isOver = true;
      await load;
      const outcomes = (await Promise.all(answers)).map(String);
      await Promise.all(live.map((replica) => replica.end()));
      expect(outcomes.length).toBeGreaterThan(50);
      expect([...new Set(outcomes)]).toEqual(['200']);
    },
  );
});
