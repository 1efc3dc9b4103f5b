import { type ErrorCode, httpStatus } from '@dripline/contract/error-codes';
import { rules } from '@dripline/contract/schema';
import { getNamedType, type GraphQLInputType, isInputObjectType } from 'graphql';
import type { Row } from '../express-rest-to-graphql';
import { exampleOf } from './examples';
import { type Components, type JsonSchema, outputSchema, refer } from './json-schema';
import type { Call } from './read-call';
import { readReply } from './read-reply';

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer', minimum: 1 } },
};
const FILE_NAME = { 'Content-Disposition': { description: 'Its name.', required: true, schema: { type: 'string' } } };
const headerSchemas: Record<string, object> = {
  'X-Total-Count': {
    description: 'How many there are on all pages.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
};

/** Every refusal that is declared: when it comes, in words that fit every call. */
const refusals: Record<number, { description: string; message: string; fields?: object; headers?: object }> = {
  400: {
    description: 'A value is missing or malformed; `fields` names it.',
    message: 'Business name is required',
    fields: { businessName: 'Business name is required' },
  },
  401: { description: 'No session, or wrong credentials.', message: 'Please sign in' },
  403: {
    description: 'Not for this account, sent from another site, or a limit is used up.',
    message: 'You do not have permission to do this',
  },
  404: { description: 'There is no such thing, or it is somebody else’s.', message: 'Campaign not found' },
  409: {
    description: 'The username or URL slug is taken, or an upload was used before.',
    message: 'This URL slug is taken',
    fields: { slug: 'This URL slug is taken' },
  },
  413: { description: 'The body is larger than allowed.', message: 'The request is too large' },
  415: {
    description: 'The body is of a kind that is not taken here.',
    message: 'Send JSON, with Content-Type: application/json',
  },
  429: {
    description: 'Too many attempts.',
    message: 'Too many attempts. Please wait and try again.',
    headers: RETRY_AFTER,
  },
  503: {
    description: 'A part behind is down for the moment.',
    message: 'The service is not reachable right now. Please try again.',
    headers: RETRY_AFTER,
  },
};

const codes = Object.keys(httpStatus) as ErrorCode[];

/** The body of every refusal. */
export const errorSchema: JsonSchema = {
  type: 'object',
  description: 'Why a call was refused.',
  additionalProperties: false,
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'For people.' },
    code: { type: 'string', enum: codes, description: 'For programs.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Why each named field was refused.',
    },
  },
};

/** The refusals, to be referred to by their status. */
export function refusalResponses(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(refusals).map(([status, { description, message, headers, fields }]) => {
      const its = codes.filter((code) => httpStatus[code] === Number(status));
      const schema = { allOf: [refer('Error'), { properties: { code: { enum: its, description: 'For programs.' } } }] };
      return [
        status,
        {
          description,
          headers,
          content: { 'application/json': { schema, example: { message, code: its[0], fields } } },
        },
      ];
    }),
  );
}

/** Everything that a call may answer. */
export function responses(components: Components, row: Row, call: Call): Record<string, object> {
  return {
    [row.status]: success(components, row, call),
    ...Object.fromEntries(
      refusalsOf(row, call).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
    ),
  };
}

function success(components: Components, { document, details }: Row, { root, field }: Call): object {
  const data = {
    type: 'object',
    properties: { [root.name.value]: outputSchema(components, document, field.type, root.selectionSet) },
  };
  const { body, headers } = readReply(components, data, details);
  const files = details.mediaTypes ?? (details.parts && [details.parts.mimeType]);
  if (files)
    return {
      description: 'The file.',
      headers: FILE_NAME,
      content: Object.fromEntries(files.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }])),
    };
  return {
    description: body ? 'As asked.' : 'Done.',
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers.map((name) => [name, headerSchemas[name]])) } : {}),
    ...(body ? { content: { 'application/json': { schema: body, example: exampleOf(components, body) } } } : {}),
  };
}

function refusalsOf({ method, isPublic, details }: Row, { kind, field, parameters, body }: Call): number[] {
  const callers = rules.callers[field.name] ?? [];
  const namesThings =
    parameters.some((parameter) => parameter.in === 'path') || [body ?? []].flat().some(({ type }) => namesThing(type));
  const sendsBody = method === 'post' || method === 'put';
  const found: [number, boolean][] = [
    [400, parameters.length > 0 || sendsBody],
    [401, !callers.includes('service')],
    [403, (kind === 'mutation' && !isPublic) || !callers.includes('client')],
    [404, namesThings],
    [413, sendsBody],
    [415, sendsBody],
    [503, true],
  ];
  const statuses = new Set([
    ...found.filter(([, applies]) => applies).map(([status]) => status),
    ...(details.refuses ?? []).map((code) => httpStatus[code]),
  ]);
  return [...statuses].sort((a, b) => a - b);
}

function namesThing(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  return isInputObjectType(named)
    ? Object.values(named.getFields()).some((field) => namesThing(field.type))
    : named.name === 'ID';
}
