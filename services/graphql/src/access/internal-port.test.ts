import { accessMatrix } from '@dripline/contract/access-matrix';
import { internalOperations } from '@dripline/contract/persisted-operations';
import { metrics } from '@dripline/runtime/http/health-server';
import { getIntrospectionQuery } from 'graphql';
import { createSchema } from '../api/schema';
import { buildOperation, isInternal, signInForCookie } from '../testing/access-matrix-fixture';
import { ADMIN, LANDING_TOKEN, startTestServer, type TestServer, WORKER_TOKEN } from '../testing/test-server';

const schema = createSchema();
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const [id, text] = Object.entries(internalOperations).find(([name]) => name.startsWith('LoggedMessage-'))!;
const variables = { id: '00000000-0000-4000-8000-000000000000' };

async function post(url: string, body: object | string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const { data, errors } = (await answer.json()) as {
    data?: unknown;
    errors?: { message: string; extensions: { code: string } }[];
  };
  return { status: answer.status, data, code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
}

describe('the internal port', () => {
  let server: TestServer;
  let strict: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ rateLimits: false });
    strict = await startTestServer({ rateLimits: false, playground: 'off' });
  });
  afterAll(() => Promise.all([server.stop(), strict.stop()]));

  it('answers a persisted operation by text and by id', async () => {
    const answered = { status: 200, data: { loggedMessage: null } };
    expect(await post(server.internalUrl, { query: text, variables }, bearer(WORKER_TOKEN))).toMatchObject(answered);
    const extensions = { persistedQuery: { version: 1, sha256Hash: id } };
    expect(await post(server.internalUrl, { extensions, variables }, bearer(WORKER_TOKEN))).toMatchObject(answered);
    expect(await metrics.metrics()).toContain('operation="loggedMessage",outcome="ok"');
  });

  it('answers a caller without one of the two tokens with UNAUTHENTICATED, before it reads the body', async () => {
    const cookie = await signInForCookie(server, 'signIn', ADMIN);
    const refused = { status: 401, data: undefined, code: 'UNAUTHENTICATED' };
    const refusedHeaders: Record<string, string>[] = [
      {},
      { cookie },
      bearer('wrong'),
      bearer(`${WORKER_TOKEN}x`),
      { authorization: WORKER_TOKEN },
      { authorization: 'Bearer ' },
    ];
    for (const headers of refusedHeaders) {
      expect(await post(server.internalUrl, { query: text, variables }, headers)).toMatchObject(refused);
      expect(await post(server.internalUrl, '{', headers)).toMatchObject(refused);
    }
    const got = await fetch(`${server.internalUrl}?query=${encodeURIComponent(text)}`);
    expect(got.status).toBe(401);
  });

  it('binds each token to its own operations', async () => {
    const send = (name: string, token: string) =>
      post(
        server.internalUrl,
        { query: buildOperation(schema, name), variables: { enrollmentId: variables.id, pages: [] } },
        bearer(token),
      );
    expect(await send('Mutation.claimStep', LANDING_TOKEN)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await send('Query.landingPages', WORKER_TOKEN)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await send('Query.landingPages', LANDING_TOKEN)).toMatchObject({ data: { landingPages: [] } });
  });

  it.each([
    ['another selection of an internal operation', 'query ($id: ID!) { loggedMessage(id: $id) { id } }'],
    ['introspection', getIntrospectionQuery()],
    ['a type name', '{ __typename }'],
  ])('rejects %s', async (_name, query) => {
    for (const { internalUrl } of [server, strict])
      expect(await post(internalUrl, { query, variables }, bearer(WORKER_TOKEN))).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
      });
  });

  it('accepts only POST requests to /graphql', async () => {
    const headers = bearer(WORKER_TOKEN);
    const got = await fetch(`${server.internalUrl}?query=${encodeURIComponent(text)}`, { headers });
    expect(got.status).toBe(403);
    for (const path of ['/', '/objects/none', '/webhooks/twilio/status', '/graphql/assets/index.js'])
      expect((await fetch(new URL(path, server.internalUrl), { headers })).status).not.toBe(200);
    expect((await fetch(new URL('/objects/none', server.internalUrl))).status).toBe(404);
  });

  it('limits the size of a request', async () => {
    const large = { query: text, variables: { id: 'x'.repeat(1_100_000) } };
    expect(await post(server.internalUrl, large, bearer(WORKER_TOKEN))).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  const names = Object.keys(accessMatrix);

  it.each(names.filter((name) => !isInternal(name)))('does not know %s', async (name) => {
    for (const token of [WORKER_TOKEN, LANDING_TOKEN])
      expect(
        await post(server.internalUrl, { query: buildOperation(schema, name), variables: {} }, bearer(token)),
      ).toMatchObject({ status: 403, code: 'FORBIDDEN', data: undefined });
  });

  it.each(names.filter(isInternal))('is the only one that knows %s', async (name) => {
    const query = buildOperation(schema, name);
    for (const token of [WORKER_TOKEN, LANDING_TOKEN]) {
      const answer = await post(server.url, { query, variables }, bearer(token));
      expect(answer).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
      expect(answer.message).toMatch(/^(Cannot query field|Unknown type)/);
      expect(await post(strict.url, { query, variables }, bearer(token))).toMatchObject({
        status: 403,
        code: 'FORBIDDEN',
      });
    }
  });

  it('closes with the public one', async () => {
    const { url, internalUrl, stop } = await server.replica();
    expect(await post(internalUrl, { query: text, variables }, bearer(WORKER_TOKEN))).toMatchObject({ status: 200 });
    await stop();
    for (const closed of [url, internalUrl]) await expect(fetch(closed)).rejects.toThrow('fetch failed');
  });
});
