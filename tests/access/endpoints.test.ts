import { endpoints, endpointStatus } from '@dripline/runtime/testing/endpoints';
import { opsPaths } from '@dripline/runtime/health-server';
import { randomUUID } from 'node:crypto';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { launch, type Launched, readRun } from '../harness/launch';
import { callAs } from '../rest-contract/call';
import { everybody, makeCampaign, makeFile, makeWorld, stateOf, type Who, type World } from '../rest-contract/fixture';

jest.setTimeout(120_000);

/** Nothing is sent: what counts is that the provider's calls are taken. */
const twilio = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'a token of the provider',
  TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}`,
  TWILIO_API_BASE: 'http://127.0.0.1:9',
};
const bodies: Record<string, [type: string, body: string]> = {
  'POST /graphql': ['application/json', JSON.stringify({ query: '{ __typename }' })],
  'PUT /objects/upload/{id}': ['image/png', 'x'],
  'POST /webhooks/twilio/status': ['application/x-www-form-urlencoded', 'MessageSid=SM0&MessageStatus=delivered'],
  'POST /webhooks/twilio/inbound': [
    'application/x-www-form-urlencoded',
    'MessageSid=SM0&From=%2B14155550123&Body=STOP',
  ],
  'POST {landing}': ['application/x-www-form-urlencoded', 'fullName=Ann+Lee&phone=%2B14155550123'],
};

describe('the doors beside the API', () => {
  let stack: Launched;
  let world: World;
  let made: Record<string, string>;

  beforeAll(async () => {
    const [port = 0] = await pickPorts(1);
    const credentials = { username: 'admin', password: 'a password for the doors' };
    stack = launch('start', {
      ...twilio,
      PORT: String(port),
      ADMIN_USERNAME: credentials.username,
      ADMIN_PASSWORD: credentials.password,
      RATE_LIMITS: 'off',
      MIN_FILL_SECONDS: '0',
    });
    await stack.until(/Ready in/);
    world = await makeWorld(`http://127.0.0.1:${port}`, credentials, stack.dataDir);
    const { own } = world.clients;
    const page = async (path: string) =>
      (await callAs(world.origin)('GET', path, undefined, { accept: 'text/html' })).text;
    const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(await page('/')) ?? [];
    const [, playground = ''] = /\/graphql\/assets\/([\w.-]+\.js)/.exec(await page('/graphql')) ?? [];
    const { objectPath } = await makeFile(world.origin, world.admin, own);
    const { slug } = await makeCampaign(world.admin, own);
    made = {
      asset,
      playground,
      object: String(objectPath),
      landing: `/landing/${own.handle}/${slug}`,
      id: randomUUID(),
    };
  });
  afterAll(async () => {
    stack.child.kill('SIGTERM');
    await stack.ended;
  });

  const cells = Object.values(endpoints).flatMap((list) =>
    list.flatMap(({ request, admits }) =>
      everybody.map((actor) => ({ request, actor, status: endpointStatus[admits] })),
    ),
  );

  test.each(cells)('$request answers $status to $actor', async ({ request, actor, status }) => {
    const [method = '', path = ''] = request.replace(/\{(\w+)\}/g, (_, name: string) => made[name]!).split(' ');
    const [type, body] = bodies[request] ?? [];
    const call = await world.callAs(actor);
    const before = status === 200 ? '' : await stateOf(world.admin, world.clients.own);
    const accept = { accept: request === 'GET /graphql' ? 'text/html' : '*/*' };
    const answer = await call(
      method,
      path,
      body,
      type ? { ...accept, 'content-type': type, 'x-twilio-signature': 'bm90IHR3aWxpbydz' } : accept,
    );
    expect(answer.status).toBe(status);
    expect(answer.headers.getSetCookie()).toEqual([]);
    if (status !== 200) expect(await stateOf(world.admin, world.clients.own)).toBe(before);
  });

  test.each(everybody)(
    'the operators’ port has three pages and no other, and hears no session, as %s',
    async (who: Who) => {
      for (const { opsPort } of Object.values(readRun(stack.dataDir).services)) {
        if (opsPort === undefined) continue;
        const call = await world.callAs(who, `http://127.0.0.1:${opsPort}`);
        for (const path of opsPaths) expect([path, (await call('GET', path)).status]).toEqual([path, 200]);
        for (const path of ['/', '/api/clients', '/graphql', '/healthz/', '/metrics?x'])
          expect([path, (await call('GET', path)).status]).toEqual([path, 404]);
        expect((await call('POST', '/metrics')).status).toBe(404);
      }
    },
  );
});
