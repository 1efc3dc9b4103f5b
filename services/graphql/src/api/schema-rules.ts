import { getMetadataStorage as validations } from 'class-validator';
import { getMetadataStorage as declarations } from 'type-graphql';

type JsonSchema = Record<string, unknown>;

/** What the SDL cannot say. */
export interface SchemaRules {
  /** Who may call each query and mutation. */
  callers: Record<string, string[]>;
  /** What each value must keep, as JSON Schema, by `Input.field` or `field.argument`. */
  values: Record<string, JsonSchema>;
}

/** In JSON Schema's words. One that has none (IsTimeZone) is described by its field's text alone. */
const inWords: Record<string, (...constraints: never[]) => JsonSchema> = {
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

/** Reads the decorators; call it once the schema is built. */
export function collectRules(): SchemaRules {
  const { queries, mutations, inputTypes, fieldResolvers } = declarations();
  const operations = [...queries, ...mutations];
  const takenByArgs = [...operations, ...fieldResolvers].flatMap(({ schemaName = '', params = [] }) =>
    params.flatMap((param) =>
      param.kind === 'args' ? [{ name: schemaName, target: param.getType() as unknown }] : [],
    ),
  );
  const named = [...inputTypes.map(({ name, target }) => ({ name, target: target as unknown })), ...takenByArgs];
  return {
    callers: sorted(operations.map(({ schemaName, roles = [] }) => [schemaName, roles as string[]])),
    values: sorted(named.flatMap(({ name, target }) => rulesOf(target as () => void, name))),
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
  return inWords[name]?.(...((constraints ?? []) as never[]));
}

const sorted = <Value>(entries: [string, Value][]): Record<string, Value> =>
  Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
