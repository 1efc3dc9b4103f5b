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

/** JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export interface JsonSchema {
  [keyword: string]: unknown;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
}

/** The GraphQL schema that everything here is derived from. */
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

/** The schemas that others refer to by name. */
export type Components = Record<string, JsonSchema>;

export const refer = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** What an argument or input field takes. `at` is its place among the rules: `Input.field` or `operation.argument`. */
export function inputSchema(components: Components, type: GraphQLInputType, at: string): JsonSchema {
  const bare = withRules(bareInput(components, getNullableType(type)), rules.values[at]);
  return isNonNullType(type) ? bare : nullable(bare);
}

function bareInput(components: Components, type: GraphQLInputType): JsonSchema {
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

/** What a selection of a type answers: every selected field, and nothing else. */
export function outputSchema(
  components: Components,
  document: DocumentNode,
  type: GraphQLOutputType,
  selected?: SelectionSetNode,
): JsonSchema {
  const bare = bareOutput(components, document, getNullableType(type), selected);
  return isNonNullType(type) ? bare : nullable(bare);
}

function bareOutput(
  components: Components,
  document: DocumentNode,
  type: GraphQLOutputType,
  selected?: SelectionSetNode,
): JsonSchema {
  if (isListType(type))
    return { type: 'array', items: outputSchema(components, document, type.ofType as GraphQLOutputType, selected) };
  if (!selected) return leaf(type);
  const [only, ...others] = selected.selections;
  if (only?.kind !== 'FragmentSpread' || others.length > 0) return objectSchema(components, document, type, selected);
  const name = getNamedType(type).name;
  components[name] ??= objectSchema(components, document, type, selected);
  return refer(name);
}

function objectSchema(
  components: Components,
  document: DocumentNode,
  type: GraphQLOutputType,
  selected: SelectionSetNode,
): JsonSchema {
  if (!isObjectType(type)) throw new Error(`${String(type)} is no object`);
  const properties = Object.fromEntries(
    fieldsOf(document, selected).map(({ name, alias, selectionSet }) => {
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
    (each): each is FragmentDefinitionNode => each.kind === 'FragmentDefinition',
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

function withRules(bare: JsonSchema, rule: JsonSchema = {}): JsonSchema {
  return { ...bare, ...rule, ...(rule.items ? { items: { ...bare.items, ...rule.items } } : {}) };
}

function nullable(bare: JsonSchema): JsonSchema {
  if (bare['$ref']) return { anyOf: [bare, { type: 'null' }] };
  const { enum: values } = bare;
  return {
    ...bare,
    type: [bare['type'], 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}

/** With a sentence that says what it is. */
export function described(value: JsonSchema, description: string | null | undefined): JsonSchema {
  return description ? { ...value, description } : value;
}
