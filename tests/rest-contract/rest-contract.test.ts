import { accessLevels, restAccess } from '@dripline/contract/access-matrix';
import { httpStatus } from '@dripline/contract/error-codes';
import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { launch, type LaunchedCommand } from '../harness/launch';
import { badInputs, sensitiveValues, type BadInput, type InputIds } from './bad-inputs';
import { badOperations, type BadOperation } from './bad-operations';
import { type ApiResponse, callAs, callOrThrow } from './call';
import { type ApiDescription, responseDifferences, operationsOf } from './api-description';
import { type ContractCall, contractCalls } from './contract-calls';
import {
  callers,
  makeCampaign,
  createFixture,
  fixtureValues,
  snapshotOf,
  type Caller,
  actorOf,
  type Fixture,
} from './fixture';

jest.setTimeout(180_000);

const strangeIds = [
  'no-uuid',
  '%27%3B%20DROP%20TABLE%20clients',
  '__proto__',
  'constructor',
  '%00',
  '%0d%0a',
  '..%2f..%2fclients',
  'x'.repeat(10_000),
  '00000000-0000-0000-0000-000000000000',
];

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
    fixture = await createFixture(`http://127.0.0.1:${port}`, credentials, stack.dataDir);
    description = (await callAs(fixture.origin)('GET', '/api/openapi.json')).body as ApiDescription;
  });
  afterAll(async () => {
    stack.child.kill('SIGTERM');
    await stack.ended;
  });

  const cases = contractCalls.flatMap((contractCall) =>
    callers.map((caller) => ({
      contractCall,
      caller,
      operation: contractCall.operation,
      outcome: accessLevels[restAccess.get(contractCall.operation)!][actorOf[caller]],
    })),
  );

  /** Returns the success status in the description. */
  const successOf = (operation: string) => {
    const [method = '', path = ''] = operation.split(' ');
    return Number(
      Object.keys(description.paths[path]![method.toLowerCase()]!.responses).find((status) => status.startsWith('2')),
    );
  };

  test('the contract calls and the access matrix cover all operations of the description', () => {
    expect(contractCalls.map(({ operation }) => operation).sort()).toEqual(operationsOf(description).sort());
    expect([...restAccess.keys()].sort()).toEqual(operationsOf(description).sort());
  });

  test.each(cases)('$operation returns $outcome, as $caller', async ({ contractCall, caller, outcome }) => {
    const status =
      outcome === 'ok' ? (contractCall.allowedStatus ?? successOf(contractCall.operation)) : httpStatus[outcome];
    const { response, verifyEffect } = await send(contractCall, caller);
    expect(`${response.status} ${response.status === status ? '' : response.text}`).toBe(`${status} `);
    expect(responseDifferences(description, contractCall.operation, response)).toEqual([]);
    expect(response.text).not.toMatch(/argon2|passwordHash|tokenHash/);
    await verifyEffect();
  });

  async function send(
    contractCall: ContractCall,
    caller: Caller,
  ): Promise<{ response: ApiResponse; verifyEffect: () => Promise<void> }> {
    const client = fixture.targetOf(caller, restAccess.get(contractCall.operation) === 'public');
    const call = await fixture.callAs(caller);
    // A deactivated client's data is created while it is active, because its forms are not found afterwards.
    const setStatus = async (status: string) =>
      void (
        client === fixture.clients.closed &&
        (await callOrThrow(fixture.admin, 'PUT', `/api/clients/${client.id}`, { status }))
      );
    await setStatus('active');
    const context = { fixture, client, resource: (await contractCall.resource?.(fixture, client)) ?? client };
    await setStatus('inactive');
    const body = await contractCall.body?.(context, call, caller);
    const stateBefore = await snapshotOf(fixture.admin, client);
    const response = await call(contractCall.operation.split(' ')[0]!, contractCall.path(context), body);
    const isRead = contractCall.isRead ?? contractCall.operation.startsWith('GET');
    return {
      response,
      verifyEffect: async () => {
        if (response.status >= 400 || isRead) expect(await snapshotOf(fixture.admin, client)).toBe(stateBefore);
        if (response.status < 400) await contractCall.verify?.(context, response, call);
      },
    };
  }

  const crossSiteHeaders: Record<string, string>[] = [
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'text/plain', ''];
  test.each(
    contractCalls.filter(({ operation }) => !operation.startsWith('GET') && restAccess.get(operation) !== 'public'),
  )('$operation rejects cross-site requests and form bodies', async (contractCall) => {
    const client = fixture.targetOf('admin', false);
    const call = await fixture.callAs('admin');
    const context = { fixture, client, resource: (await contractCall.resource?.(fixture, client)) ?? client };
    const body = await contractCall.body?.(context, call, 'admin');
    const stateBefore = await snapshotOf(fixture.admin, client);
    const [method, path] = [contractCall.operation.split(' ')[0]!, contractCall.path(context)];
    // Reads are handled without the session.
    for (const headers of crossSiteHeaders)
      expect([headers, (await call(method, path, body, headers)).status]).toEqual([
        headers,
        contractCall.isRead ? 401 : 403,
      ]);
    // Content types that a form of another site can send, in case the browser sends no origin.
    for (const type of formTypes)
      expect([type, (await call(method, path, JSON.stringify(body ?? {}), { 'content-type': type })).status]).toEqual([
        type,
        415,
      ]);
    expect(await snapshotOf(fixture.admin, client)).toBe(stateBefore);
    expect((await call('GET', '/api/auth/user')).status).toBe(200);
  });

  test('the product name is configurable everywhere', async () => {
    const getPage = async (path: string) =>
      (await callAs(fixture.origin)('GET', path, undefined, { accept: 'text/html' })).text;
    const { own } = fixture.clients;
    const { slug } = await makeCampaign(fixture.admin, own);
    const pages = await Promise.all(
      ['/', '/admin/login', '/graphql', '/api/docs/', `/landing/${own.handle}/${slug}`, '/landing/none/none'].map(
        getPage,
      ),
    );
    for (const html of pages) expect(html).toMatch(/Fish &(#38|amp); Chips/);
    expect(description.info.title).toBe('Fish & Chips REST API');
    for (const text of [...pages, JSON.stringify(description), stack.output()]) expect(text).not.toContain('Dripline');
  });

  test('the examples in the description are valid', async () => {
    const example = (method: string, path: string) =>
      description.paths[path]![method]!.requestBody!.content['application/json']!.example;
    const client = await callOrThrow(fixture.admin, 'POST', '/api/clients', example('post', '/api/clients'));
    const campaign = await callOrThrow(
      fixture.admin,
      'POST',
      `/api/clients/${client.id}/campaigns`,
      example('post', '/api/clients/{id}/campaigns'),
    );
    const lead = await callOrThrow(
      callAs(fixture.origin),
      'POST',
      `/api/campaigns/${client.handle}/${campaign.slug}/leads`,
      example('post', '/api/campaigns/{client}/{slug}/leads'),
    );
    const sequence = { ...example('post', '/api/clients/{id}/sms-sequences'), campaignId: campaign.id };
    const { id } = await callOrThrow(fixture.admin, 'POST', `/api/clients/${client.id}/sms-sequences`, sequence);
    await callOrThrow(fixture.admin, 'PUT', `/api/sms-sequences/${id}`, {
      ...example('put', '/api/sms-sequences/{id}'),
      campaignId: campaign.id,
    });
    for (const [path, resource] of [
      ['clients', client],
      ['campaigns', campaign],
      ['leads', lead],
    ] as const)
      await callOrThrow(fixture.admin, 'PUT', `/api/${path}/${resource.id}`, example('put', `/api/${path}/{id}`));
    await callOrThrow(fixture.admin, 'DELETE', `/api/clients/${client.id}`);
  });

  describe.each([Number(process.env.TEST_SEED ?? randomInt(1_000_000))])('TEST_SEED=%i', (seed) => {
    // Set TEST_FORMS=10000 for a full run.
    test('arbitrary forms are accepted or rejected, and never cause a server error', async () => {
      const { slug } = await makeCampaign(fixture.admin, fixture.clients.other);
      const { handle } = fixture.clients.other;
      const word = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom(
          'fullName',
          'phone',
          '__proto__',
          'constructor',
          '_key',
          '',
          '\u0000',
          '\ud800',
          '4155552671',
          'true',
        ),
      );
      const form = fc.oneof(
        {
          weight: 4,
          arbitrary: fc
            .dictionary(word, fc.oneof(word, fc.jsonValue({ maxDepth: 2 })), { maxKeys: 60 })
            .map((values) => JSON.stringify({ fullName: 'Ann', phone: '4155552671', ...values })),
        },
        { weight: 2, arbitrary: fc.json() },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            '[',
            '{"a":',
            '"x"',
            '{"__proto__":{"a":"b"}}',
            `{"a":"${'x'.repeat(6000)}"}`,
            '['.repeat(5000),
          ),
        },
      );
      const query = fc.dictionary(
        fc.constantFrom('source', 'pageVersion', 'formToken', 'honeypotFilled', 'x'),
        fc.oneof(word, fc.constantFrom('true', 'a.b.c')),
        { maxKeys: 3 },
      );
      const key = fc.option(fc.stringMatching(/^[ -~]{1,300}$/), { nil: undefined });
      const property = fc.asyncProperty(form, query, key, async (body, queryValues, idempotencyKey) => {
        const parameters = new URLSearchParams(queryValues);
        const headers = {
          'content-type': 'application/json',
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        };
        const response = await fetch(`${fixture.origin}/api/campaigns/${handle}/${slug}/leads?${parameters}`, {
          method: 'POST',
          headers,
          body,
        });
        const text = await response.text();
        expect([response.status, text]).toEqual([expect.any(Number), expect.stringMatching(/^\{/)]);
        if (response.status >= 500) throw new Error(`${response.status}: ${text}`);
      });
      await fc.assert(property, { seed, numRuns: Number(process.env.TEST_FORMS ?? 300) });
      const lists = [
        await fixture.admin('GET', `/api/clients/${fixture.clients.other.id}/leads?limit=1`),
        await fixture.admin('GET', `/api/clients/${fixture.clients.other.id}/spam-leads?limit=1`),
      ];
      for (const { status, headers } of lists)
        expect([status, Number(headers.get('x-total-count')) > 0]).toEqual([200, true]);
    }, 600_000);
  });

  describe('invalid input', () => {
    let stateBefore: string;
    let ids: InputIds;
    beforeAll(async () => {
      const { own, other } = fixture.clients;
      const campaign = await makeCampaign(fixture.admin, own);
      ids = {
        client: own.id,
        handle: own.handle,
        campaign: campaign.id,
        slug: campaign.slug,
        others: (await makeCampaign(fixture.admin, other)).id,
        othersClient: other.id,
      };
      stateBefore = await snapshotOf(fixture.admin, own);
    });

    test.each(badInputs)(
      '$name: $status',
      async ({ as = 'admin', method, path, body, headers, status, field }: BadInput) => {
        const call = await fixture.callAs(as);
        const response = await call(method, path(ids), typeof body === 'function' ? body(ids) : body, headers);
        expect(`${response.status} ${response.status === status ? '' : response.text}`).toBe(`${status} `);
        expect(response.body).toMatchObject({
          message: expect.any(String) as string,
          code: expect.any(String) as string,
        });
        if (field) expect(Object.keys((response.body as { fields?: object }).fields ?? {})).toContain(field);
      },
    );

    test.each(badOperations)(
      'in GraphQL, $name: $code',
      async ({ as = 'admin', query, variables, code, field }: BadOperation) => {
        const call = await fixture.callAs(as);
        const { status, body } = await call('POST', '/graphql', { query, variables: variables?.(ids) });
        const { errors = [] } = body as { errors?: { extensions: { code: string; fields?: object } }[] };
        expect([status < 500, errors[0]?.extensions.code]).toEqual([true, code]);
        if (field) expect(Object.keys(errors[0]?.extensions.fields ?? {})).toContain(field);
      },
    );

    test.each(strangeIds.map((id) => [id.slice(0, 40), id]))(
      'the id %s is not found by any operation',
      async (_, id) => {
        for (const { operation } of contractCalls.filter((contractCall) => contractCall.operation.includes('{'))) {
          const [method = '', path = ''] = operation.split(' ');
          const body =
            description.paths[path]![method.toLowerCase()]!.requestBody?.content['application/json']!.example;
          const response = await fixture.admin(method, path.replace(/\{\w+\}/, id).replace(/\{\w+\}/, 'x'), body);
          expect([operation, [400, 404].includes(response.status), response.body]).toEqual([
            operation,
            true,
            expect.objectContaining({ message: expect.any(String) as string }),
          ]);
        }
      },
    );

    test('invalid input is not stored and not logged', async () => {
      expect(await snapshotOf(fixture.admin, fixture.clients.own)).toBe(stateBefore);
      const folder = join(stack.dataDir, 'logs');
      const logs = readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('');
      expect(logs).toContain('graphql');
      for (const value of [...sensitiveValues, ...fixtureValues, credentials.password])
        expect(logs).not.toContain(value);
    });
  });
});
