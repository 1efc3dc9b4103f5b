import { persistedOperations } from '@dripline/contract/persisted-operations';
import { getIntrospectionQuery, parse, validate } from 'graphql';
import { operationLimits } from './operation-limits';
import { createSchema } from './schema';
import { startTestServer, type TestServer } from '../testing/test-server';

const own = Object.entries(persistedOperations);

it.each(own)('%s is one that the server answers, within its limits', (_id, text) => {
  expect(validate(createSchema(), parse(text), operationLimits)).toEqual([]);
});

describe.each([true, false])('operations, where anybody may write them: %s', (playground) => {
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
  const [id, text] = own.find(([, each]) => each.startsWith('query System'))!;
  const answered = { status: 200, data: { system: { productName: 'Dripline' } } };

  it('go by their id, and by the text where that is not known', async () => {
    expect(await post({ extensions: { persistedQuery: { version: 1, sha256Hash: id } } })).toMatchObject(answered);
    const unknown = { extensions: { persistedQuery: { version: 1, sha256Hash: 'constructor' } } };
    expect(await post(unknown)).toMatchObject({
      errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
    });
    expect(await post({ ...unknown, query: text })).toMatchObject(answered);
  });

  it('and what is not ours is answered only there', async () => {
    const refused = { status: 403, errors: [{ extensions: { code: 'FORBIDDEN' } }] };
    expect(await post({ query: '{ system { productName } }' })).toMatchObject(playground ? answered : refused);
    expect(await post({ query: getIntrospectionQuery() })).toMatchObject(
      playground ? { status: 200, data: {} } : refused,
    );
    // Apollo takes no query by GET from what may be a page of another site.
    const got = await fetch(`${server.url}?query=${encodeURIComponent('{system{productName}}')}`);
    expect(got.status).toBe(playground ? 400 : 403);
    const page = await fetch(server.url, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toMatch(playground ? /^text\/(html|plain)/ : /^application\/json/);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

describe('an operation that asks for too much', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const many = (n: number, part: (nth: number) => string) => Array.from({ length: n }, (_, nth) => part(nth)).join(' ');
  const nested = (n: number): string => `{ ${n === 0 ? 'productName' : `system ${nested(n - 1)}`} }`;
  const guess = (nth: number) => `g${nth}: signIn(username: "admin", password: "guess ${nth}") { id }`;
  it.each([
    ['a hundred guesses under aliases', `mutation { ${many(100, guess)} }`],
    ['sixteen of them', `mutation { ${many(16, guess)} }`],
    ['a hundred aliases of one field', `{ ${many(100, (nth) => `a${nth}: system { productName }`)} }`],
    ['a thousand fields', `{ system { ${'productName '.repeat(1_000)} } }`],
    ['a hundred directives', `{ system { productName ${'@skip(if: false) '.repeat(100)} } }`],
    ['an unknown directive many times', `{ system { productName ${'@a '.repeat(60)} } }`],
    ['brackets without end', `${'{ system '.repeat(400)}`],
    ['lists without end', `{ system(a: ${'['.repeat(990)}`],
    ['a fragment of itself', '{ ...A } fragment A on Query { ...A }'],
    ['two fragments of each other', '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }'],
    [
      'fragments that double each other',
      `{ ...F0 } ${many(30, (nth) => `fragment F${nth} on Query { ...F${nth + 1} ...F${nth + 1} }`)} fragment F30 on Query { system { productName } }`,
    ],
    ['what is nested twenty deep', nested(20)],
    ['many operations', many(300, (nth) => `query Q${nth} { system { productName } }`)],
    ['an unknown field many times', `{ ${many(200, (nth) => `unknown${nth}`)} }`],
    ['no text', ''],
    ['a long name', `{ ${'x'.repeat(50_000)} }`],
    ['many variables', `query (${many(400, (nth) => `$v${nth}: Int`)}) { system { productName } }`],
    ['a number that is none', '{ client(id: 1e999999999) { id } }'],
    ['control characters', '{ \u0000 }'],
    ['a fragment that nobody uses', '{ system { productName } } fragment A on Query { system { productName } }'],
  ])('is refused: %s', async (_name, query) => {
    const answer = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(answer.status).toBe(400);
    const { errors } = (await answer.json()) as { errors: unknown[] };
    expect(errors.length).toBeLessThanOrEqual(6);
    const [{ n }] = await server.dataSource.query<[{ n: number }]>(
      `SELECT count(*)::int AS n FROM throttles WHERE key LIKE 'sign-in%'`,
    );
    expect(n).toBe(0);
  });
});
