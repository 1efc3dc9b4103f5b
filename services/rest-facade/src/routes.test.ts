import { createLandingCache } from '@dripline/runtime/landing/landing-cache';
import { createLog } from '@dripline/runtime/log';
import { buildSchema, type DocumentNode, type FieldNode, type OperationDefinitionNode, parse, validate } from 'graphql';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createApp, isGraphqlReachable } from './app';
import { routes } from './routes';

const schema = buildSchema(readFileSync(path.join(__dirname, '../../contract/schema.graphql'), 'utf8'));

interface ReceivedRequest {
  operation: string;
  variables: Record<string, unknown>;
  headers: http.IncomingHttpHeaders;
}

/** A GraphQL server that records each operation and sends the response that the test sets. */
function startGraphqlStub() {
  const received: ReceivedRequest[] = [];
  let answer: { data?: unknown; errors?: unknown[]; setCookie?: string; headers?: Record<string, string> } = {};
  const server = http.createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const { query, variables } = JSON.parse(Buffer.concat(chunks).toString()) as {
        query: string;
        variables: Record<string, unknown>;
      };
      const document = parse(query);
      expect(validate(schema, document)).toEqual([]);
      const { name } = document.definitions[0] as OperationDefinitionNode;
      received.push({ operation: name!.value, variables, headers: req.headers });
      if (answer.setCookie) res.setHeader('set-cookie', answer.setCookie);
      for (const [header, value] of Object.entries(answer.headers ?? {})) res.setHeader(header, value);
      res.setHeader('content-type', 'application/json');
      res.end(JSON.stringify({ data: answer.data, errors: answer.errors }));
    });
  });
  return { server, received, respondWith: (next: typeof answer) => void (answer = next) };
}

const ID = '0b8f6a52-6a0e-4f0e-9d0a-111111111111';
const newKey = { name: 'CRM', scopes: ['read_leads'] };
/** Method, path and body of a request; the operation and variables that it sends; the status of a success. */
const cases: [string, string, object | undefined, string, object, number][] = [
  ['GET', '/api/auth/user', undefined, 'CurrentUser', {}, 200],
  ['POST', '/api/auth/login', { username: 'a', password: 'b' }, 'SignIn', { username: 'a', password: 'b' }, 200],
  ['POST', '/api/auth/logout', undefined, 'SignOut', {}, 204],
  [
    'POST',
    '/api/auth/client/login',
    { username: 'a', password: 'b' },
    'SignInClient',
    { username: 'a', password: 'b' },
    200,
  ],
  ['POST', '/api/auth/client/logout', undefined, 'SignOutClient', {}, 204],
  [
    'POST',
    '/api/auth/second-factor',
    { challenge: 'a', code: 'b' },
    'FinishSignIn',
    { challenge: 'a', code: 'b' },
    200,
  ],
  [
    'POST',
    '/api/auth/password',
    { currentPassword: 'a', newPassword: 'b' },
    'ChangePassword',
    { currentPassword: 'a', newPassword: 'b' },
    204,
  ],
  ['GET', '/api/admin/admins', undefined, 'Admins', { limit: 500 }, 200],
  ['DELETE', `/api/admin/admins/${ID}`, undefined, 'DeleteAdmin', { id: ID }, 204],
  ['GET', '/api/admin/invitations', undefined, 'AdminInvitations', { limit: 500 }, 200],
  ['POST', '/api/admin/invitations', undefined, 'CreateAdminInvitation', {}, 201],
  [
    'POST',
    '/api/admin/invitations/accept',
    { token: 't', username: 'a', password: 'b' },
    'AcceptAdminInvitation',
    { token: 't', username: 'a', password: 'b' },
    201,
  ],
  ['DELETE', `/api/admin/invitations/${ID}`, undefined, 'DeleteAdminInvitation', { id: ID }, 204],
  [
    'GET',
    `/api/admin/audit?clientId=${ID}&failed=true&limit=5&offset=10`,
    undefined,
    'AuditEntries',
    { clientId: ID, failed: true, limit: 5, offset: 10 },
    200,
  ],
  ['GET', '/api/admin/stats', undefined, 'AdminStats', {}, 200],
  ['GET', '/api/clients', undefined, 'Clients', { limit: 500 }, 200],
  ['POST', '/api/clients', { businessName: 'x' }, 'CreateClient', { input: { businessName: 'x' } }, 201],
  ['PUT', `/api/clients/${ID}`, { status: 'inactive' }, 'UpdateClient', { id: ID, input: { status: 'inactive' } }, 200],
  ['DELETE', `/api/clients/${ID}`, undefined, 'DeleteClient', { id: ID }, 204],
  ['GET', `/api/clients/${ID}`, undefined, 'Client', { id: ID }, 200],
  ['GET', `/api/clients/${ID}/stats`, undefined, 'ClientStats', { clientId: ID }, 200],
  [
    'GET',
    `/api/clients/${ID}/sources?days=7&campaignId=${ID}`,
    undefined,
    'ClientSources',
    { clientId: ID, days: 7, campaignId: ID },
    200,
  ],
  ['GET', `/api/clients/${ID}/activity?limit=5`, undefined, 'ClientActivity', { clientId: ID, limit: 5 }, 200],
  ['GET', `/api/clients/${ID}/campaigns`, undefined, 'Campaigns', { clientId: ID, limit: 500 }, 200],
  [
    'GET',
    `/api/clients/${ID}/leads?search=ann&status=new&limit=5&offset=10&campaignId=${ID}`,
    undefined,
    'Leads',
    { clientId: ID, search: 'ann', status: 'new', limit: 5, offset: 10, campaignId: ID },
    200,
  ],
  ['GET', `/api/clients/${ID}/leads`, undefined, 'Leads', { clientId: ID, limit: 500 }, 200],
  [
    'GET',
    `/api/clients/${ID}/leads.csv?sort=fullName&order=asc`,
    undefined,
    'LeadsCsv',
    { clientId: ID, sort: 'fullName', order: 'asc' },
    200,
  ],
  [
    'GET',
    `/api/clients/${ID}/spam-leads?limit=5&offset=10&campaignId=${ID}`,
    undefined,
    'SpamLeads',
    { clientId: ID, limit: 5, offset: 10, campaignId: ID },
    200,
  ],
  ['GET', `/api/clients/${ID}/files`, undefined, 'Files', { clientId: ID, limit: 500 }, 200],
  ['GET', `/api/clients/${ID}/sms-sequences`, undefined, 'Sequences', { clientId: ID, limit: 500 }, 200],
  ['GET', `/api/clients/${ID}/sms-messages`, undefined, 'SmsMessages', { clientId: ID, limit: 500 }, 200],
  ['GET', `/api/campaigns/${ID}/scan-analytics`, undefined, 'ScanAnalytics', { campaignId: ID }, 200],
  ['GET', `/api/campaigns/${ID}`, undefined, 'Campaign', { id: ID }, 200],
  [
    'GET',
    `/api/campaigns/${ID}/qrcode?format=svg&size=512`,
    undefined,
    'QrCode',
    { campaignId: ID, format: 'svg', size: 512 },
    200,
  ],
  [
    'POST',
    `/api/clients/${ID}/campaigns`,
    { name: 'x' },
    'CreateCampaign',
    { clientId: ID, input: { name: 'x' } },
    201,
  ],
  ['PUT', `/api/campaigns/${ID}`, { name: 'y' }, 'UpdateCampaign', { id: ID, input: { name: 'y' } }, 200],
  [
    'GET',
    '/api/landing/acme/spring?source=qr',
    undefined,
    'RecordLandingView',
    { client: 'acme', slug: 'spring', source: 'qr' },
    200,
  ],
  [
    'GET',
    '/api/landing/acme/spring?source=&utm_source=google',
    undefined,
    'RecordLandingView',
    { client: 'acme', slug: 'spring', source: 'google' },
    200,
  ],
  [
    'POST',
    '/api/campaigns/acme/spring/leads?source=qr&utm_source=google&utm_source=x&utm_term=%01&gclid=a1&pageVersion=1f0c',
    { phone: '1' },
    'SubmitLead',
    {
      client: 'acme',
      slug: 'spring',
      source: 'qr',
      utmSource: 'google',
      gclid: 'a1',
      pageVersion: '1f0c',
      formData: { phone: '1' },
      idempotencyKey: 'key-1',
    },
    201,
  ],
  [
    'POST',
    '/api/campaigns/acme/spring/leads?formToken=k.t.m&honeypotFilled=true&autofilled=true',
    { phone: '1' },
    'SubmitLead',
    {
      client: 'acme',
      slug: 'spring',
      formToken: 'k.t.m',
      honeypotFilled: true,
      autofilled: true,
      formData: { phone: '1' },
      idempotencyKey: 'key-1',
    },
    201,
  ],
  ['GET', `/api/leads/${ID}`, undefined, 'Lead', { id: ID }, 200],
  ['GET', `/api/sms-sequences/${ID}`, undefined, 'Sequence', { id: ID }, 200],
  ['GET', `/api/files/${ID}`, undefined, 'File', { id: ID }, 200],
  ['GET', `/api/webhooks/${ID}`, undefined, 'Webhook', { id: ID }, 200],
  ['PUT', `/api/leads/${ID}`, { status: 'new' }, 'UpdateLead', { id: ID, input: { status: 'new' } }, 200],
  ['DELETE', `/api/leads/${ID}`, undefined, 'DeleteLead', { id: ID }, 204],
  ['POST', `/api/spam-leads/${ID}/restore`, undefined, 'RestoreSpamLead', { id: ID }, 200],
  ['DELETE', `/api/spam-leads/${ID}`, undefined, 'DeleteSpamLead', { id: ID }, 204],
  ['POST', `/api/clients/${ID}/person`, { phone: '1' }, 'Person', { clientId: ID, phone: '1' }, 200],
  ['POST', `/api/clients/${ID}/person/erase`, { email: 'x@y.z' }, 'ErasePerson', { clientId: ID, email: 'x@y.z' }, 200],
  ['GET', `/api/clients/${ID}/retention`, undefined, 'RetentionPolicy', { id: ID }, 200],
  [
    'PUT',
    `/api/clients/${ID}/retention`,
    { leadDays: null },
    'UpdateRetentionPolicy',
    { clientId: ID, input: { leadDays: null } },
    200,
  ],
  [
    'POST',
    `/api/clients/${ID}/sms-sequences`,
    { name: 'x' },
    'CreateSequence',
    { clientId: ID, input: { name: 'x' } },
    201,
  ],
  ['PUT', `/api/sms-sequences/${ID}`, { name: 'x' }, 'UpdateSequence', { id: ID, input: { name: 'x' } }, 200],
  ['DELETE', `/api/sms-sequences/${ID}`, undefined, 'DeleteSequence', { id: ID }, 204],
  ['POST', '/api/sms/process', undefined, 'ProcessSms', {}, 200],
  ['POST', '/api/sms/process', { clientId: ID }, 'ProcessSms', { clientId: ID }, 200],
  ['POST', `/api/clients/${ID}/files/upload`, undefined, 'CreateUpload', { clientId: ID }, 201],
  ['POST', '/api/objects/upload', { sendsHeaders: true }, 'CreateUpload', { sendsHeaders: true }, 201],
  [
    'PUT',
    '/api/objects/set-path',
    { objectURL: 'x', fileName: 'y' },
    'CompleteUpload',
    { input: { objectURL: 'x', fileName: 'y' } },
    200,
  ],
  ['PUT', `/api/files/${ID}`, { fileName: 'x' }, 'RenameFile', { id: ID, fileName: 'x' }, 200],
  ['DELETE', `/api/files/${ID}`, undefined, 'DeleteFile', { id: ID }, 204],
  ['GET', '/api/admin/api-keys', undefined, 'ApiKeys', { limit: 500 }, 200],
  ['POST', '/api/admin/api-keys', newKey, 'CreateApiKey', { input: newKey }, 201],
  ['GET', `/api/clients/${ID}/api-keys`, undefined, 'ApiKeys', { clientId: ID, limit: 500 }, 200],
  ['POST', `/api/clients/${ID}/api-keys`, newKey, 'CreateApiKey', { clientId: ID, input: newKey }, 201],
  ['DELETE', `/api/api-keys/${ID}`, undefined, 'RevokeApiKey', { id: ID }, 204],
  ['GET', `/api/clients/${ID}/webhooks`, undefined, 'Webhooks', { clientId: ID, limit: 500 }, 200],
  [
    'POST',
    `/api/clients/${ID}/webhooks`,
    { url: 'x', events: [] },
    'CreateWebhook',
    { clientId: ID, input: { url: 'x', events: [] } },
    201,
  ],
  ['PUT', `/api/webhooks/${ID}`, { enabled: false }, 'UpdateWebhook', { id: ID, input: { enabled: false } }, 200],
  ['DELETE', `/api/webhooks/${ID}`, undefined, 'DeleteWebhook', { id: ID }, 204],
  ['POST', `/api/webhooks/${ID}/secret`, undefined, 'RotateWebhookSecret', { id: ID }, 200],
  ['POST', `/api/webhooks/${ID}/test`, undefined, 'TestWebhook', { id: ID }, 200],
  [
    'GET',
    `/api/webhooks/${ID}/deliveries?limit=5&offset=10`,
    undefined,
    'WebhookDeliveries',
    { webhookId: ID, limit: 5, offset: 10 },
    200,
  ],
  ['GET', `/api/webhook-deliveries/${ID}`, undefined, 'WebhookDelivery', { id: ID }, 200],
  ['POST', `/api/webhook-deliveries/${ID}/replay`, undefined, 'ReplayWebhookDelivery', { id: ID }, 200],
];

const uncached = (graphqlUrl: string) => createLandingCache({ graphqlUrl, log: createLog('rest-facade') });

describe('the facade', () => {
  const graphql = startGraphqlStub();
  let facade: http.Server;
  let base: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => graphql.server.listen(0, '127.0.0.1', resolve));
    const graphqlUrl = `http://127.0.0.1:${(graphql.server.address() as AddressInfo).port}/graphql`;
    facade = createApp({
      graphqlUrl,
      landingCache: uncached(graphqlUrl),
      publicUrl: 'http://localhost:8080',
      trustProxyHops: 1,
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => facade.once('listening', resolve));
    base = `http://127.0.0.1:${(facade.address() as AddressInfo).port}`;
  });
  afterAll(() =>
    Promise.all([facade, graphql.server].map((server) => new Promise((resolve) => void server.close(resolve)))),
  );
  beforeEach(() => void graphql.received.splice(0));

  const call = (method: string, target: string, body?: object | string, headers: Record<string, string> = {}) =>
    fetch(`${base}${target}`, {
      method,
      headers: { ...(body ? { 'content-type': 'application/json' } : {}), 'idempotency-key': 'key-1', ...headers },
      body: typeof body === 'object' ? JSON.stringify(body) : body,
    });
  const respondWithError = (code: string, more: object = {}) =>
    graphql.respondWith({ errors: [{ message: 'Because', extensions: { code, ...more } }] });

  it.each(cases)('%s %s', async (method, target, body, operation, variables, status) => {
    const { reply } = {
      reply:
        method === 'DELETE' || /logout$|password$/.test(target)
          ? undefined
          : {
              id: ID,
              nodes: [],
              totalCount: 7,
              pageInfo: { hasNextPage: false, endCursor: null },
              objectPath: '/objects/x',
              file: { id: ID },
              csv: 'a,b',
              nextCursor: null,
              fileName: 'x.svg',
              mimeType: 'image/svg+xml',
              content: 'PHN2Zy8+',
            },
    };
    const { document } = routes.find((entry) => entry.operation === operation)!;
    graphql.respondWith({ data: nested(document, reply) });
    const answer = await call(method, target, body);
    expect(graphql.received).toMatchObject([{ operation }]);
    expect(graphql.received[0]!.variables).toEqual(variables);
    const isPublic = routes.some((entry) => entry.operation === operation && entry.isPublic);
    // A form passes its key as a variable.
    expect(graphql.received[0]!.headers['idempotency-key']).toBe(method === 'POST' && !isPublic ? 'key-1' : undefined);
    expect(answer.status).toBe(status);
    const isPage = routes.some((entry) => entry.operation === operation && entry.details.list);
    if (status === 204) expect(await answer.text()).toBe('');
    else if (operation === 'LeadsCsv') expect(await answer.text()).toBe('a,b');
    else if (operation === 'QrCode') expect(await answer.text()).toBe('<svg/>');
    else if (operation === 'CompleteUpload') expect(await answer.json()).toEqual({ objectPath: '/objects/x', id: ID });
    else expect(await answer.json()).toEqual(isPage ? [] : reply);
    if (isPage) expect(answer.headers.get('x-total-count')).toBe('7');
  });

  describe('a PUT or PATCH of what GET answered', () => {
    const client = { id: ID, businessName: 'A', createdAt: '2026-01-01T00:00:00.000Z', quietHours: { enabled: true } };
    const answerBoth = () => graphql.respondWith({ data: { client, updateClient: client } });

    it.each(['PUT', 'PATCH'])('%s sends only the fields that can be changed', async (method) => {
      answerBoth();
      const body = { ...client, businessName: 'B', stats: { totalLeads: 1 }, usage: {} };
      const answer = await call(method, `/api/clients/${ID}`, body);
      expect(answer.status).toBe(200);
      expect(graphql.received.map(({ operation }) => operation)).toEqual(['Client', 'UpdateClient']);
      const input = { businessName: 'B', quietHours: { enabled: true } };
      expect(graphql.received[1]!.variables).toEqual({ id: ID, input });
    });

    it('reads the object only if the body contains such fields', async () => {
      answerBoth();
      await call('PUT', `/api/clients/${ID}`, { businessName: 'B', stats: {} });
      expect(graphql.received.map(({ operation }) => operation)).toEqual(['UpdateClient']);
    });

    it.each(['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000000+00:00', '2026-01-01T02:00:00+02:00'])(
      'accepts a time written as %s',
      async (createdAt) => {
        answerBoth();
        expect((await call('PUT', `/api/clients/${ID}`, { ...client, createdAt })).status).toBe(200);
      },
    );

    it.each(['2026-01-01T00:00:00.001Z', '2026-01-01', 1_767_225_600_000])('rejects the time %s', async (createdAt) => {
      answerBoth();
      const answer = await call('PUT', `/api/clients/${ID}`, { ...client, createdAt });
      expect(await answer.json()).toMatchObject({ fields: { createdAt: 'createdAt cannot be changed.' } });
    });

    it('rejects changed fields by name and changes nothing', async () => {
      answerBoth();
      const answer = await call('PUT', `/api/clients/${ID}`, { ...client, id: 'other', createdAt: null });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({
        code: 'BAD_USER_INPUT',
        message: 'id cannot be changed.',
        fields: { id: 'id cannot be changed.', createdAt: 'createdAt cannot be changed.' },
      });
      expect(graphql.received.map(({ operation }) => operation)).toEqual(['Client']);
    });

    it('ignores figures that changed since the GET', async () => {
      const sequence = { id: ID, name: 'A', activeEnrollments: 0, campaignName: 'New name', pausedAt: null };
      graphql.respondWith({ data: { sequence, updateSequence: sequence } });
      const body = {
        ...sequence,
        activeEnrollments: 1,
        campaignName: 'Old name',
        pausedAt: '2026-01-01T00:00:00.000Z',
      };
      expect((await call('PUT', `/api/sms-sequences/${ID}`, body)).status).toBe(200);
      expect(graphql.received.at(-1)).toMatchObject({ variables: { id: ID, input: { name: 'A' } } });
    });

    it('leaves unknown fields to GraphQL, which rejects them', async () => {
      answerBoth();
      await call('PUT', `/api/clients/${ID}`, { nickname: 'x' });
      expect(graphql.received[1]!.variables).toEqual({ id: ID, input: { nickname: 'x' } });
    });

    it('is based on the version of If-Match, or else of the body', async () => {
      const versioned = { ...client, version: 3, updatedAt: '2026-01-02T00:00:00.000Z' };
      graphql.respondWith({ data: { client: versioned, updateClient: { ...versioned, version: 4 } } });
      const get = await call('GET', `/api/clients/${ID}`);
      expect(get.headers.get('etag')).toBe('"3"');
      // The object is older than the one that GraphQL has.
      const put = await call('PUT', `/api/clients/${ID}`, { ...versioned, version: 2, updatedAt: 'older' });
      expect([put.status, put.headers.get('etag')]).toEqual([200, '"4"']);
      expect(graphql.received.at(-1)!.variables).toMatchObject({ expectedVersion: 2 });
      for (const [ifMatch, expectedVersion] of [
        ['"7"', 7],
        ['W/"8"', 8],
        ['*', undefined],
      ] as const) {
        await call('PATCH', `/api/clients/${ID}`, { businessName: 'B', version: 2 }, { 'if-match': ifMatch });
        expect(graphql.received.at(-1)!.variables['expectedVersion']).toBe(expectedVersion);
      }
      const invalid = await call('PUT', `/api/clients/${ID}`, { businessName: 'B' }, { 'if-match': 'seven' });
      expect([invalid.status, await invalid.json()]).toMatchObject([
        400,
        { fields: { 'If-Match': expect.any(String) } },
      ]);
    });

    it('answers 412 with the current object if it has another version', async () => {
      respondWithError('CONFLICT', { current: { id: ID, version: 4 } });
      const answer = await call('PUT', `/api/clients/${ID}`, { businessName: 'B' }, { 'if-match': '"3"' });
      expect(answer.status).toBe(412);
      expect(await answer.json()).toEqual({ message: 'Because', code: 'CONFLICT', current: { id: ID, version: 4 } });
    });

    it('renames a file by either name', async () => {
      graphql.respondWith({ data: { file: { id: ID, originalName: 'a.png', fileSize: 1 }, renameFile: { id: ID } } });
      await call('PUT', `/api/files/${ID}`, { id: ID, originalName: 'b.png', fileSize: 1 });
      expect(graphql.received.at(-1)!.variables).toEqual({ id: ID, fileName: 'b.png' });
    });
  });

  it('every route has a test case', () => {
    const tried = new Set(cases.map(([, , , operation]) => operation));
    expect(routes.map(({ operation }) => operation).filter((operation) => !tried.has(operation))).toEqual([]);
  });

  it('forwards the session cookie in both directions, except on public routes, and no other credentials', async () => {
    graphql.respondWith({ data: { signIn: { id: ID } }, setCookie: 'admin_session=abc; Path=/; HttpOnly' });
    const answer = await call(
      'POST',
      '/api/auth/login',
      { username: 'a', password: 'b' },
      {
        cookie: 'admin_session=old',
        'x-forwarded-for': '203.0.113.9',
        authorization: 'Bearer a service token',
      },
    );
    expect(answer.headers.getSetCookie()).toEqual(['admin_session=abc; Path=/; HttpOnly']);
    expect(graphql.received[0]!.headers).toMatchObject({
      cookie: 'admin_session=old',
      'x-forwarded-for': '203.0.113.9',
    });
    expect(graphql.received[0]!.headers).not.toHaveProperty('authorization');
    graphql.respondWith({ data: { recordLandingView: {} } });
    const visit = await call('GET', '/api/landing/acme/spring', undefined, {
      cookie: 'admin_session=old',
      origin: 'https://acme.example',
    });
    expect(graphql.received[1]!.headers).not.toHaveProperty('cookie');
    expect(visit.headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await call('OPTIONS', '/api/campaigns/acme/spring/leads');
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Authorization, Content-Type, Idempotency-Key',
    ]);
  });

  it('forwards which session the request acts with, which the link of a download names in a parameter', async () => {
    graphql.respondWith({
      data: {
        clients: { nodes: [], totalCount: 0, pageInfo: { hasNextPage: false } },
        client: { id: ID },
        leadsCsv: { csv: '', nextCursor: null },
        recordLandingView: {},
      },
    });
    const selected = async (path: string, header?: string) => {
      await call('GET', path, undefined, header === undefined ? {} : { 'session-role': header });
      return graphql.received.at(-1)!.headers['session-role'];
    };
    expect([await selected(`/api/clients/${ID}`), await selected(`/api/clients/${ID}`, 'admin')]).toEqual([
      undefined,
      'admin',
    ]);
    expect([await selected('/api/clients'), await selected('/api/clients', 'client')]).toEqual([
      'admin, client',
      'client',
    ]);
    const csv = `/api/clients/${ID}/leads.csv?session=admin`;
    expect([await selected(csv), await selected(csv, 'client')]).toEqual(['admin', 'client']);
    expect(await selected(`/api/clients/${ID}?session=admin`)).toBeUndefined();
    for (const invalid of ['session=', 'session=owner', 'session=admin&session=client']) {
      const refusal = await call('GET', `/api/clients/${ID}/leads.csv?${invalid}`);
      expect([refusal.status, await refusal.json()]).toMatchObject([
        400,
        { fields: { session: 'session must be admin or client.' } },
      ]);
    }
    expect(await selected('/api/landing/acme/spring', 'admin')).toBeUndefined();
  });

  it('forwards an API key, also on public routes, and returns its limit with results and errors', async () => {
    const authorization = `Bearer apikey_${'A'.repeat(43)}`;
    const headers = { 'ratelimit-policy': '"key";q=600;w=60', ratelimit: '"key";r=599;t=42' };
    graphql.respondWith({ data: { client: {} }, headers });
    const answer = await call('GET', `/api/clients/${ID}`, undefined, { authorization });
    graphql.respondWith({ errors: [{ message: 'Because', extensions: { code: 'FORBIDDEN' } }], headers });
    const refusal = await call('GET', `/api/clients/${ID}`, undefined, { authorization });
    graphql.respondWith({ data: { submitLead: {} }, headers });
    const submission = await call('POST', '/api/campaigns/acme/spring/leads', { phone: '1' }, { authorization });
    expect([answer, refusal, submission].map(({ status }) => status)).toEqual([200, 403, 201]);
    for (const { headers: received } of [answer, refusal, submission])
      expect([received.get('ratelimit-policy'), received.get('ratelimit')]).toEqual(Object.values(headers));
    expect(graphql.received.map((request) => request.headers.authorization)).toEqual(Array(3).fill(authorization));
    expect(submission.headers.get('access-control-expose-headers')).toBe('RateLimit, RateLimit-Policy, Retry-After');
  });

  it('returns whether a response is that of an earlier request, and nothing without a key', async () => {
    graphql.respondWith({ data: { createClient: { id: ID } }, headers: { 'idempotent-replayed': 'true' } });
    const answer = await call('POST', '/api/clients', { businessName: 'x' });
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    graphql.respondWith({ data: { createClient: { id: ID } } });
    const first = await fetch(`${base}/api/clients`, { method: 'POST' });
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(graphql.received[1]!.headers).not.toHaveProperty('idempotency-key');
  });

  it('answers 409 with Retry-After while the first request with a key is running', async () => {
    respondWithError('CONFLICT', { retryAfter: 1 });
    const answer = await call('POST', '/api/clients', { businessName: 'x' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '1']);
  });

  it('forwards the method of a HEAD request to GraphQL', async () => {
    graphql.respondWith({ data: { recordLandingView: {} } });
    expect((await call('HEAD', '/api/landing/acme/spring')).status).toBe(200);
    expect(graphql.received[0]!.headers['x-forwarded-method']).toBe('HEAD');
  });

  it.each([
    ['BAD_USER_INPUT', 400],
    ['UNAUTHENTICATED', 401],
    ['FORBIDDEN', 403],
    ['LIMIT_REACHED', 403],
    ['NOT_FOUND', 404],
    ['CONFLICT', 409],
    ['PAYLOAD_TOO_LARGE', 413],
    ['UNSUPPORTED_MEDIA_TYPE', 415],
    ['IDEMPOTENCY_KEY_REUSED', 422],
    ['INTERNAL_SERVER_ERROR', 500],
    ['UNAVAILABLE', 503],
  ])('answers %s with status %i', async (code, status) => {
    respondWithError(code, { fields: { name: 'why' } });
    const answer = await call('GET', '/api/clients');
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ message: 'Because', code, fields: { name: 'why' } });
  });

  it('sets Retry-After when a rate limit is exceeded', async () => {
    respondWithError('RATE_LIMITED', { retryAfter: 42 });
    const answer = await call('POST', '/api/auth/login', { username: 'a', password: 'b' });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '42']);
  });

  it('rejects a body that is not a JSON object without calling GraphQL', async () => {
    expect((await call('POST', '/api/clients', '{')).status).toBe(400);
    expect((await call('POST', '/api/clients', '[1]')).status).toBe(400);
    expect(
      (await call('POST', '/api/clients', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).status,
    ).toBe(415);
    expect((await call('POST', '/api/clients', JSON.stringify({ x: 'y'.repeat(1_100_000) }))).status).toBe(413);
    expect((await call('POST', '/api/clients', '{}', { 'content-encoding': 'x' })).status).toBe(415);
    expect(graphql.received).toEqual([]);
  });

  it('rejects a body that is nested too deep, without calling GraphQL', async () => {
    for (const depth of [33, 5_000, 100_000]) {
      const body = `{"formData":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const answer = await call('POST', '/api/campaigns/acme/spring/leads', body);
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { message: 'Values must be nested at most 32 levels deep.', code: 'BAD_USER_INPUT' },
      ]);
    }
    expect(graphql.received).toEqual([]);
  });

  it('rejects unknown fields, which GraphQL would ignore', async () => {
    const unknown = await call('POST', '/api/auth/login', { username: 'a', password: 'b', remember: true });
    expect([unknown.status, await unknown.json()]).toEqual([
      400,
      {
        message: 'Unknown field "remember"',
        code: 'BAD_USER_INPUT',
        fields: { remember: 'is not a field of this request' },
      },
    ]);
    expect(graphql.received).toEqual([]);
    graphql.respondWith({ data: { file: { id: ID } } });
    expect((await call('PUT', `/api/files/${ID}`, '{"fileName":"x","__proto__":{"id":"y"}}')).status).toBe(400);
    expect(graphql.received.map(({ operation }) => operation)).toEqual(['File']);
  });

  it('passes repeated and non-numeric parameters on to GraphQL, which rejects them', async () => {
    graphql.respondWith({
      data: { client: { leads: { nodes: [], totalCount: 0, pageInfo: { hasNextPage: false } } } },
    });
    await call('GET', `/api/clients/${ID}/leads?status=new&status=contacted&limit=1e3&sort=`);
    expect(graphql.received[0]!.variables).toEqual({
      clientId: ID,
      status: ['new', 'contacted'],
      limit: '1e3',
      sort: '',
    });
  });

  it('answers an unknown path and an unsupported method in JSON', async () => {
    const unknown = await call('GET', '/api/nothing');
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { message: 'This path does not exist. See /api/docs for all paths.', code: 'NOT_FOUND' },
    ]);
    const wrong = await call('PATCH', '/api/clients');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  });

  it('answers 503 when GraphQL is unreachable, and reports that in readiness', async () => {
    const app = createApp({
      graphqlUrl: 'http://127.0.0.1:1/graphql',
      landingCache: uncached('http://127.0.0.1:1/graphql'),
      publicUrl: 'http://localhost:8080',
      trustProxyHops: 0,
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => app.once('listening', resolve));
    const { port } = app.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/clients`);
    expect([
      answer.status,
      answer.headers.get('retry-after'),
      ((await answer.json()) as { code: string }).code,
    ]).toEqual([503, '2', 'UNAVAILABLE']);
    expect(await isGraphqlReachable('http://127.0.0.1:1/graphql')).toBe(false);
    await new Promise((resolve) => void app.close(resolve));
  });

  it.each(cases)(
    '%s %s reveals no internals of an internal error, only the request id',
    async (method, target, body) => {
      respondWithError('INTERNAL_SERVER_ERROR', {
        stacktrace: ['at leads.ts:1'],
        exception: { detail: 'Key (phone)=(+14155550123)' },
      });
      const answer = await call(method, target, body);
      expect([answer.status, await answer.json()]).toEqual([
        500,
        { message: 'Because', code: 'INTERNAL_SERVER_ERROR' },
      ]);
      expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/);
    },
  );

  it('answers 503 in JSON when GraphQL does not respond in time', async () => {
    const silent = http.createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const graphqlUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/graphql`;
    const app = createApp({
      graphqlUrl,
      landingCache: uncached(graphqlUrl),
      publicUrl: 'http://localhost:8080',
      trustProxyHops: 0,
      timeoutMs: 300,
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => app.once('listening', resolve));
    const answer = await fetch(`http://127.0.0.1:${(app.address() as AddressInfo).port}/api/clients`);
    expect([
      answer.status,
      answer.headers.get('retry-after'),
      ((await answer.json()) as { code: string }).code,
    ]).toEqual([503, '2', 'UNAVAILABLE']);
    app.close();
    silent.closeAllConnections();
    silent.close();
  });

  it('describes every route, and the documentation page loads no files from other sites', async () => {
    const description = (await (await call('GET', '/api/openapi.json')).json()) as { paths: Record<string, object> };
    for (const { path: routePath, method } of routes)
      expect(description.paths[routePath.replace(/:(\w+)/g, '{$1}')]).toHaveProperty(method);
    const changes = await call('GET', '/api/docs/changes');
    expect([changes.headers.get('content-type'), await changes.text()]).toEqual([
      'text/plain; charset=utf-8',
      expect.stringMatching(/^# API changes\n[^]*version of the product/),
    ]);
    const page = await (await call('GET', '/api/docs/')).text();
    expect(page).toContain('<title>REST API</title>');
    expect(page).not.toMatch(/https?:\/\//);
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'start.js'])
      expect((await call('GET', `/api/docs/${file}`)).status).toBe(200);
  });
});

/** Returns the data of an operation with a value in the field that its selections lead to. */
function nested(document: DocumentNode, value: unknown): object {
  const [operation] = document.definitions.filter((node) => node.kind === 'OperationDefinition');
  const wrap = ({ name, selectionSet }: FieldNode): object => {
    const [only, ...others] = selectionSet?.selections ?? [];
    const leadsOn = only?.kind === 'Field' && only.selectionSet && others.length === 0;
    return { [name.value]: leadsOn ? wrap(only) : value };
  };
  return wrap(operation!.selectionSet.selections[0] as FieldNode);
}
