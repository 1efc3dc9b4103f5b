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
  if (!isInputObjectType(type)) return { ...leaf(type), ...(type.toString() === 'Int' ? INT32 : {}) };
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

/** Returns the schema of a selection of a type: exactly the selected fields. */
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
  if (!selectionSet) return leaf(type);
  const [only, ...others] = selectionSet.selections;
  if (only?.kind !== 'FragmentSpread' || others.length > 0)
    return objectSchema(components, document, type, selectionSet);
  const name = getNamedType(type).name;
  components[name] ??= objectSchema(components, document, type, selectionSet);
  return refer(name);
}

function objectSchema(
  components: Components,
  document: DocumentNode,
  type: GraphQLOutputType,
  selectionSet: SelectionSetNode,
): JsonSchema {
  if (!isObjectType(type)) throw new Error(`${String(type)} is not an object type`);
  const properties = Object.fromEntries(
    fieldsOf(document, selectionSet).map(({ name, alias, selectionSet }) => {
      const field = type.getFields()[name.value]!;
      return [
        (alias ?? name).value,
        described(outputSchema(components, document, field.type, selectionSet), field.description),
      ];
    }),
  );
  return {
    title: type.name,
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

function leaf(type: GraphQLInputType | GraphQLOutputType): JsonSchema {
  const { name } = getNamedType(type);
  if (!isEnumType(type)) return scalars[name] ?? {};
  return { type: 'string', enum: type.getValues().map((value) => value.name) };
}

function withRules(baseSchema: JsonSchema, rule: JsonSchema = {}): JsonSchema {
  return { ...baseSchema, ...rule, ...(rule.items ? { items: { ...baseSchema.items, ...rule.items } } : {}) };
}

function nullable(baseSchema: JsonSchema): JsonSchema {
  if (baseSchema['$ref']) return { anyOf: [baseSchema, { type: 'null' }] };
  const { enum: values } = baseSchema;
  return {
    ...baseSchema,
    type: [baseSchema['type'], 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}

/** Adds a description to a schema. */
export function described(value: JsonSchema, description: string | null | undefined): JsonSchema {
  return description ? { ...value, description } : value;
}
