import { internalOperations, persistedOperations } from '@dripline/contract/persisted-operations';
import { MAX_PAGE_SIZE } from '@dripline/contract/limits';
import { getIntrospectionQuery, Kind, parse, validate } from 'graphql';
import { hashApiKey } from '../api-keys/find-key-actor';
import { countItems, MAX_ITEMS } from './item-limit';
import { operationLimits } from './operation-limits';
import { createInternalSchema, createSchema } from './schema';
import { ADMIN, startTestServer, type TestServer } from '../testing/test-server';

const persisted = Object.entries(persistedOperations);
const schema = createSchema();
const internalSchema = createInternalSchema();

it.each([
  ...persisted.map(([id, text]) => ({ id, text, schema })),
  ...Object.entries(internalOperations).map(([id, text]) => ({ id, text, schema: internalSchema })),
])('the persisted operation $id is valid and within the limits', ({ text, schema }) => {
  const document = parse(text);
  expect(validate(schema, document, operationLimits)).toEqual([]);
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)!;
  const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  const variables = { limit: MAX_PAGE_SIZE };
  expect(countItems({ schema, operation, fragments, variables })).toBeLessThanOrEqual(MAX_ITEMS);
});

describe.each(['on', 'accounts', 'off'] as const)('operations with playground=%s', (playground) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ playground })));
  afterAll(() => server.stop());

  const post = async (body: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return {
      status: answer.status,
      ...((await answer.json()) as { data?: unknown; errors?: { message: string; extensions: { code: string } }[] }),
    };
  };
  const signInCookie = async () => {
    const [, query] = persisted.find(([, document]) => document.startsWith('mutation SignIn('))!;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(server.url, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables: ADMIN }),
    });
    return answer.headers.getSetCookie()[0]!.split(';')[0]!;
  };
  const [id, text] = persisted.find(([, query]) => query.startsWith('query AppConfig'))!;
  const answered = { status: 200, data: { appConfig: { smsProvider: 'log' } } };

  it('are found by id, and by text if the id is unknown', async () => {
    expect(await post({ extensions: { persistedQuery: { version: 1, sha256Hash: id } } })).toMatchObject(answered);
    const unknown = { extensions: { persistedQuery: { version: 1, sha256Hash: 'constructor' } } };
    expect(await post(unknown)).toMatchObject({
      errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
    });
    expect(await post({ ...unknown, query: text })).toMatchObject(answered);
  });

  const isOpen = playground === 'on';

  it('of anonymous callers are limited to persisted operations unless the playground is open', async () => {
    const forbidden = { status: 403, errors: [{ extensions: { code: 'FORBIDDEN' } }] };
    expect(await post({ query: '{ appConfig { smsProvider } }' })).toMatchObject(isOpen ? answered : forbidden);
    expect(await post({ query: getIntrospectionQuery() })).toMatchObject(
      isOpen ? { status: 200, data: {} } : forbidden,
    );
    // Apollo's CSRF protection rejects GET requests that another site may have sent.
    const got = await fetch(`${server.url}?query=${encodeURIComponent('{appConfig{productName}}')}`);
    expect(got.status).toBe(isOpen ? 400 : 403);
    const page = await fetch(server.url, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toMatch(
      playground === 'off' ? /^application\/json/ : /^text\/(html|plain)/,
    );
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('of API keys may be any operation unless the playground is off', async () => {
    const token = `apikey_${'A'.repeat(43)}`;
    await server.dataSource.query(
      `INSERT INTO api_keys (name, scopes, token_hash, token_start, created_by) VALUES ('Key', '{read_clients}', $1, 'apikey_AAAA', 'admin')`,
      [hashApiKey(token)],
    );
    const headers = { authorization: `Bearer ${token}` };
    const expected = playground === 'off' ? { status: 403 } : { status: 200, data: {} };
    expect(await post({ query: getIntrospectionQuery() }, headers)).toMatchObject(expected);
    expect(await post({ query: '{ clients { totalCount } }' }, headers)).toMatchObject(expected);
  });

  it('of accounts may be any operation unless the playground is off', async () => {
    const cookie = await signInCookie();
    const expected = playground === 'off' ? { status: 403 } : { status: 200, data: {} };
    expect(await post({ query: getIntrospectionQuery() }, { cookie })).toMatchObject(expected);
    expect(await post({ query: '{ appConfig { smsProvider } }' }, { cookie })).toMatchObject(
      playground === 'off' ? { status: 403 } : answered,
    );
    const page = await fetch(server.url, { headers: { accept: 'text/html', cookie } });
    expect([page.status, (await page.text()).includes('/admin/login')]).toEqual([
      playground === 'off' ? 403 : 200,
      false,
    ]);
    const stranger = await fetch(server.url, { headers: { accept: 'text/html' } });
    expect(stranger.status).toBe({ on: 200, accounts: 401, off: 403 }[playground]);
    if (playground === 'accounts') expect(await stranger.text()).toContain('/admin/login');
  });
});

describe('an operation that exceeds the limits', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const many = (n: number, part: (nth: number) => string) => Array.from({ length: n }, (_, nth) => part(nth)).join(' ');
  const nested = (n: number): string => `{ ${n === 0 ? 'productName' : `system ${nested(n - 1)}`} }`;
  const guess = (nth: number) => `g${nth}: signIn(username: "admin", password: "guess ${nth}") { id }`;
  const leadsWithMessages = (nth: number, first = '40') =>
    `l${nth}: client(id: "1") { leads(first: ${first}) { nodes { enrollments { nodes { messages { nodes { id } } } } } } }`;
  it.each([
    ['a hundred password guesses under aliases', `mutation { ${many(100, guess)} }`],
    ['sixteen password guesses under aliases', `mutation { ${many(16, guess)} }`],
    ['a hundred aliases of one field', `{ ${many(100, (nth) => `a${nth}: appConfig { productName }`)} }`],
    ['a thousand fields', `{ appConfig { ${'productName '.repeat(1_000)} } }`],
    ['a hundred directives', `{ appConfig { productName ${'@skip(if: false) '.repeat(100)} } }`],
    ['an unknown directive many times', `{ appConfig { productName ${'@a '.repeat(60)} } }`],
    ['endlessly nested brackets', `${'{ appConfig '.repeat(400)}`],
    ['endlessly nested lists', `{ appConfig(a: ${'['.repeat(990)}`],
    ['a fragment that includes itself', '{ ...A } fragment A on Query { ...A }'],
    ['two fragments that include each other', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
    [
      'fragments that grow exponentially',
      `{ ...F0 } ${many(30, (nth) => `fragment F${nth} on Query { ...F${nth + 1} ...F${nth + 1} }`)} fragment F30 on Query { appConfig { productName } }`,
    ],
    ['fields nested twenty levels deep', nested(20)],
    ['many operations', many(300, (nth) => `query Q${nth} { appConfig { productName } }`)],
    ['an unknown field many times', `{ ${many(200, (nth) => `unknown${nth}`)} }`],
    ['an empty query', ''],
    ['a long name', `{ ${'x'.repeat(50_000)} }`],
    ['many variables', `query (${many(400, (nth) => `$v${nth}: Int`)}) { appConfig { productName } }`],
    ['an invalid number', '{ client(id: 1e999999999) { id } }'],
    ['control characters', '{ \u0000 }'],
    ['fifteen lists of leads with their messages', `{ ${many(15, leadsWithMessages)} }`],
    ['a list of leads with their messages', `query ($n: Int = 100) { ${leadsWithMessages(0, '$n')} }`],
    ['an unused fragment', '{ appConfig { productName } } fragment A on Query { appConfig { productName } }'],
  ])('is rejected: %s', async (_name, query) => {
    const answer = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: unknown[] };
    expect(errors.length).toBeLessThanOrEqual(6);
    const [{ n }] = await server.dataSource.query<[{ n: number }]>(
      `SELECT count(*)::int AS n FROM rate_limits WHERE key LIKE 'sign-in%'`,
    );
    expect(n).toBe(0);
  });
});
