import type { ApolloServerPlugin, BaseContext } from '@apollo/server';
import { DEFAULT_PAGE_SIZE, MAX_BULK_IDS, MAX_PAGE_SIZE } from '@dripline/contract/limits';
import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { fail } from './errors';

/** Maximum number of objects that an operation may return, counting each list at its maximum length. */
export const MAX_ITEMS = 40_000;
/**
 * Maximum length of a list that is not a connection: the fields of a form, the steps of a sequence, a timeline. The
 * extension `maxItems` of a field gives it another one.
 */
const MAX_NESTED_ITEMS = 50;

interface Operation {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: FragmentDefinitionNode[];
  variables: Record<string, unknown>;
}

/** Rejects operations whose lists could return too many objects, because lists in lists multiply. */
export const itemLimit: ApolloServerPlugin<BaseContext> = {
  requestDidStart: async () => ({
    async didResolveOperation({ schema, operation, document, request }) {
      const fragments = document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
      const items = countItems({ schema, operation: operation!, fragments, variables: request.variables ?? {} });
      if (items <= MAX_ITEMS) return;
      const error = fail(
        'BAD_USER_INPUT',
        `The operation could return ${items} objects, but at most ${MAX_ITEMS} are allowed. Set a smaller \`first\`, or select fewer lists.`,
      );
      // Apollo answers errors thrown at this stage with 500 unless a status is set.
      error.extensions['http'] = { status: 400 };
      throw error;
    },
  }),
};

/** Counts the objects that an operation can return. */
export function countItems(operation: Operation): number {
  return countIn(
    operation,
    operation.operation.selectionSet,
    operation.schema.getRootType(operation.operation.operation)!,
  );
}

function countIn(
  operation: Operation,
  { selections }: SelectionSetNode,
  type: GraphQLObjectType,
  pageSize?: number,
): number {
  return selections.reduce((items, selection) => {
    if (selection.kind === Kind.FIELD) return items + countField(operation, selection, type, pageSize);
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection
        : operation.fragments.find(({ name }) => name.value === selection.name.value)!;
    return items + countIn(operation, fragment.selectionSet, type, pageSize);
  }, 0);
}

function countField(operation: Operation, node: FieldNode, parent: GraphQLObjectType, pageSize?: number): number {
  const field = parent.getFields()[node.name.value];
  const type = field && getNamedType(field.type);
  if (!isObjectType(type) || !node.selectionSet) return 0;
  const takes = (argument: string) => field!.args.some(({ name }) => name === argument);
  const isConnection = takes('first');
  // A bulk mutation returns the objects that it names.
  const maxItems = (field!.extensions['maxItems'] as number | undefined) ?? MAX_NESTED_ITEMS;
  const listSize = pageSize ?? (takes('ids') ? MAX_BULK_IDS : maxItems);
  const times = isListType(getNullableType(field!.type)) ? listSize : 1;
  return (
    times * (1 + countIn(operation, node.selectionSet, type, isConnection ? pageSizeOf(operation, node) : undefined))
  );
}

/** Returns the maximum number of nodes that a connection returns. An invalid one counts as the maximum. Execution rejects it. */
function pageSizeOf({ operation, variables }: Operation, { arguments: given = [] }: FieldNode): number {
  const read = (value: ValueNode | undefined): unknown => {
    if (value?.kind === Kind.INT) return Number(value.value);
    if (value?.kind !== Kind.VARIABLE) return undefined;
    const name = value.name.value;
    const declared = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
    return variables[name] ?? read(declared?.defaultValue);
  };
  const argument = (name: string) => read(given.find((node) => node.name.value === name)?.value);
  const size = argument('first') ?? argument('last') ?? DEFAULT_PAGE_SIZE;
  return typeof size === 'number' && size > 0 ? size : MAX_PAGE_SIZE;
}
