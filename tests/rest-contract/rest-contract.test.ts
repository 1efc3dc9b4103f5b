import { randomUUID } from 'node:crypto';
import { accessLevels, restAccess } from '@dripline/contract/access-matrix';
import { httpStatus } from '@dripline/contract/error-codes';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { launch, type LaunchedCommand } from '../harness/launch';
import { callAs, callOrThrow, type Resource } from './call';
import { type ApiDescription, operationsOf, responseDifferences } from './api-description';
import { contractCalls, pathOf } from './contract-calls';
import {
  type Caller,
  createFixture,
  type Fixture,
  formOf,
  makeCampaign,
  makeSequence,
  makeWebhook,
  password,
} from './fixture';

jest.setTimeout(60_000);

/** The result of an operation for a caller: `ok` or an error code. */
const resultOf = (operation: string, caller: Caller) => accessLevels[restAccess.get(operation)!][caller];

describe('the running API', () => {
  const credentials = { username: 'admin', password: 'a password for the contract test' };
  let stack: LaunchedCommand;
  let fixture: Fixture;
  let description: ApiDescription;

  beforeAll(async () => {
    const [port = 0] = await pickPorts(1);
    stack = launch('start', {
      PORT: String(port),
      ADMIN_USERNAME: credentials.username,
      ADMIN_PASSWORD: credentials.password,
      PRODUCT_NAME: 'Fish & Chips',
      RATE_LIMITS: 'off',
    });
    await stack.waitForOutput(/Ready in/);
    fixture = await createFixture(`http://127.0.0.1:${port}`, credentials);
    description = (await callAs(fixture.origin)('GET', '/api/openapi.json')).body as ApiDescription;
  });
  afterAll(async () => {
    stack.child.kill('SIGTERM');
    await stack.ended;
  });

  const operationOf = (operation: string) => {
    const [method = '', path = ''] = operation.split(' ');
    return description.paths[path]![method.toLowerCase()]!;
  };
  const successOf = (operation: string) =>
    Number(Object.keys(operationOf(operation).responses).find((status) => status.startsWith('2')));

  test('the contract calls and the access matrix cover all operations of the description', () => {
    expect(contractCalls.map(({ operation }) => operation).sort()).toEqual(operationsOf(description).sort());
    expect([...restAccess.keys()].sort()).toEqual(operationsOf(description).sort());
  });

  // Each operation is called as the least privileged caller with access, and as one without. The access matrix tests
  // the same GraphQL operations as every actor.
  const callers: Caller[] = ['anonymous', 'owner', 'admin'];
  const strangers: Caller[] = ['otherClient', 'anonymous'];
  const cases = contractCalls.flatMap((contractCall) => {
    const { operation, as = callers.find((caller) => resultOf(operation, caller) === 'ok')! } = contractCall;
    const stranger = strangers.find((caller) => resultOf(operation, caller) !== 'ok');
    return [as, ...(stranger ? [stranger] : [])].map((caller) => ({
      contractCall,
      caller,
      operation,
      result: resultOf(operation, caller),
    }));
  });

  test.each(cases)('$operation returns $result, as $caller', async ({ contractCall, caller, operation, result }) => {
    const call = await fixture.callAs(caller);
    const context = { fixture, call, resource: (await contractCall.resource?.(fixture)) ?? fixture.own };
    const body = await contractCall.body?.(context);
    const path = pathOf(operation, fixture.own, context.resource);
    const url = contractCall.query ? `${path}?${contractCall.query}` : path;
    const response = await call(operation.split(' ')[0]!, url, body);
    const status = result === 'ok' ? (contractCall.status ?? successOf(operation)) : httpStatus[result];
    expect(`${response.status} ${response.status === status ? '' : response.text}`).toBe(`${status} `);
    expect(responseDifferences(description, operation, response)).toEqual([]);
    if (result === 'ok')
      await contractCall.verify?.(context, {
        ...response,
        body: response.body as Resource,
        items: response.body as Resource[],
      });
  });

  test('every POST that changes something and sets no cookie runs once for each Idempotency-Key', async () => {
    const idempotentCalls = contractCalls.filter(
      ({ operation }) => operation.startsWith('POST ') && '422' in operationOf(operation).responses,
    );
    expect(idempotentCalls.length).toBeGreaterThan(10);
    for (const { operation, as = 'admin', resource, body } of idempotentCalls) {
      const call = await fixture.callAs(as);
      const context = { fixture, call, resource: (await resource?.(fixture)) ?? fixture.own };
      const path = pathOf(operation, fixture.own, context.resource);
      const [content, headers] = [await body?.(context), { 'idempotency-key': randomUUID() }];
      const first = await call('POST', path, content, headers);
      const retry = await call('POST', path, content, headers);
      expect([operation, first.status, first.headers.get('idempotent-replayed')]).toEqual([
        operation,
        successOf(operation),
        null,
      ]);
      expect([operation, retry.status, retry.body, retry.headers.get('idempotent-replayed')]).toEqual([
        operation,
        first.status,
        first.body,
        'true',
      ]);
      expect(responseDifferences(description, operation, retry)).toEqual([]);
    }
  });

  test('concurrent requests with one Idempotency-Key create one object, and another body is rejected', async () => {
    const operation = 'POST /api/clients/{id}/campaigns';
    const path = `/api/clients/${fixture.own.id}/campaigns`;
    const headers = { 'idempotency-key': randomUUID() };
    const name = `Concurrent ${randomUUID()}`;
    const send = (sent: string) => fixture.admin('POST', path, { name: sent }, headers);
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(name)));
    for (const response of responses) expect(responseDifferences(description, operation, response)).toEqual([]);
    const created = responses.filter(({ status }) => status === 201);
    expect(created.filter((response) => response.headers.get('idempotent-replayed') === null)).toHaveLength(1);
    const running = responses.filter(({ status }) => status !== 201);
    for (const response of running) expect([response.status, response.headers.get('retry-after')]).toEqual([409, '1']);
    const campaigns = (await fixture.admin('GET', path)).body as Resource[];
    expect(campaigns.filter((campaign) => campaign['name'] === name)).toHaveLength(1);
    expect((await send(name)).body).toEqual(created[0]!.body);
    const other = await send('Another name');
    expect([other.status, other.body]).toMatchObject([422, { code: 'IDEMPOTENCY_KEY_REUSED' }]);
    expect(responseDifferences(description, operation, other)).toEqual([]);
    const invalid = await fixture.admin('POST', path, { name }, { 'idempotency-key': 'with space' });
    expect([invalid.status, invalid.body]).toMatchObject([
      400,
      { fields: { 'Idempotency-Key': 'Idempotency-Key must be 1 to 255 visible ASCII characters.' } },
    ]);
  });

  const updates = contractCalls.filter(({ operation }) => operation.startsWith('PATCH '));
  test.each(updates)('$operation accepts what GET answers, as does PUT', async ({ operation, resource }) => {
    const call = await fixture.callAs('admin');
    const made = (await resource?.(fixture)) ?? fixture.own;
    const url = pathOf(operation, fixture.own, made);
    // Objects without a URL of their own are items of a list.
    const own = await call('GET', url);
    const list = `/api/clients/${fixture.own.id}/${url.split('/')[2]}`;
    const read = async () =>
      own.status === 200
        ? ((await call('GET', url)).body as Resource)
        : ((await call('GET', list)).body as Resource[]).find(({ id }) => id === made.id)!;
    const before = await read();
    for (const method of ['PUT', 'PATCH']) {
      const response = await call(method, url, await read());
      expect(`${response.status} ${response.status === 200 ? '' : response.text}`).toBe('200 ');
    }
    expect(await read()).toEqual(before);
    const stale = await call('PUT', url, before, { 'if-match': '"999"' });
    expect([stale.status, stale.body]).toMatchObject([
      412,
      { code: 'CONFLICT', current: { version: before['version'] } },
    ]);
    const readOnly = ['id', 'clientId', 'createdAt'].filter((name) => name in before);
    for (const name of readOnly) {
      const { version: _version, ...body } = await read();
      const response = await call('PUT', url, { ...body, [name]: '00000000-0000-4000-8000-000000000000' });
      expect([response.status, response.body]).toEqual([
        400,
        expect.objectContaining({ fields: { [name]: `${name} cannot be changed.` } }),
      ]);
    }
  });

  test('a sequence accepts its steps as `messages`, and a version that is no integer is rejected by name', async () => {
    const { id, messages } = await makeSequence(fixture);
    const call = await fixture.callAs('admin');
    const url = `/api/sms-sequences/${id}`;
    const changed = [...(messages as object[]), { delayMinutes: 5, message: 'Still there?' }];
    const response = await call('PUT', url, { messages: changed });
    expect([response.status, response.body]).toMatchObject([200, { messages: changed }]);
    const refused = await call('PUT', url, { name: 'Other', version: '1' });
    expect([refused.status, refused.body]).toMatchObject([400, { fields: { version: 'version must be an integer.' } }]);
  });

  test('a new webhook and one with a new secret have an ETag', async () => {
    const { id, version } = await makeWebhook(fixture);
    const call = await fixture.callAs('admin');
    const { headers, body } = await call('POST', `/api/webhooks/${id}/secret`);
    const rotated = body as Resource;
    expect(headers.get('etag')).toBe(`"${String(rotated['version'])}"`);
    expect(rotated['version']).toBeGreaterThan(version as number);
  });

  test('requests that another site can send with the session change nothing', async () => {
    const call = await fixture.callAs('admin');
    const client = `/api/clients/${fixture.own.id}`;
    const requests: [method: string, path: string, body?: object][] = [
      ['POST', '/api/auth/logout'],
      ['PUT', client, { businessName: 'Changed' }],
      ['DELETE', client],
    ];
    const origins: Record<string, string>[] = [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    // Content types of HTML forms, in case the browser sends no origin.
    const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'text/plain', ''];
    for (const [method, path, body] of requests) {
      for (const headers of origins)
        expect([headers, (await call(method, path, body, headers)).status]).toEqual([headers, 403]);
      for (const type of formTypes)
        expect([type, (await call(method, path, JSON.stringify(body ?? {}), { 'content-type': type })).status]).toEqual(
          [type, 415],
        );
    }
    expect((await call('GET', client)).body).toMatchObject({ businessName: 'Acme own' });
  });

  describe('invalid input', () => {
    let campaign: Resource;
    beforeAll(async () => void (campaign = await makeCampaign(fixture)));

    const long = 'x'.repeat(10_000);
    const newClient = {
      businessName: 'Bad',
      contactEmail: 'bad@acme.example',
      notificationPhone: '+14155550100',
      authEnabled: true,
      username: 'bad',
      password,
    };
    const client = (wrong: object) => ['POST /api/clients', { ...newClient, ...wrong }] as const;
    const page = (wrong: object) => ['PUT /api/campaigns/{id}', wrong] as const;
    const form = (wrong: object | string) =>
      [
        'POST /api/campaigns/{client}/{slug}/leads',
        typeof wrong === 'string' ? wrong : { ...formOf(), ...wrong },
      ] as const;

    // What the description cannot express, and the limits of the product specification. `npm run fuzz` tests the rest.
    test.each<
      [name: string, request: readonly [operation: string, body: object | string], status: number, field: string | null]
    >([
      ['a taken username', client({ username: 'own' }), 409, 'username'],
      ['a short password', client({ password: 'short' }), 400, 'password'],
      [
        'wrong credentials',
        ['POST /api/auth/login', { username: 'admin', password: 'a password for the fool' }],
        401,
        null,
      ],
      [
        'a malformed body',
        ['POST /api/auth/login', '{"username": "admin", "password": "a password for the'],
        400,
        null,
      ],
      ['an unknown time zone', ['PUT /api/clients/{id}', { timeZone: 'Mars/Olympus' }], 400, 'timeZone'],
      ['a logo of 31 px', page({ logoSize: 31 }), 400, 'logoSize'],
      ['a logo of 201 px', page({ logoSize: 201 }), 400, 'logoSize'],
      ['a form image of 79 px', page({ formImageSize: 79 }), 400, 'formImageSize'],
      ['a form image of 301 px', page({ formImageSize: 301 }), 400, 'formImageSize'],
      ['a redirect without a URL', page({ postSubmissionType: 'redirect' }), 400, 'redirectUrl'],
      ['a redirect to http', page({ redirectUrl: 'http://acme.example' }), 400, 'redirectUrl'],
      ['51 fields', page({ formFields: Array(51).fill({ type: 'text', label: 'x' }) }), 400, 'formFields'],
      [
        'an upload URL of another host',
        ['PUT /api/objects/set-path', { objectURL: 'https://evil.example/x', fileName: 'x' }],
        400,
        'objectURL',
      ],
      ['a form without a required field', form({ fullName: '' }), 400, 'fullName'],
      ['a form with a malformed number', form({ phone: 'no' }), 400, 'phone'],
      ['a form with an object', form({ more: {} }), 400, 'more'],
      ['a form with a prototype', form('{"fullName":"Ann","__proto__":{"held":true}}'), 400, '__proto__'],
      ['a form with a NUL', form({ fullName: 'Ann\u0000Lee' }), 400, 'formData.fullName'],
      ['a form with a long value', form({ note: long }), 400, 'note'],
      [
        'a form of 53 keys',
        form(Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`key${n}`, 'x']))),
        400,
        null,
      ],
      ['a form of 1.1 MB', form({ note: long.repeat(110) }), 413, null],
      ['a deeply nested form', form('['.repeat(5_000)), 400, null],
    ])('%s is rejected', async (_, [operation, body], status, field) => {
      const resource = operation.includes('campaigns') ? campaign : fixture.own;
      const [method = ''] = operation.split(' ');
      const response = await fixture.admin(method, pathOf(operation, fixture.own, resource), body);
      expect(`${response.status} ${response.status === status ? '' : response.text}`).toBe(`${status} `);
      expect(responseDifferences(description, operation, response)).toEqual([]);
      if (field) expect(Object.keys((response.body as { fields: object }).fields)).toContain(field);
    });
  });

  test('the product name is configurable everywhere', async () => {
    const getPage = async (path: string) =>
      (await callAs(fixture.origin)('GET', path, undefined, { accept: 'text/html' })).text;
    const { slug } = await makeCampaign(fixture);
    const named = await Promise.all(['/', '/admin/login', `/landing/${fixture.own.handle}/${slug}`].map(getPage));
    for (const html of named) expect(html).toMatch(/Fish &(#38|amp); Chips/);
    const others = ['/client/login', '/graphql', '/api/docs/', '/api/docs/changes', '/landing/none/none'];
    const pages = [...named, ...(await Promise.all(others.map(getPage)))];
    for (const text of [...pages, JSON.stringify(description), stack.output()]) expect(text).not.toContain('Dripline');
  });

  test('the examples in the description are valid', async () => {
    const send = (operation: string, path: string, change: object = {}) => {
      const { example } = operationOf(operation).requestBody!.content['application/json']!;
      return callOrThrow(fixture.admin, operation.split(' ')[0]!, path, { ...example, ...change });
    };
    const client = await send('POST /api/clients', '/api/clients');
    const of = `/api/clients/${client.id}`;
    const campaign = await send('POST /api/clients/{id}/campaigns', `${of}/campaigns`);
    const forms = `/api/campaigns/${client.handle}/${campaign.slug}/leads`;
    const lead = await send('POST /api/campaigns/{client}/{slug}/leads', forms);
    const inCampaign = { campaignId: campaign.id };
    const sequence = await send('POST /api/clients/{id}/sms-sequences', `${of}/sms-sequences`, inCampaign);
    await send('PUT /api/sms-sequences/{id}', `/api/sms-sequences/${sequence.id}`, inCampaign);
    await send('PUT /api/clients/{id}', of);
    await send('PUT /api/campaigns/{id}', `/api/campaigns/${campaign.id}`);
    // The client has no team.
    await send('PUT /api/leads/{id}', `/api/leads/${lead.id}`, { ownerId: null });
    await callOrThrow(fixture.admin, 'DELETE', of);
  });
});
