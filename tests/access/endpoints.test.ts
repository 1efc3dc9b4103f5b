import { endpoints, endpointStatus } from '@dripline/runtime/testing/endpoints';
import { opsPaths } from '@dripline/runtime/http/health-server';
import { randomUUID } from 'node:crypto';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { launch, type LaunchedCommand, readRunFile } from '../harness/launch';
import { callAs } from '../rest-contract/call';
import {
  callers,
  makeCampaign,
  makeFile,
  createFixture,
  snapshotOf,
  type Caller,
  type Fixture,
} from '../rest-contract/fixture';

jest.setTimeout(120_000);

/** Enables the provider's webhooks. No message is sent. */
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

describe('endpoints beside the API', () => {
  let stack: LaunchedCommand;
  let fixture: Fixture;
  let pathValues: Record<string, string>;

  beforeAll(async () => {
    const [port = 0] = await pickPorts(1);
    const credentials = { username: 'admin', password: 'a password for the endpoints' };
    stack = launch('start', {
      ...twilio,
      PORT: String(port),
      ADMIN_USERNAME: credentials.username,
      ADMIN_PASSWORD: credentials.password,
      RATE_LIMITS: 'off',
      MIN_FILL_SECONDS: '0',
    });
    await stack.waitForOutput(/Ready in/);
    fixture = await createFixture(`http://127.0.0.1:${port}`, credentials, stack.dataDir);
    const { own } = fixture.clients;
    const getPage = async (path: string) =>
      (await callAs(fixture.origin)('GET', path, undefined, { accept: 'text/html' })).text;
    const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(await getPage('/')) ?? [];
    const [, playground = ''] = /\/graphql\/assets\/([\w.-]+\.js)/.exec(await getPage('/graphql')) ?? [];
    const { objectPath } = await makeFile(fixture.origin, fixture.admin, own);
    const { slug } = await makeCampaign(fixture.admin, own);
    pathValues = {
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
    list.flatMap(({ request, admits }) => callers.map((actor) => ({ request, actor, status: endpointStatus[admits] }))),
  );

  test.each(cells)('$request returns $status to $actor', async ({ request, actor, status }) => {
    const [method = '', path = ''] = request.replace(/\{(\w+)\}/g, (_, name: string) => pathValues[name]!).split(' ');
    const [type, body] = bodies[request] ?? [];
    const call = await fixture.callAs(actor);
    const stateBefore = status === 200 ? '' : await snapshotOf(fixture.admin, fixture.clients.own);
    const accept = { accept: request === 'GET /graphql' ? 'text/html' : '*/*' };
    const response = await call(
      method,
      path,
      body,
      type ? { ...accept, 'content-type': type, 'x-twilio-signature': 'bm90IHR3aWxpbydz' } : accept,
    );
    expect(response.status).toBe(status);
    expect(response.headers.getSetCookie()).toEqual([]);
    if (status !== 200) expect(await snapshotOf(fixture.admin, fixture.clients.own)).toBe(stateBefore);
  });

  test.each(callers)(
    'the operations port serves only its three pages and ignores sessions, as %s',
    async (caller: Caller) => {
      for (const { opsPort } of Object.values(readRunFile(stack.dataDir).services)) {
        if (opsPort === undefined) continue;
        const call = await fixture.callAs(caller, `http://127.0.0.1:${opsPort}`);
        for (const path of opsPaths) expect([path, (await call('GET', path)).status]).toEqual([path, 200]);
        for (const path of ['/', '/api/clients', '/graphql', '/healthz/', '/metrics?x'])
          expect([path, (await call('GET', path)).status]).toEqual([path, 404]);
        expect((await call('POST', '/metrics')).status).toBe(404);
      }
    },
  );
});
