import { accessMatrix } from '@dripline/contract/access-matrix';
import type { Request } from 'express';
import {
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  GraphQLString,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';
import { rules } from '@dripline/contract/schema';
import { type Route, type VariableArgument, variableArguments } from '../express-rest-to-graphql';
import { schema } from './json-schema';

/** An argument of a GraphQL field, or a field of an input that is one. */
export type CallArgument = Pick<GraphQLInputField, 'name' | 'type' | 'description' | 'defaultValue'> & {
  /** Its key in the rules: `field.argument` or `Input.field`. */
  ruleKey: string;
};

/** An argument that a request passes in its path, query or a header. */
export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  argument: CallArgument;
  isRequired: boolean;
}

/** The GraphQL operation of a route, and how a request maps to its arguments. */
export interface Call {
  kind: 'query' | 'mutation';
  root: FieldNode;
  rootField: GraphQLField<unknown, unknown>;
  /** The field that returns what the route is about, and its name: `leads` of `client { leads }`. */
  field: GraphQLField<unknown, unknown>;
  /** The key of the field's callers in the rules: its name, or for a field of a type `Client.webhooks`. */
  callersKey: string;
  parameters: Parameter[];
  /**
   * The argument that the whole body is passed to, or the arguments that are the body's properties. Undefined without a
   * body.
   */
  body?: CallArgument | CallArgument[];
}

const REMAINING = Symbol('remaining variables');
const BODY = { [REMAINING]: true };
const locationMarker = /^(path|query|header):(.+)$/;

// A fake request whose values name their own location, so that a route's `variables` function reveals where each
// variable comes from.
const locationMarkers = (place: string) => new Proxy({}, { get: (_, name) => `${place}:${String(name)}` });
const request = {
  params: locationMarkers('path'),
  query: locationMarkers('query'),
  get: (name: string) => `header:${name}`,
  body: BODY,
} as unknown as Request;

/** Whether the operation of a call needs neither a session nor the id of a client. */
export const isForEveryone = ({ kind, rootField }: Call): boolean =>
  accessMatrix[`${kind === 'query' ? 'Query' : 'Mutation'}.${rootField.name}`]?.access === 'public';

/** The header that updates read `expectedVersion` from. */
const ifMatch: CallArgument = {
  name: 'If-Match',
  type: GraphQLString,
  description:
    'The `ETag` of the object that the change is based on. If it has changed since, the response is 412 with the object as `current`. If omitted, the `version` of the body applies, if it has one.',
  defaultValue: undefined,
  ruleKey: 'If-Match',
};

/** Derives a route's call from its document and from what its `variables` function reads from a request. */
export function readCall({ document, details }: Route): Call {
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === 'OperationDefinition',
  )!;
  const kind = operation.operation === 'query' ? 'query' : 'mutation';
  const root = operation.selectionSet.selections[0] as FieldNode;
  const rootType = kind === 'query' ? schema.getQueryType()! : schema.getMutationType()!;
  const rootField = rootType.getFields()[root.name.value]!;
  const variables = details.variables(request) as Record<string, unknown> & { [REMAINING]?: true };

  const parameters: Parameter[] = [];
  const rest: CallArgument[] = [];
  let body: Call['body'];
  for (const found of variableArguments(document)) {
    const argument = declarationOf(found, rootType);
    if (found.variable === 'expectedVersion') {
      parameters.push({ in: 'header', name: 'If-Match', argument: ifMatch, isRequired: false });
      continue;
    }
    const source = variables[found.variable];
    const [, place, key] = (typeof source === 'string' && locationMarker.exec(source)) || [];
    const declared = operation.variableDefinitions!.find(({ variable }) => variable.name.value === found.variable)!;
    const defaultValue = declared.defaultValue ? valueFromASTUntyped(declared.defaultValue) : argument.defaultValue;
    const isRequired = place === 'path' || (declared.type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined);
    if (place && key)
      parameters.push({ in: place as Parameter['in'], name: key, argument: { ...argument, defaultValue }, isRequired });
    else if (source === BODY) body = argument;
    else if (variables[REMAINING]) rest.push(argument);
  }
  return {
    ...{ kind, root, rootField, ...contentOf(root, rootField) },
    parameters,
    body: body ?? (rest.length > 0 ? rest : undefined),
  };
}

/** Returns the declaration of the argument, or input field, that a variable is the value of. */
function declarationOf({ path, fields }: VariableArgument, rootType: GraphQLObjectType): CallArgument {
  const field = fields.reduce<{ type: GraphQLObjectType; field?: GraphQLField<unknown, unknown> }>(
    ({ type }, node) => {
      const selected = type.getFields()[node.name.value]!;
      return { type: getNamedType(selected.type) as GraphQLObjectType, field: selected };
    },
    { type: rootType },
  ).field!;
  const [name, inputField] = path.split('.') as [string, string?];
  const argument = field.args.find((declared) => declared.name === name)!;
  if (inputField === undefined) return { ...argument, ruleKey: `${field.name}.${name}` };
  const input = getNamedType(argument.type) as GraphQLInputObjectType;
  return { ...input.getFields()[inputField]!, ruleKey: `${input.name}.${inputField}` };
}

/** Follows the only fields of a selection to the list or object that a route is about. */
function contentOf(
  { selectionSet }: FieldNode,
  field: GraphQLField<unknown, unknown>,
  callersKey = field.name,
): Pick<Call, 'field' | 'callersKey'> {
  const type = getNamedType(field.type);
  const [only, ...others] = selectionSet?.selections ?? [];
  const isContent =
    only?.kind !== Kind.FIELD || others.length > 0 || !isObjectType(type) || 'pageInfo' in type.getFields();
  if (isContent || isListType(getNullableType(field.type))) return { field, callersKey };
  const inner = type.getFields()[only.name.value]!;
  if (!isObjectType(getNamedType(inner.type))) return { field, callersKey };
  const key = `${type.name}.${inner.name}`;
  return contentOf(only, inner, rules.callers[key] ? key : callersKey);
}
