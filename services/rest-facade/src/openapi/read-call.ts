import type { Request } from 'express';
import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  isNonNullType,
  type OperationDefinitionNode,
  type VariableNode,
} from 'graphql';
import type { Route } from '../express-rest-to-graphql';
import { schema } from './json-schema';

/** An argument that a request passes in its path, query or a header. */
export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  argument: GraphQLArgument;
  isRequired: boolean;
}

/** The GraphQL operation of a route, and how a request maps to its arguments. */
export interface Call {
  kind: 'query' | 'mutation';
  root: FieldNode;
  field: GraphQLField<unknown, unknown>;
  parameters: Parameter[];
  /**
   * The argument that the whole body is passed to, or the arguments that are the body's properties. Undefined without a
   * body.
   */
  body?: GraphQLArgument | GraphQLArgument[];
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

/** Derives a route's call from its document and from what its `variables` function reads from a request. */
export function readCall({ document, details }: Route): Call {
  const operation = document.definitions.find(
    (node): node is OperationDefinitionNode => node.kind === 'OperationDefinition',
  )!;
  const kind = operation.operation === 'query' ? 'query' : 'mutation';
  const root = operation.selectionSet.selections[0] as FieldNode;
  const field = (kind === 'query' ? schema.getQueryType() : schema.getMutationType())!.getFields()[root.name.value]!;
  const variables = details.variables(request) as Record<string, unknown> & { [REMAINING]?: true };

  const parameters: Parameter[] = [];
  const rest: GraphQLArgument[] = [];
  let body: Call['body'];
  for (const { name, value } of root.arguments ?? []) {
    const argument = field.args.find((declared) => declared.name === name.value)!;
    const variable = (value as VariableNode).name.value;
    const source = variables[variable];
    const [, place, key] = (typeof source === 'string' && locationMarker.exec(source)) || [];
    const isRequired = place === 'path' || (isNonNullType(argument.type) && argument.defaultValue === undefined);
    if (place && key) parameters.push({ in: place as Parameter['in'], name: key, argument, isRequired });
    else if (source === BODY) body = argument;
    else if (variables[REMAINING]) rest.push(argument);
  }
  return { kind, root, field, parameters, body: body ?? (rest.length > 0 ? rest : undefined) };
}
