import { accessLevels, restAccess } from '@dripline/contract/access-matrix';
import { httpStatus } from '@dripline/contract/error-codes';
import fc from 'fast-check';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { launch, type Launched } from '../harness/launch';
import { badInputs, canaries, type BadInput, type Named } from './bad-inputs';
import { badOperations, type BadOperation } from './bad-operations';
import { type Answer, callAs, must } from './call';
import { type Description, differences, rowsOf } from './described';
import { type Step, walk } from './calls';
import { everybody, makeCampaign, makeWorld, sentInPassing, stateOf, type Who, whoIs, type World } from './fixture';

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
  const credentials = { username: 'admin', password: 'a password for the walk' };
  let stack: Launched;
  let world: World;
  let description: Description;

  beforeAll(async () => {
    const [port = 0] = await pickPorts(1);
    stack = launch('start', {
      PORT: String(port),
      ADMIN_USERNAME: credentials.username,
      ADMIN_PASSWORD: credentials.password,
      PRODUCT_NAME: 'Fish & Chips',
      RATE_LIMITS: 'off',
    });
    await stack.until(/Ready in/);
    world = await makeWorld(`http://127.0.0.1:${port}`, credentials, stack.dataDir);
    description = (await callAs(world.origin)('GET', '/api/openapi.json')).body as Description;
  });
  afterAll(async () => {
    stack.child.kill('SIGTERM');
    await stack.ended;
  });

  const steps = walk.flatMap((step) =>
    everybody.map((who) => ({ step, who, row: step.row, answer: accessLevels[restAccess.get(step.row)!][whoIs[who]] })),
  );

  /** The one success that the description has for a row. */
  const successOf = (row: string) => {
    const [method = '', path = ''] = row.split(' ');
    return Number(
      Object.keys(description.paths[path]![method.toLowerCase()]!.responses).find((status) => status.startsWith('2')),
    );
  };

  test('the walk and the access matrix have every row of the description, and no other', () => {
    expect(walk.map(({ row }) => row).sort()).toEqual(rowsOf(description).sort());
    expect([...restAccess.keys()].sort()).toEqual(rowsOf(description).sort());
  });

  test.each(steps)('$row answers $answer, as $who', async ({ step, who, answer: expected }) => {
    const status = expected === 'ok' ? (step.letIn ?? successOf(step.row)) : httpStatus[expected];
    const { answer, proveEffect } = await take(step, who);
    expect(`${answer.status} ${answer.status === status ? '' : answer.text}`).toBe(`${status} `);
    expect(differences(description, step.row, answer)).toEqual([]);
    expect(answer.text).not.toMatch(/argon2|passwordHash|tokenHash/);
    await proveEffect();
  });

  async function take(step: Step, who: Who): Promise<{ answer: Answer; proveEffect: () => Promise<void> }> {
    const client = world.targetOf(who, restAccess.get(step.row) === 'public');
    const call = await world.callAs(who);
    // What an inactive client has it got before: its forms are not found now.
    const setStatus = async (status: string) =>
      void (
        client === world.clients.closed && (await must(world.admin, 'PUT', `/api/clients/${client.id}`, { status }))
      );
    await setStatus('active');
    const place = { world, client, thing: (await step.thing?.(world, client)) ?? client };
    await setStatus('inactive');
    const body = await step.body?.(place, call, who);
    const before = await stateOf(world.admin, client);
    const answer = await call(step.row.split(' ')[0]!, step.path(place), body);
    const isRead = step.reads ?? step.row.startsWith('GET');
    return {
      answer,
      proveEffect: async () => {
        if (answer.status >= 400 || isRead) expect(await stateOf(world.admin, client)).toBe(before);
        if (answer.status < 400) await step.proof?.(place, answer, call);
      },
    };
  }

  const fromElsewhere: Record<string, string>[] = [
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ];
  const otherBodies = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'text/plain', ''];
  test.each(walk.filter(({ row }) => !row.startsWith('GET') && restAccess.get(row) !== 'public'))(
    '$row changes nothing for a page of another site, nor for a form',
    async (step) => {
      const client = world.targetOf('admin', false);
      const call = await world.callAs('admin');
      const place = { world, client, thing: (await step.thing?.(world, client)) ?? client };
      const body = await step.body?.(place, call, 'admin');
      const before = await stateOf(world.admin, client);
      const [method, path] = [step.row.split(' ')[0]!, step.path(place)];
      // A read is answered as to somebody without a session.
      for (const headers of fromElsewhere)
        expect([headers, (await call(method, path, body, headers)).status]).toEqual([headers, step.reads ? 401 : 403]);
      // What a form of another site can send, whatever its browser says of it.
      for (const type of otherBodies)
        expect([type, (await call(method, path, JSON.stringify(body ?? {}), { 'content-type': type })).status]).toEqual(
          [type, 415],
        );
      expect(await stateOf(world.admin, client)).toBe(before);
      expect((await call('GET', '/api/auth/user')).status).toBe(200);
    },
  );

  test('is called by the name that it was given, wherever that shows', async () => {
    const page = async (path: string) =>
      (await callAs(world.origin)('GET', path, undefined, { accept: 'text/html' })).text;
    const { own } = world.clients;
    const { slug } = await makeCampaign(world.admin, own);
    const pages = await Promise.all(
      ['/', '/admin/login', '/graphql', '/api/docs/', `/landing/${own.handle}/${slug}`, '/landing/none/none'].map(page),
    );
    for (const html of pages) expect(html).toMatch(/Fish &(#38|amp); Chips/);
    expect(description.info.title).toBe('Fish & Chips REST API');
    for (const text of [...pages, JSON.stringify(description), stack.output()]) expect(text).not.toContain('Dripline');
  });

  test('what the description shows as an example is taken as it stands', async () => {
    const example = (method: string, path: string) =>
      description.paths[path]![method]!.requestBody!.content['application/json']!.example;
    const client = await must(world.admin, 'POST', '/api/clients', example('post', '/api/clients'));
    const campaign = await must(
      world.admin,
      'POST',
      `/api/clients/${client.id}/campaigns`,
      example('post', '/api/clients/{id}/campaigns'),
    );
    const lead = await must(
      callAs(world.origin),
      'POST',
      `/api/campaigns/${client.handle}/${campaign.slug}/leads`,
      example('post', '/api/campaigns/{client}/{slug}/leads'),
    );
    const sequence = { ...example('post', '/api/clients/{id}/sms-sequences'), campaignId: campaign.id };
    const { id } = await must(world.admin, 'POST', `/api/clients/${client.id}/sms-sequences`, sequence);
    await must(world.admin, 'PUT', `/api/sms-sequences/${id}`, {
      ...example('put', '/api/sms-sequences/{id}'),
      campaignId: campaign.id,
    });
    for (const [path, its] of [
      ['clients', client],
      ['campaigns', campaign],
      ['leads', lead],
    ] as const)
      await must(world.admin, 'PUT', `/api/${path}/${its.id}`, example('put', `/api/${path}/{id}`));
    await must(world.admin, 'DELETE', `/api/clients/${client.id}`);
  });

  describe.each([Number(process.env.TEST_SEED ?? randomInt(1_000_000))])('TEST_SEED=%i', (seed) => {
    // TEST_FORMS=10000 is the whole of it.
    test('whatever is sent as a form is taken or refused, and nothing falls over', async () => {
      const { slug } = await makeCampaign(world.admin, world.clients.other);
      const { handle } = world.clients.other;
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
      const property = fc.asyncProperty(form, query, key, async (body, asked, idempotencyKey) => {
        const parameters = new URLSearchParams(asked);
        const headers = {
          'content-type': 'application/json',
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        };
        const answer = await fetch(`${world.origin}/api/campaigns/${handle}/${slug}/leads?${parameters}`, {
          method: 'POST',
          headers,
          body,
        });
        const text = await answer.text();
        expect([answer.status, text]).toEqual([expect.any(Number), expect.stringMatching(/^\{/)]);
        if (answer.status >= 500) throw new Error(`${answer.status}: ${text}`);
      });
      await fc.assert(property, { seed, numRuns: Number(process.env.TEST_FORMS ?? 300) });
      const kept = [
        await world.admin('GET', `/api/clients/${world.clients.other.id}/leads?limit=1`),
        await world.admin('GET', `/api/clients/${world.clients.other.id}/spam-leads?limit=1`),
      ];
      for (const { status, headers } of kept)
        expect([status, Number(headers.get('x-total-count')) > 0]).toEqual([200, true]);
    }, 600_000);
  });

  describe('bad input', () => {
    let before: string;
    let place: Named;
    beforeAll(async () => {
      const { own, other } = world.clients;
      const campaign = await makeCampaign(world.admin, own);
      place = {
        client: own.id,
        handle: own.handle,
        campaign: campaign.id,
        slug: campaign.slug,
        others: (await makeCampaign(world.admin, other)).id,
        othersClient: other.id,
      };
      before = await stateOf(world.admin, own);
    });

    test.each(badInputs)(
      '$name: $status',
      async ({ as = 'admin', method, path, body, headers, status, field }: BadInput) => {
        const call = await world.callAs(as);
        const answer = await call(method, path(place), typeof body === 'function' ? body(place) : body, headers);
        expect(`${answer.status} ${answer.status === status ? '' : answer.text}`).toBe(`${status} `);
        expect(answer.body).toMatchObject({
          message: expect.any(String) as string,
          code: expect.any(String) as string,
        });
        if (field) expect(Object.keys((answer.body as { fields?: object }).fields ?? {})).toContain(field);
      },
    );

    test.each(badOperations)(
      'in GraphQL, $name: $code',
      async ({ as = 'admin', query, variables, code, field }: BadOperation) => {
        const call = await world.callAs(as);
        const { status, body } = await call('POST', '/graphql', { query, variables: variables?.(place) });
        const { errors = [] } = body as { errors?: { extensions: { code: string; fields?: object } }[] };
        expect([status < 500, errors[0]?.extensions.code]).toEqual([true, code]);
        if (field) expect(Object.keys(errors[0]?.extensions.fields ?? {})).toContain(field);
      },
    );

    test.each(strangeIds.map((id) => [id.slice(0, 40), id]))('the id %s is unknown everywhere', async (_, id) => {
      for (const { row } of walk.filter((step) => step.row.includes('{'))) {
        const [method = '', path = ''] = row.split(' ');
        const body = description.paths[path]![method.toLowerCase()]!.requestBody?.content['application/json']!.example;
        const answer = await world.admin(method, path.replace(/\{\w+\}/, id).replace(/\{\w+\}/, 'x'), body);
        expect([row, [400, 404].includes(answer.status), answer.body]).toEqual([
          row,
          true,
          expect.objectContaining({ message: expect.any(String) as string }),
        ]);
      }
    });

    test('stores nothing, and leaves nothing readable in the logs', async () => {
      expect(await stateOf(world.admin, world.clients.own)).toBe(before);
      const folder = join(stack.dataDir, 'logs');
      const logs = readdirSync(folder)
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join('');
      expect(logs).toContain('graphql');
      for (const canary of [...canaries, ...sentInPassing, credentials.password]) expect(logs).not.toContain(canary);
    });
  });
});
