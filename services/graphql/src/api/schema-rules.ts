import { getMetadataStorage as validations } from 'class-validator';
import { getMetadataStorage as declarations } from 'type-graphql';

type JsonSchema = Record<string, unknown>;

/** The rules of the schema that SDL cannot express. */
export interface SchemaRules {
  /** The roles that may call each query and mutation. */
  callers: Record<string, string[]>;
  /** JSON Schema constraints by `Input.field` or `field.argument`. */
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

/** Collects the rules from the decorators. Call it after the schema has been built. */
export function collectRules(): SchemaRules {
  const { queries, mutations, inputTypes, fieldResolvers } = declarations();
  const operations = [...queries, ...mutations];
  const argsTypes = [...operations, ...fieldResolvers].flatMap(({ schemaName = '', params = [] }) =>
    params.flatMap((param) =>
      param.kind === 'args' ? [{ name: schemaName, target: param.getType() as unknown }] : [],
    ),
  );
  const inputAndArgsTypes = [
    ...inputTypes.map(({ name, target }) => ({ name, target: target as unknown })),
    ...argsTypes,
  ];
  return {
    callers: sorted(operations.map(({ schemaName, roles = [] }) => [schemaName, roles as string[]])),
    values: sorted(inputAndArgsTypes.flatMap(({ name, target }) => rulesOf(target as () => void, name))),
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
