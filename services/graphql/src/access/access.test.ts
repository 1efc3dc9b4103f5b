import { CurrentUserDocument } from '../testing/operations/generated';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { createSchema } from '../api/schema';
import { collectRules } from '../api/schema-rules';
import { startTestServer, type TestServer } from '../testing/test-server';

interface Storage {
  queries: { methodName: string; schemaName: string }[];
  mutations: { methodName: string; schemaName: string }[];
  authorizedFields: { fieldName: string; roles: string[] }[];
}

interface Part {
  name: string;
  description?: string | null;
  type?: string;
  /** Whether callers provide the value. */
  isGiven?: boolean;
}

/** Returns every named part of a schema: `Type`, `Type.field`, `operation(argument)`, `Enum.value`. */
function partsOf(schema: GraphQLSchema): Part[] {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const own = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  return own.flatMap((type): Part[] => {
    const { name, description } = type;
    const ownPart = roots.some((root) => root === type) ? [] : [{ name, description }];
    if (isEnumType(type))
      return [
        ...ownPart,
        ...type.getValues().map((value) => ({ name: `${name}.${value.name}`, description: value.description })),
      ];
    if (!isObjectType(type) && !isInputObjectType(type) && !isInterfaceType(type)) return ownPart;
    const fields = Object.values(type.getFields()).map((field) => ({
      name: `${name}.${field.name}`,
      description: field.description,
      type: String(field.type),
      isGiven: isInputObjectType(type),
    }));
    const given = Object.values(isInputObjectType(type) ? {} : type.getFields()).flatMap((field) =>
      field.args.map((argument) => ({
        name: `${field.name}(${argument.name})`,
        description: argument.description,
        type: String(argument.type),
        isGiven: true,
      })),
    );
    return [...ownPart, ...fields, ...given];
  });
}

describe('the GraphQL schema', () => {
  const schema = createSchema();
  const parts = partsOf(schema);
  const { queries, mutations, authorizedFields } = getMetadataStorage() as unknown as Storage;

  it.each([...queries, ...mutations].map(({ methodName }) => methodName))(
    'declares the roles that may call %s',
    (name) => {
      const roles = authorizedFields.find(({ fieldName }) => fieldName === name)?.roles ?? [];
      expect(roles.length).toBeGreaterThan(0);
    },
  );

  it('has no field that exposes a password, a token or a hash', () => {
    const names = Object.values(schema.getTypeMap()).flatMap((type) =>
      'getFields' in type && !/Input$|^Mutation$/.test(type.name) ? Object.keys(type.getFields()) : [],
    );
    expect(names.filter((name) => /password|token|hash/i.test(name))).toEqual([]);
  });

  it('describes every type, field, argument and value', () => {
    const undescribed = parts.filter(({ description }) => !/\w.*\.$/.test(description ?? '')).map(({ name }) => name);
    expect(parts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Lead', 'Lead.email', 'UpdateLeadInput.status', 'lead(id)', 'LeadStatus.new']),
    );
    expect(undescribed).toEqual([]);
  });

  it('limits every numeric input', () => {
    const { values } = collectRules();
    const numbers = parts.filter(({ isGiven, type }) => isGiven && /^(Int|Float)!?$/.test(type ?? ''));
    const bounded = (name: string) => values[name.replace(/\((.+)\)/, '.$1')];
    expect(numbers.filter(({ name }) => bounded(name)?.['minimum'] === undefined).map(({ name }) => name)).toEqual([]);
  });

  it('reads process.env only in env.ts', () => {
    const files = readdirSync(path.join(__dirname, '..'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.ts$/.test(file) && !/env\.ts$|\.test\.ts$|testing/.test(file),
    );
    expect(
      files.filter((file) => readFileSync(path.join(__dirname, '..', file), 'utf8').includes('process.env')),
    ).toEqual([]);
  });
});

describe('a visitor', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  it('gets an error with a code and no internals when a sign-in is required', async () => {
    const answer = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ clients { id } }' }),
    });
    expect(await answer.json()).toMatchObject({
      errors: [{ message: 'Please sign in.', extensions: { code: 'UNAUTHENTICATED' } }],
    });
    await expect(server.visitor(CurrentUserDocument, {}, { cookie: 'dripline_session=forged' })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  it('gets a clear error for a body that cannot be parsed', async () => {
    const post = (body: string, type = 'application/json') =>
      fetch(server.url, { method: 'POST', headers: { 'content-type': type }, body });
    expect([(await post('{')).status, (await post(`"${'x'.repeat(1_100_000)}"`)).status]).toEqual([400, 413]);
    expect((await post('query={__typename}', 'application/x-www-form-urlencoded')).status).toBe(400);
  });
});
