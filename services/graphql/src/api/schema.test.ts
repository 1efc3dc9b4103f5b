import { Kind, parse, print, printSchema, type TypeNode } from 'graphql';
import { createSchema } from './schema';
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

describe('the GraphQL schema', () => {
  const definitions = parse(printSchema(createSchema())).definitions as unknown as Definition[];
  const parts = definitions.flatMap((definition) => withParts(definition));

  it('describes every type, field, argument and value', () => {
    const undescribed = parts.filter(({ description }) => !/\w.*\.$/.test(description?.value ?? ''));
    expect(parts.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['Lead', 'Lead.email', 'UpdateLeadInput.status', 'lead.id', 'LeadStatus.new']),
    );
    expect(undescribed.map(({ path }) => path)).toEqual(['Query', 'Mutation']);
  });

  it('limits every numeric input', () => {
    const { values } = collectRules();
    const numbers = parts.filter(
      ({ kind, type }) => kind === (Kind.INPUT_VALUE_DEFINITION as string) && /^(Int|Float)!?$/.test(print(type!)),
    );
    expect(numbers.length).toBeGreaterThan(10);
    expect(numbers.filter(({ path }) => values[path]?.['minimum'] === undefined).map(({ path }) => path)).toEqual([]);
  });
});
