import { getMetadataStorage as validations } from 'class-validator';
import type { GraphQLSchema } from 'graphql';
import { getMetadataStorage as declarations } from 'type-graphql';

type JsonSchema = Record<string, unknown>;

/** The rules of the schema that SDL cannot express. */
export interface SchemaRules {
  /** The roles that may call each query, mutation and subscription, and each field of a type that fewer may select, as `Client.webhooks`. */
  callers: Record<string, string[]>;
  /** JSON Schema constraints by `Type.field`, `Input.field` or `field.argument`. */
  values: Record<string, JsonSchema>;
}

/**
 * Maps class-validator rules to JSON Schema. Rules without an equivalent, such as IsTimeZone, are only described in the
 * field's text.
 */
const toJsonSchema: Record<string, (...constraints: never[]) => JsonSchema> = {
  min: (minimum: number) => ({ minimum }),
  max: (maximum: number) => ({ maximum }),
  isLength: (minLength: number, maxLength: number) => ({ minLength, maxLength }),
  maxLength: (maxLength: number) => ({ maxLength }),
  matches: ({ source }: RegExp) => ({ pattern: source }),
  isIn: (values: unknown[]) => ({ enum: values }),
  isEmail: () => ({ format: 'email' }),
  isMediaUrl: () => ({ pattern: '^$|^/objects/|^https?://' }),
  isRedirectUrl: () => ({ pattern: '^$|^https://' }),
  arrayMinSize: (minItems: number) => ({ minItems }),
  arrayMaxSize: (maxItems: number) => ({ maxItems }),
};

/** Collects the rules of a schema from the decorators. */
export function collectRules(schema: GraphQLSchema): SchemaRules {
  const { queries, mutations, subscriptions, inputTypes, objectTypes, fieldResolvers } = declarations();
  const operations = [
    ...queries.filter(({ schemaName }) => schema.getQueryType()?.getFields()[schemaName]),
    ...mutations.filter(({ schemaName }) => schema.getMutationType()?.getFields()[schemaName]),
    ...subscriptions.filter(({ schemaName }) => schema.getSubscriptionType()?.getFields()[schemaName]),
  ];
  const argsTypes = [...operations, ...fieldResolvers].flatMap(({ schemaName = '', params = [] }) =>
    params.flatMap((param) =>
      param.kind === 'args' ? [{ name: schemaName, target: param.getType() as unknown }] : [],
    ),
  );
  const types = [
    ...[...inputTypes, ...objectTypes]
      .filter(({ name }) => schema.getType(name))
      .map(({ name, target }) => ({ name, target: target as unknown })),
    ...argsTypes,
  ];
  return {
    callers: sorted([
      ...operations.map(({ schemaName, roles = [] }): [string, string[]] => [schemaName, roles as string[]]),
      ...fieldResolvers.flatMap(({ schemaName, roles, getObjectType }): [string, string[]][] =>
        roles ? [[`${(getObjectType!() as { name: string }).name}.${schemaName}`, roles as string[]]] : [],
      ),
    ]),
    values: sorted(types.flatMap(({ name, target }) => rulesOf(target as () => void, name))),
  };
}

function rulesOf(target: () => void, name: string): [string, JsonSchema][] {
  const rules = new Map<string, JsonSchema>();
  for (const validation of validations().getTargetValidationMetadatas(target, '', false, false)) {
    const rule = ruleOf(validation);
    if (!rule) continue;
    const key = `${name}.${validation.propertyName}`;
    rules.set(key, { ...rules.get(key), ...(validation.each ? { items: rule } : rule) });
  }
  return [...rules];
}

function ruleOf({ name = '', constraints }: { name?: string; constraints?: unknown[] }): JsonSchema | undefined {
  return toJsonSchema[name]?.(...((constraints ?? []) as never[]));
}

const sorted = <Value>(entries: [string, Value][]): Record<string, Value> =>
  Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
