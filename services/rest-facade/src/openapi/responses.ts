import { type ErrorCode, httpStatus } from '@dripline/contract/error-codes';
import { REPLAYED_HEADER } from '@dripline/contract/idempotency';
import { rules } from '@dripline/contract/schema';
import { requiredScopes } from '@dripline/runtime/api-keys';
import { getNamedType, type GraphQLInputType, isInputObjectType } from 'graphql';
import type { Route } from '../express-rest-to-graphql';
import { buildExample } from './examples';
import { isIdempotent } from './idempotency';
import { type Components, type JsonSchema, outputSchema, refer, registerObjects, schema } from './json-schema';
import { type Call, isForEveryone } from './read-call';
import { readResponse, resolveReference } from './read-response';

const RETRY_AFTER = {
  'Retry-After': {
    description: 'The number of seconds to wait before retrying.',
    schema: { type: 'integer', minimum: 1 },
  },
};
const FILE_NAME = {
  'Content-Disposition': { description: 'The file name.', required: true, schema: { type: 'string' } },
};
const headerSchemas: Record<string, object> = {
  'X-Total-Count': {
    description: 'The number of items on all pages.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: {
    description: 'The version of the object, to pass as `If-Match`.',
    required: true,
    schema: { type: 'string' },
  },
  [REPLAYED_HEADER]: {
    description: '`true` if the response is that of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
  },
  Link: {
    description: 'The URL of the next page with `rel="next"`, if more items follow.',
    schema: { type: 'string' },
  },
};

/** The error responses by status: when they occur, in terms that apply to every operation. */
const errorExamples: Record<number, { description: string; message: string; fields?: object; headers?: object }> = {
  400: {
    description: 'A value is missing or invalid. `fields` names the invalid fields.',
    message: 'Business name is required.',
    fields: { businessName: 'Business name is required.' },
  },
  401: {
    description:
      'The session is missing or has expired, the API key is not valid, the credentials are wrong, or the sign-in also needs a code (`SECOND_FACTOR_REQUIRED`).',
    message: 'Please sign in.',
  },
  403: {
    description:
      'The account lacks permission, the API key lacks a scope, the request was sent by another site, a limit is used up, the sign-in is older than 15 minutes (`RECENT_SIGN_IN_REQUIRED`), or the administrator had to add a second factor by now (`SECOND_FACTOR_SETUP_REQUIRED`).',
    message: 'You do not have permission to do this.',
  },
  404: { description: 'The object does not exist or belongs to another client.', message: 'Campaign not found' },
  409: {
    description:
      'The username or URL slug is taken, the upload has already been used, the first request with the same `Idempotency-Key` is still running (then with `Retry-After`), or the key of a form was used for another submission.',
    message: 'This URL slug is taken. Choose another one.',
    fields: { slug: 'This URL slug is taken. Choose another one.' },
    headers: RETRY_AFTER,
  },
  412: {
    description:
      'The object has changed since the version that `If-Match` or the body names. `current` contains its fields.',
    message: 'Somebody changed this meanwhile. Load it again, and repeat your change.',
  },
  413: { description: 'The body is too large.', message: 'The request body must be at most 1 MB.' },
  415: {
    description: 'The media type of the body is not supported.',
    message: 'The request body must be JSON, sent with Content-Type: application/json.',
  },
  422: {
    description: 'The `Idempotency-Key` was used for another request in the last 24 hours (`IDEMPOTENCY_KEY_REUSED`).',
    message: 'This Idempotency-Key was used for another request. Send a new key.',
  },
  429: {
    description: 'A rate limit was exceeded.',
    message: 'Too many attempts. Please wait and try again.',
    headers: RETRY_AFTER,
  },
  503: {
    description: 'The service or one of its dependencies is temporarily unavailable.',
    message: 'The service is not reachable right now. Please try again.',
    headers: RETRY_AFTER,
  },
};

const codes = Object.keys(httpStatus) as ErrorCode[];

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** The schema of every error response. */
export const errorSchema: JsonSchema = {
  title: 'Error',
  type: 'object',
  description: 'An error.',
  additionalProperties: false,
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'A message for users.' },
    code: { type: 'string', enum: codes, description: 'A code for programs.' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Messages by the name of the invalid field.',
    },
    current: {
      type: 'object',
      additionalProperties: true,
      description: 'With status 412: the fields of the object as it is now.',
    },
    challenge: {
      type: 'string',
      description:
        'For `SECOND_FACTOR_REQUIRED`: send it with a code to `/api/auth/second-factor` within five minutes.',
    },
  },
};

/** Returns the shared error responses by status. */
export function errorResponses(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(errorExamples).map(([status, { description, message, headers, fields }]) => {
      const codesOfStatus = codes.filter(
        (code) => httpStatus[code] === Number(status) || (code === 'CONFLICT' && status === '412'),
      );
      return [
        status,
        {
          description: `${description} \`code\` is ${either.format(codesOfStatus.map((code) => `\`${code}\``))}.`,
          headers,
          content: {
            'application/json': { schema: refer('Error'), example: { message, code: codesOfStatus[0], fields } },
          },
        },
      ];
    }),
  );
}

/** Returns all responses of an operation. */
export function responses(components: Components, row: Route, call: Call): Record<string, object> {
  return {
    [row.status]: success(components, row, call),
    ...Object.fromEntries(
      errorStatuses(row, call).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
    ),
  };
}

/** Returns the schema of the body of a route's successful response, and the names of its headers. */
export function successBody(
  components: Components,
  { document, details }: Route,
  { root, rootField }: Call,
): ReturnType<typeof readResponse> {
  const data = {
    type: 'object',
    properties: { [root.name.value]: outputSchema(components, document, rootField.type, root.selectionSet) },
  };
  const { body, headers } = readResponse(components, data, details);
  // What the route composes has no title.
  const title = body?.properties ? { title: getNamedType(rootField.type).name } : {};
  return { headers, ...(body ? { body: registerObjects(components, { ...title, ...body }) } : {}) };
}

function success(components: Components, row: Route, call: Call): object {
  const { details } = row;
  const { body, headers: listHeaders } = successBody(components, row, call);
  const hasVersion = body !== undefined && 'version' in (resolveReference(components, body).properties ?? {});
  const headers = [
    ...listHeaders,
    ...(hasVersion ? ['ETag'] : []),
    ...(isIdempotent(row, call) ? [REPLAYED_HEADER] : []),
  ];
  const files = details.mediaTypes ?? (details.parts && [details.parts.mimeType]);
  if (files)
    return {
      description: 'The file.',
      headers: FILE_NAME,
      content: Object.fromEntries(files.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }])),
    };
  return {
    description: body ? 'Success.' : 'Success, without a body.',
    ...(headers.length > 0 ? { headers: Object.fromEntries(headers.map((name) => [name, headerSchemas[name]])) } : {}),
    ...(body ? { content: { 'application/json': { schema: body, example: buildExample(components, body) } } } : {}),
  };
}

function errorStatuses(row: Route, call: Call): number[] {
  const { method, isPublic, details, document } = row;
  const { kind, callersKey, parameters, body } = call;
  const callers = rules.callers[callersKey] ?? [];
  const isOpenToKeys = requiredScopes(schema, document) !== null;
  const refersToObjects =
    parameters.some((parameter) => parameter.in === 'path') ||
    [body ?? []].flat().some(({ type }) => refersToObject(type));
  const sendsBody = ['post', 'put', 'patch'].includes(method);
  const candidates: [number, boolean][] = [
    [400, parameters.length > 0 || sendsBody],
    [401, !isForEveryone(call) || isOpenToKeys],
    [403, isOpenToKeys || (kind === 'mutation' && !isPublic) || !callers.includes('client')],
    [404, refersToObjects],
    [409, isIdempotent(row, call)],
    [412, details.current !== undefined],
    [413, sendsBody],
    [415, sendsBody],
    [422, isIdempotent(row, call)],
    [429, isOpenToKeys],
    [503, true],
  ];
  const statuses = new Set([
    ...candidates.filter(([, applies]) => applies).map(([status]) => status),
    ...(details.errorCodes ?? []).map((code) => httpStatus[code]),
  ]);
  return [...statuses].sort((a, b) => a - b);
}

function refersToObject(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  return isInputObjectType(named)
    ? Object.values(named.getFields()).some((field) => refersToObject(field.type))
    : named.name === 'ID';
}
