import { rules, sdl } from '@dripline/contract/schema';
import {
  buildSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  type GraphQLOutputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { isDeepStrictEqual } from 'node:util';

/** A JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export interface JsonSchema {
  [keyword: string]: unknown;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
}

/** The GraphQL schema that the OpenAPI document is derived from. */
export const schema = buildSchema(sdl);

const INT32 = { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
const scalars: Record<string, JsonSchema> = {
  ID: { type: 'string', format: 'uuid' },
  String: { type: 'string' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTimeISO: { type: 'string', format: 'date-time' },
  JSONObject: { type: 'object', additionalProperties: true },
};

/** The OpenAPI component schemas by name. */
export type Components = Record<string, JsonSchema>;

/** Returns a reference to a component schema. */
export const refer = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/**
 * Returns the schema of an argument or input field. `ruleKey` is its key in the rules: `Input.field` or
 * `operation.argument`.
 */
export function inputSchema(components: Components, type: GraphQLInputType, ruleKey: string): JsonSchema {
  const baseSchema = withRules(inputWithoutRules(components, getNullableType(type)), rules.values[ruleKey]);
  return isNonNullType(type) ? baseSchema : nullable(baseSchema);
}

function inputWithoutRules(components: Components, type: GraphQLInputType): JsonSchema {
  if (isListType(type)) return { type: 'array', items: inputSchema(components, type.ofType as GraphQLInputType, '') };
  if (!isInputObjectType(type)) return { ...leaf(components, type), ...(type.toString() === 'Int' ? INT32 : {}) };
  components[type.name] ??= {
    title: type.name,
    description: type.description ?? undefined,
    type: 'object',
    additionalProperties: false,
    required: Object.values(type.getFields()).flatMap((field) => (isNonNullType(field.type) ? [field.name] : [])),
    properties: Object.fromEntries(
      Object.values(type.getFields()).map((field) => [
        field.name,
        described(inputSchema(components, field.type, `${type.name}.${field.name}`), field.description),
      ]),
    ),
  };
  return refer(type.name);
}

/**
 * Returns the schema of a selection of a type: exactly the selected fields. A selection of one fragment is named after
 * it, others after the type.
 */
export function outputSchema(
  components: Components,
  document: DocumentNode,
  type: GraphQLOutputType,
  selectionSet?: SelectionSetNode,
): JsonSchema {
  const baseSchema = nonNullOutput(components, document, getNullableType(type), selectionSet);
  return isNonNullType(type) ? baseSchema : nullable(baseSchema);
}

function nonNullOutput(
  components: Components,
  document: DocumentNode,
  type: GraphQLOutputType,
  selectionSet?: SelectionSetNode,
): JsonSchema {
  if (isListType(type))
    return { type: 'array', items: outputSchema(components, document, type.ofType as GraphQLOutputType, selectionSet) };
  if (!selectionSet) return leaf(components, type);
  const [only, ...others] = selectionSet.selections;
  const isFragment = only?.kind === 'FragmentSpread' && others.length === 0;
  const title = isFragment ? only.name.value.replace(/Fields$/, '') : getNamedType(type).name;
  return objectSchema(components, document, type, selectionSet, title);
}

function objectSchema(
  components: Components,
  document: DocumentNode,
  type: GraphQLOutputType,
  selectionSet: SelectionSetNode,
  title: string,
): JsonSchema {
  if (!isObjectType(type)) throw new Error(`${String(type)} is not an object type`);
  const properties = Object.fromEntries(
    fieldsOf(document, selectionSet).map(({ name, alias, selectionSet }) => {
      const field = type.getFields()[name.value]!;
      return [
        (alias ?? name).value,
        described(
          withRules(
            outputSchema(components, document, field.type, selectionSet),
            rules.values[`${type.name}.${field.name}`],
          ),
          field.description,
        ),
      ];
    }),
  );
  return {
    title,
    description: type.description ?? undefined,
    type: 'object',
    additionalProperties: false,
    required: Object.keys(properties),
    properties,
  };
}

function fieldsOf(document: DocumentNode, { selections }: SelectionSetNode) {
  const fragments = document.definitions.filter(
    (node): node is FragmentDefinitionNode => node.kind === 'FragmentDefinition',
  );
  return selections.flatMap((selection): FieldNode[] => {
    if (selection.kind === 'Field') return [selection];
    if (selection.kind === 'InlineFragment') return fieldsOf(document, selection.selectionSet);
    return fieldsOf(document, fragments.find(({ name }) => name.value === selection.name.value)!.selectionSet);
  });
}

function leaf(components: Components, type: GraphQLInputType | GraphQLOutputType): JsonSchema {
  const { name } = getNamedType(type);
  if (!isEnumType(type)) return scalars[name] ?? {};
  return register(components, {
    title: name,
    description: type.description ?? undefined,
    type: 'string',
    enum: type.getValues().map((value) => value.name),
  });
}

/** Adds a titled schema to the components, and returns a reference to it. */
export function register(components: Components, schema: JsonSchema): JsonSchema {
  const name = String(schema['title']);
  if (!isDeepStrictEqual((components[name] ??= schema), schema))
    throw new Error(`${name} has two shapes: give one selection a fragment of its own`);
  return refer(name);
}

/** Replaces the objects in a schema by references to components that are named after their titles. */
export function registerObjects(components: Components, schema: JsonSchema): JsonSchema {
  const { [OF_FIELD]: description, ...own } = schema as { [OF_FIELD]?: string } & JsonSchema;
  const { items, properties, anyOf } = own as { anyOf?: JsonSchema[] } & JsonSchema;
  const registered = {
    ...own,
    ...(items ? { items: registerObjects(components, items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map((part) => registerObjects(components, part)) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, part]) => [name, registerObjects(components, part)]),
          ),
        }
      : {}),
  };
  return properties ? described(register(components, registered), description) : registered;
}

function withRules(baseSchema: JsonSchema, rule: JsonSchema = {}): JsonSchema {
  return { ...baseSchema, ...rule, ...(rule.items ? { items: { ...baseSchema.items, ...rule.items } } : {}) };
}

function nullable(baseSchema: JsonSchema): JsonSchema {
  if (baseSchema['$ref']) return { anyOf: [baseSchema, { type: 'null' }] };
  if (baseSchema.properties) return { anyOf: [baseSchema, { type: 'null' }] };
  return { ...baseSchema, type: [baseSchema['type'], 'null'] };
}

/** The key of a field's description in an object, which has the description of its type. */
const OF_FIELD = Symbol('description of the field');

/** Adds a field's description to the schema of its value. */
export function described(value: JsonSchema, description: string | null | undefined): JsonSchema {
  return description ? { ...value, [value.properties ? OF_FIELD : 'description']: description } : value;
}
