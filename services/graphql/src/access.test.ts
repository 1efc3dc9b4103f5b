import { CurrentUserDocument } from '@dripline/contract/generated';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getMetadataStorage } from 'type-graphql';
import { createSchema } from './schema';
import { startTestServer, type TestServer } from './testing/test-server';

interface Storage {
  queries: { methodName: string; schemaName: string }[];
  mutations: { methodName: string; schemaName: string }[];
  authorizedFields: { fieldName: string; roles: string[] }[];
}

describe('access', () => {
  const schema = createSchema();
  const { queries, mutations, authorizedFields } = getMetadataStorage() as unknown as Storage;

  it.each([...queries, ...mutations].map(({ methodName }) => methodName))('%s says which roles may call it', (name) => {
    const roles = authorizedFields.find(({ fieldName }) => fieldName === name)?.roles ?? [];
    expect(roles.length).toBeGreaterThan(0);
  });

  it('knows no field that shows a password, a token or its hash', () => {
    const names = Object.values(schema.getTypeMap()).flatMap((type) => ('getFields' in type && !type.name.endsWith('Input') ? Object.keys(type.getFields()) : []));
    expect(names.filter((name) => /password|token|hash/i.test(name))).toEqual([]);
  });

  it('describes every type, field and argument', () => {
    const silent = Object.values(schema.getTypeMap())
      .filter((type) => !type.name.startsWith('__') && 'getFields' in type)
      .flatMap((type) => Object.values('getFields' in type ? type.getFields() : {}).filter((field) => !field.description).map((field) => `${type.name}.${field.name}`));
    expect(silent).toEqual([]);
  });

  it('lets the environment be read in env.ts alone', () => {
    const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' }).filter((file) => /\.ts$/.test(file) && !/env\.ts$|\.test\.ts$|testing/.test(file));
    expect(files.filter((file) => readFileSync(path.join(__dirname, file), 'utf8').includes('process.env'))).toEqual([]);
  });
});

describe('a visitor', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  it('is told to sign in, with a code and nothing of our insides', async () => {
    const answer = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ clients { id } }' }),
    });
    expect(await answer.json()).toMatchObject({ errors: [{ message: 'Please sign in', extensions: { code: 'UNAUTHENTICATED' } }] });
    await expect(server.visitor(CurrentUserDocument, {}, { cookie: 'dripline_session=forged' })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('gets a clear answer to a body that cannot be read', async () => {
    const post = (body: string, type = 'application/json') => fetch(server.url, { method: 'POST', headers: { 'content-type': type }, body });
    expect([(await post('{')).status, (await post(`"${'x'.repeat(1_100_000)}"`)).status]).toEqual([400, 413]);
    expect((await post('query={__typename}', 'application/x-www-form-urlencoded')).status).toBe(400);
  });
});
