import type { Request } from 'express';
import {
  type FieldNode,
  type GraphQLArgument,
  type GraphQLField,
  isNonNullType,
  type OperationDefinitionNode,
  type VariableNode,
} from 'graphql';
import type { Row } from '../express-rest-to-graphql';
import { schema } from './json-schema';

/** An argument, and the place in a request that its value comes from. */
export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  argument: GraphQLArgument;
  isRequired: boolean;
}

/** What a row's operation is, and what of a request it takes. */
export interface Call {
  kind: 'query' | 'mutation';
  root: FieldNode;
  field: GraphQLField<unknown, unknown>;
  parameters: Parameter[];
  /** The one argument that is the whole body, or those that are its properties; none where the call takes no body. */
  body?: GraphQLArgument | GraphQLArgument[];
}

const REST = Symbol('every variable that nothing else gives');
const BODY = { [REST]: true };
const marked = /^(path|query|header):(.+)$/;

// Each part of this request says where it stood, so that the variables a row makes of it tell where each comes from.
const marks = (place: string) => new Proxy({}, { get: (_, name) => `${place}:${String(name)}` });
const request = {
  params: marks('path'),
  query: marks('query'),
  get: (name: string) => `header:${name}`,
  body: BODY,
} as unknown as Request;

/** Reads a row's call off its document, and off what its `variables` make of a request. */
export function readCall({ document, details }: Row): Call {
  const operation = document.definitions.find(
    (each): each is OperationDefinitionNode => each.kind === 'OperationDefinition',
  )!;
  const kind = operation.operation === 'query' ? 'query' : 'mutation';
  const root = operation.selectionSet.selections[0] as FieldNode;
  const field = (kind === 'query' ? schema.getQueryType() : schema.getMutationType())!.getFields()[root.name.value]!;
  const given = details.variables(request) as Record<string, unknown> & { [REST]?: true };

  const parameters: Parameter[] = [];
  const rest: GraphQLArgument[] = [];
  let body: Call['body'];
  for (const { name, value } of root.arguments ?? []) {
    const argument = field.args.find((each) => each.name === name.value)!;
    const variable = (value as VariableNode).name.value;
    const source = given[variable];
    const [, place, key] = (typeof source === 'string' && marked.exec(source)) || [];
    const isRequired = place === 'path' || (isNonNullType(argument.type) && argument.defaultValue === undefined);
    if (place && key) parameters.push({ in: place as Parameter['in'], name: key, argument, isRequired });
    else if (source === BODY) body = argument;
    else if (given[REST]) rest.push(argument);
  }
  return { kind, root, field, parameters, body: body ?? (rest.length > 0 ? rest : undefined) };
}
