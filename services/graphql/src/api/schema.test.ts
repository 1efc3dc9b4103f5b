import { isIntrospectionType, Kind, parse, print, printSchema, type TypeNode } from 'graphql';
import { createInternalSchema, createSchema } from './schema';
import { collectRules } from './schema-rules';

/** A type, field, argument or enum value. */
interface Definition {
  kind: string;
  name: { value: string };
  description?: { value: string };
  type?: TypeNode;
  fields?: Definition[];
  arguments?: Definition[];
  values?: Definition[];
}

/** Returns a definition and all definitions in it, with names such as `Lead.email` or `leads.limit`. */
function withParts(definition: Definition, parents: string[] = []): (Definition & { path: string })[] {
  const names = [...parents, definition.name.value];
  const { fields = [], arguments: args = [], values = [] } = definition;
  return [
    { ...definition, path: names.slice(-2).join('.') },
    ...[...fields, ...args, ...values].flatMap((part) => withParts(part, names)),
  ];
}

const schemas = { public: createSchema(), internal: createInternalSchema() };

describe.each(['public', 'internal'] as const)('the %s GraphQL schema', (name) => {
  const definitions = parse(printSchema(schemas[name])).definitions as unknown as Definition[];
  const parts = definitions.flatMap((definition) => withParts(definition));

  it('limits every numeric input', () => {
    const { values } = collectRules(schemas[name]);
    const numbers = parts.filter(
      ({ kind, type }) => kind === (Kind.INPUT_VALUE_DEFINITION as string) && /^(Int|Float)!?$/.test(print(type!)),
    );
    expect(numbers.length).toBeGreaterThan(name === 'public' ? 10 : 5);
    expect(numbers.filter(({ path }) => values[path]?.['minimum'] === undefined).map(({ path }) => path)).toEqual([]);
  });
});

it('the schemas share only what both use', () => {
  const [inPublic, inInternal] = [schemas.public, schemas.internal].map((schema) =>
    Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type)),
  );
  const names = new Set(inPublic!.map((type) => type.name));
  const shared = inInternal!.map((type) => type.name).filter((name) => names.has(name));
  expect(shared.sort()).toEqual([
    'Boolean',
    'Brand',
    'CampaignLanguage',
    'CampaignLayout',
    'DateTimeISO',
    'FaqItem',
    'FormField',
    'FormFieldType',
    'ID',
    'ImageRendition',
    'Int',
    'LandingCampaign',
    'LandingImage',
    'LandingTranslation',
    'Mutation',
    'PostSubmissionType',
    'Query',
    'SmsStatus',
    'String',
    'Testimonial',
  ]);
  expect(printSchema(schemas.public)).not.toMatch(/internal|the worker/i);
});
