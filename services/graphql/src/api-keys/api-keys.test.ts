import type { ApiKeyScope } from '@dripline/contract/api-keys';
import { eventually } from '@dripline/runtime/testing/eventually';
import { print } from 'graphql';
import { createHash } from 'node:crypto';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import {
  ApiKeysDocument,
  AuditEntriesDocument,
  ClientActivityDocument,
  CreateApiKeyDocument,
  RevokeApiKeyDocument,
  SignInClientDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { startTestServer, type TestServer } from '../testing/test-server';

interface Answer {
  status: number;
  headers: Headers;
  text: string;
  data?: Record<string, unknown> | null;
  errors?: { message: string; extensions: { code: string } }[];
}

describe('API keys', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  let calls = 0;
  const send = async (token: string, query: string, variables: object = {}, headers = {}): Promise<Answer> => {
    calls += 1;
    const answer = await fetch(server.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'x-forwarded-for': `10.3.${calls >> 8}.${calls & 255}`,
        ...headers,
      },
      body: JSON.stringify({ query, variables }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, ...(JSON.parse(text) as object) };
  };
  const codeOf = ({ errors }: Answer) => errors?.[0]?.extensions.code ?? 'ok';
  const messageOf = ({ errors }: Answer) => errors?.[0]?.message;
  const createKey = async (clientId: string | null, scopes: ApiKeyScope[], more = {}) =>
    (await server.admin(CreateApiKeyDocument, { clientId, input: { name: 'CRM', scopes, ...more } })).createApiKey;
  const leads = 'query ($clientId: ID!) { client(id: $clientId) { id leads { nodes { id } } } }';
  const invalid = [401, 'UNAUTHENTICATED', 'The API key is not valid.'];
  const resultOf = (answer: Answer) => [answer.status, codeOf(answer), messageOf(answer)];

  it('are stored as a hash, and their token is returned once', async () => {
    const client = await createClient(server);
    const key = await createKey(client.id, ['read_leads', 'read_leads', 'write_files']);
    expect(key.token).toMatch(/^apikey_[\w-]{43}$/);
    const [row] = await server.dataSource.query<[{ token_hash: Buffer; row: string }]>(
      'SELECT token_hash, k::text AS row FROM api_keys k WHERE id = $1',
      [key.id],
    );
    expect(row.token_hash).toEqual(createHash('sha256').update(key.token).digest());
    expect(row.row).not.toContain(key.token.slice(12));
    const { nodes: apiKeys } = (await client.call(ApiKeysDocument, { clientId: client.id })).apiKeys;
    expect(apiKeys).toMatchObject([
      {
        id: key.id,
        name: 'CRM',
        scopes: ['read_leads', 'write_files'],
        start: key.token.slice(0, 11),
        createdBy: 'admin',
        lastUsedAt: null,
        revokedAt: null,
      },
    ]);
    expect(JSON.stringify(apiKeys)).not.toContain(key.token);
  });

  it('open only the operations that their scopes name', async () => {
    const client = await createClient(server);
    const { token } = await createKey(client.id, ['read_leads']);
    const lead = await createLead(server, client, await createCampaign(server, client.id));
    const variables = { clientId: client.id };
    expect((await send(token, leads, variables)).data).toEqual({
      client: { id: client.id, leads: { nodes: [{ id: lead.id }] } },
    });
    const csv = 'query ($clientId: ID!) { leadsCsv(clientId: $clientId) { csv } }';
    expect((await send(token, csv, variables)).text).toContain('Ann Lee');
    const refusals: [query: string, message: string, variables?: object][] = [
      [`mutation { deleteLead(id: "${lead.id}") }`, 'The API key needs the scope write_leads.'],
      [`{ client(id: "${client.id}") { campaigns { nodes { id } } } }`, 'The API key needs the scope read_campaigns.'],
      [
        `{ client(id: "${client.id}") { businessName leads { nodes { id } } } }`,
        'The API key needs the scope read_clients.',
      ],
      ['{ viewer { client { id } } }', 'API keys cannot do this.'],
      [`{ apiKeys(clientId: "${client.id}") { nodes { id } } }`, 'API keys cannot do this.'],
      [
        `mutation { createApiKey(clientId: "${client.id}", input: { name: "More", scopes: [write_all] }) { token } }`,
        'API keys cannot do this.',
      ],
    ];
    for (const [query, message] of refusals)
      expect([query, ...resultOf(await send(token, query))]).toEqual([query, 403, 'FORBIDDEN', message]);
    expect((await send(token, leads, variables)).data).toEqual({
      client: { id: client.id, leads: { nodes: [{ id: lead.id }] } },
    });
  });

  it('open only the objects that their scopes name, wherever they are selected', async () => {
    const client = await createClient(server);
    const { token } = await createKey(client.id, ['write_leads']);
    const { id } = await createLead(server, client, await createCampaign(server, client.id));
    const timeline = `query ($id: ID!) { lead(id: $id) { id ...More } } fragment More on Lead { timeline { kind } }`;
    expect(resultOf(await send(token, timeline, { id }))).toEqual([
      403,
      'FORBIDDEN',
      'The API key needs the scope read_messages.',
    ]);
    // The change is not made either.
    const update = `mutation ($id: ID!) { updateLead(id: $id, input: { status: contacted }) { id timeline { kind } } }`;
    expect(codeOf(await send(token, update, { id }))).toBe('FORBIDDEN');
    const status = 'query ($id: ID!) { lead(id: $id) { status } }';
    expect((await send(token, status, { id })).data).toEqual({ lead: { status: 'new' } });
    const both = await createKey(client.id, ['read_leads', 'read_messages']);
    expect((await send(both.token, timeline, { id })).data).toMatchObject({ lead: { id } });
    const agency = await createKey(null, ['read_clients']);
    const stats = '{ clients { nodes { id stats { totalLeads } } } }';
    expect(messageOf(await send(agency.token, stats))).toBe('The API key needs the scope read_stats.');
    expect((await send(agency.token, '{ clients { nodes { id } } }')).text).toContain(client.id);
  });

  it('of a client do not reach another client, and those of the agency reach all', async () => {
    const [one, other] = [await createClient(server), await createClient(server)];
    const own = await createKey(one.id, ['write_all']);
    const agency = await createKey(null, ['write_all']);
    expect(codeOf(await send(own.token, leads, { clientId: other.id }))).toBe('NOT_FOUND');
    expect(codeOf(await send(own.token, '{ clients { nodes { id } } }'))).toBe('FORBIDDEN');
    expect(codeOf(await send(agency.token, leads, { clientId: other.id }))).toBe('ok');
  });

  it('of a client without a login work, and stop when the client becomes inactive', async () => {
    const client = await createClient(server, { authEnabled: false, username: '', password: '' });
    await createLead(server, client, await createCampaign(server, client.id));
    const { token } = await createKey(client.id, ['write_all']);
    expect((await send(token, leads, { clientId: client.id })).text).toMatch(/"nodes":\[\{"id"/);
    const status = (value: 'active' | 'inactive') =>
      server.admin(UpdateClientDocument, { id: client.id, input: { status: value } });
    await status('inactive');
    expect(resultOf(await send(token, leads, { clientId: client.id }))).toEqual(invalid);
    await status('active');
    expect(codeOf(await send(token, leads, { clientId: client.id }))).toBe('ok');
  });

  it('are not valid once they are revoked or expired, for any operation', async () => {
    const client = await createClient(server);
    const [revoked, expired] = [
      await createKey(client.id, ['read_all']),
      await createKey(null, ['read_all'], { expiresAt: new Date(Date.now() + 60_000).toISOString() }),
    ];
    const publicQuery = '{ appConfig { productName } }';
    for (const { token } of [revoked, expired])
      expect(codeOf(await send(token, leads, { clientId: client.id }))).toBe('ok');
    const { revokeApiKey } = await client.call(RevokeApiKeyDocument, { id: revoked.id });
    expect(revokeApiKey.id).toBe(revoked.id);
    await server.dataSource.query(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, [expired.id]);
    for (const token of [revoked.token, expired.token, `${revoked.token.slice(0, -1)}`, 'apikey_']) {
      expect(resultOf(await send(token, leads, { clientId: client.id }))).toEqual(invalid);
      expect(resultOf(await send(token, publicQuery))).toEqual(invalid);
    }
    const list = async (filter?: { revoked: boolean }) =>
      (await client.call(ApiKeysDocument, { clientId: client.id, filter })).apiKeys.nodes;
    expect(await list({ revoked: false })).toEqual([]);
    expect(await list({ revoked: true })).toEqual(await list());
    expect(await list()).toMatchObject([{ id: revoked.id, revokedAt: expect.any(String) as string }]);
  });

  it('win over a session cookie', async () => {
    const [one, other] = [await createClient(server), await createClient(server)];
    const { token } = await createKey(one.id, ['read_leads']);
    const signIn = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: print(SignInClientDocument), variables: other.login }),
    });
    const cookie = signIn.headers.getSetCookie()[0]!.split(';')[0]!;
    expect(cookie).toMatch(/^client_session=/);
    expect(codeOf(await send(token, leads, { clientId: other.id }, { cookie }))).toBe('NOT_FOUND');
    expect(codeOf(await send(token, leads, { clientId: one.id }, { cookie, 'sec-fetch-site': 'cross-site' }))).toBe(
      'ok',
    );
  });

  it('cannot change how a client signs in', async () => {
    const client = await createClient(server);
    const { token } = await createKey(null, ['write_clients']);
    const update = 'mutation ($id: ID!, $input: UpdateClientInput!) { updateClient(id: $id, input: $input) { id } }';
    const call = (input: object) => send(token, update, { id: client.id, input });
    const unchanged = { username: client.login.username, authEnabled: true, linkReadOnly: false };
    expect(codeOf(await call({ ...unchanged, businessName: 'Renamed' }))).toBe('ok');
    for (const input of [
      { password: 'another password' },
      { username: 'me' },
      { authEnabled: false },
      { linkReadOnly: true },
    ])
      expect([input, codeOf(await call(input))]).toEqual([input, 'FORBIDDEN']);
  });

  it('are validated and limited to 50 for each owner', async () => {
    const client = await createClient(server);
    const code = (clientId: string | null, input: object) =>
      createKey(clientId, ['read_all'], input).then(
        () => 'ok',
        (error: { code: string }) => error.code,
      );
    const invalidInputs = [
      { name: ' ' },
      { name: 'x'.repeat(61) },
      { scopes: [] },
      { scopes: ['read_stars'] },
      { expiresAt: new Date(Date.now() - 1_000).toISOString() },
    ];
    for (const input of invalidInputs) expect([input, await code(client.id, input)]).toEqual([input, 'BAD_USER_INPUT']);
    await server.dataSource.query(
      `INSERT INTO api_keys (client_id, name, scopes, token_hash, token_start, created_by)
       SELECT $1::uuid, 'Filler', '{read_all}', sha256(convert_to($1::text || n, 'UTF8')), 'apikey_', 'admin' FROM generate_series(1, 49) n`,
      [client.id],
    );
    const results = await Promise.all([code(client.id, {}), code(client.id, {})]);
    expect(results.sort()).toEqual(['LIMIT_REACHED', 'ok']);
    expect(await code(null, {})).toBe('ok');
  });

  it('are managed by their owner and the agency only, after a recent sign-in', async () => {
    const [client, other] = [await createClient(server), await createClient(server)];
    const key = await createKey(client.id, ['read_all']);
    const agencyKey = await createKey(null, ['read_all']);
    const input = { name: 'Mine', scopes: ['read_all' as const] };
    const refused = async (attempt: Promise<unknown>, code: string) =>
      expect(
        await attempt.then(
          () => 'ok',
          (error: { code: string }) => error.code,
        ),
      ).toBe(code);
    await refused(client.call(ApiKeysDocument, {}), 'FORBIDDEN');
    await refused(client.call(CreateApiKeyDocument, { input }), 'FORBIDDEN');
    await refused(client.call(RevokeApiKeyDocument, { id: agencyKey.id }), 'NOT_FOUND');
    await refused(other.call(ApiKeysDocument, { clientId: client.id }), 'NOT_FOUND');
    await refused(other.call(RevokeApiKeyDocument, { id: key.id }), 'NOT_FOUND');
    await refused(server.visitor(ApiKeysDocument, { clientId: client.id }), 'UNAUTHENTICATED');
    expect((await server.admin(ApiKeysDocument, {})).apiKeys.nodes.map(({ id }) => id)).toContain(agencyKey.id);
    await server.dataSource.query(
      `UPDATE sessions SET created_at = now() - interval '16 minutes' WHERE client_id = $1`,
      [client.id],
    );
    await refused(client.call(CreateApiKeyDocument, { clientId: client.id, input }), 'RECENT_SIGN_IN_REQUIRED');
    await refused(client.call(RevokeApiKeyDocument, { id: key.id }), 'RECENT_SIGN_IN_REQUIRED');
  });

  it('show when they were last used, to the minute', async () => {
    const client = await createClient(server);
    const { id, token } = await createKey(client.id, ['read_leads']);
    const lastUse = async () =>
      (await client.call(ApiKeysDocument, { clientId: client.id })).apiKeys.nodes.find((key) => key.id === id)!
        .lastUsedAt;
    await send(token, leads, { clientId: client.id });
    const first = await eventually(async () => {
      const time = await lastUse();
      expect(time).not.toBeNull();
      return time;
    });
    await send(token, leads, { clientId: client.id });
    expect(await lastUse()).toBe(first);
  });

  it('are audited when they are created, used for a change and revoked', async () => {
    const client = await createClient(server);
    const { id, token } = await createKey(client.id, ['write_campaigns'], { name: 'Zapier' });
    const agency = await createKey(null, ['write_campaigns'], { name: 'Agency tool' });
    const create = 'mutation ($clientId: ID!) { createCampaign(clientId: $clientId, input: { name: "New" }) { id } }';
    expect(codeOf(await send(token, create, { clientId: client.id }))).toBe('ok');
    expect(codeOf(await send(agency.token, create, { clientId: client.id }))).toBe('ok');
    await client.call(RevokeApiKeyDocument, { id });
    const { nodes } = (await server.admin(AuditEntriesDocument, { filter: { clientId: client.id } })).auditEntries;
    expect(
      nodes
        .slice(0, 4)
        .map(({ actor, actorName, apiKeyName, operation, outcome }) => [
          actor,
          actorName,
          apiKeyName,
          operation,
          outcome,
        ]),
    ).toEqual([
      ['client', null, null, 'revokeApiKey', 'ok'],
      ['admin', null, 'Agency tool', 'createCampaign', 'ok'],
      ['client', null, 'Zapier', 'createCampaign', 'ok'],
      ['admin', 'admin', null, 'createApiKey', 'ok'],
    ]);
    const { activity } = (await client.call(ClientActivityDocument, { clientId: client.id })).client;
    expect(activity.nodes[2]).toMatchObject({ actor: 'client', apiKeyName: 'Zapier' });
    expect(JSON.stringify(await server.dataSource.query('SELECT * FROM audit_entries'))).not.toContain(token);
  });

  it('may make 600 requests a minute, which the headers of every response count', async () => {
    const client = await createClient(server);
    const { id, token } = await createKey(client.id, ['read_leads']);
    const limitOf = ({ headers }: Answer) => [headers.get('ratelimit-policy'), headers.get('ratelimit')];
    const first = await send(token, leads, { clientId: client.id });
    expect(limitOf(first)).toEqual(['"key";q=600;w=60', expect.stringMatching(/^"key";r=599;t=([1-5]?\d|60)$/)]);
    const refusal = await send(token, '{ viewer { client { id } } }');
    expect(limitOf(refusal)[1]).toMatch(/^"key";r=598;/);
    await server.dataSource.query(`UPDATE rate_limits SET points = 600 WHERE key = $1`, [`api-key:${id}`]);
    const last = await send(token, leads, { clientId: client.id });
    expect([last.status, codeOf(last), limitOf(last)[1]]).toEqual([
      429,
      'RATE_LIMITED',
      expect.stringMatching(/^"key";r=0;t=\d+$/),
    ]);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    const another = await createKey(client.id, ['read_leads']);
    expect(codeOf(await send(another.token, leads, { clientId: client.id }))).toBe('ok');
  });

  it('cannot be guessed: wrong ones are limited per address, and valid ones keep working from it', async () => {
    const { token } = await createKey(null, ['read_clients']);
    const address = { 'x-forwarded-for': '203.0.113.200' };
    const guess = () => send(`apikey_${'A'.repeat(43)}`, leads, { clientId: 'x' }, address);
    const codes: string[] = [];
    for (let n = 0; n < 52; n += 1) codes.push(codeOf(await guess()));
    expect(codes.slice(49)).toEqual(['UNAUTHENTICATED', 'RATE_LIMITED', 'RATE_LIMITED']);
    expect((await guess()).status).toBe(429);
    expect(codeOf(await send(token, '{ clients { nodes { id } } }', {}, address))).toBe('ok');
  });
});
