import { getNullableType, GraphQLNonNull } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_REST_ITEMS } from '@dripline/contract/limits';
import { rules } from '@dripline/contract/schema';
import { SESSION_HEADER, SESSION_PARAMETER, type SessionRole, sessionRoles } from '@dripline/contract/sessions';
import { requiredScopes } from '@dripline/runtime/api-keys';
import { sessionCookieName } from '@dripline/runtime/http/session-cookie';
import type { Route } from '../express-rest-to-graphql';
import { resolveReference } from './read-response';
import { errorSchema, errorResponses, responses, successBody } from './responses';
import { buildExample } from './examples';
import { idempotencyParameter } from './idempotency';
import { type Components, described, inputSchema, type JsonSchema, refer, schema } from './json-schema';
import { type Call, isForEveryone, type Parameter, readCall } from './read-call';

const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string };

const description = `Each operation sends one GraphQL operation, which its operationId names. Bodies are JSON. Sign in with \`POST /api/auth/login\` (administrators) or
\`POST /api/auth/client/login\` (clients). The response sets the session cookie of that account. If a browser has both cookies, a request acts as the client, and as the administrator only on routes for administrators or with the header \`${SESSION_HEADER}: admin\`; \`${SESSION_HEADER}: client\` never acts as the administrator. Programs send an API key as \`Authorization: Bearer\` instead; each response to a key has the headers
\`RateLimit\` and \`RateLimit-Policy\`. A client with login disabled needs no session: anyone who knows its id can read and change its data.

To try the API on this page, open \`POST /api/auth/login\`, select Try it out, enter a username and password, and select Execute. The browser stores the cookie and sends it with
every further request. For example, create a client, create a campaign with the client's \`id\`, and submit a form with the client's \`handle\` and the campaign's \`slug\`.

Fields that a \`PUT\` or \`PATCH\` omits are unchanged. Both accept what \`GET\` answers: fields that cannot be changed are ignored if they have the current value. A \`POST\` with an \`Idempotency-Key\` runs once: for 24 hours a retry with the same key gets the first response, with the header \`Idempotent-Replayed\`. Errors are \`{"message", "code"}\`; for invalid input, \`"fields"\` contains a message for each invalid field.`;

/** The OpenAPI tags, by the second segment of the path. */
export const tags: Record<string, string> = {
  auth: 'Sign in and out.',
  admin: 'Manage the agency: administrators, the audit log and totals.',
  clients: 'Manage clients and everything that belongs to them.',
  campaigns: 'Manage campaigns and submit their forms.',
  landing: 'Read public landing pages.',
  leads: 'Update and delete leads.',
  'sms-sequences': 'Manage sequences of timed follow-up messages.',
  'spam-leads': 'Restore and delete submissions that were classified as spam.',
  sms: 'Send due messages.',
  objects: 'Upload images for campaigns and files for clients.',
  files: 'Rename and delete files.',
  'api-keys': 'Revoke API keys.',
  webhooks: 'Manage the webhooks that receive a client’s lead and message events.',
  'webhook-deliveries': 'Inspect and replay webhook deliveries.',
};

/** Descriptions of the roles of the GraphQL server. */
const callers: Record<string, string> = {
  admin: 'administrators',
  client: 'the client',
  visitor: 'anyone who knows the id of a client with login disabled',
};

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** Builds the OpenAPI document from the route table, its GraphQL documents and the GraphQL schema. */
export function openapi(table: Route[], { publicUrl }: { publicUrl: string }): object {
  const components: Components = { Error: errorSchema };
  const paths: Record<string, Record<string, object>> = {};
  for (const row of table) {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.method]: operation(components, row) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'REST API', version, license: { name: 'MIT', identifier: 'MIT' }, description },
    externalDocs: { url: `${publicUrl}/api/docs/changes`, description: 'What changed between API versions' },
    servers: [{ url: publicUrl }],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: text })),
    paths,
    components: {
      schemas: components,
      responses: errorResponses(),
      securitySchemes: {
        ...Object.fromEntries(
          sessionRoles.map((role) => [
            schemeOf(role),
            {
              type: 'apiKey',
              in: 'cookie',
              name: sessionCookieName(role, publicUrl),
              description: `The session of ${callers[role]}. With both cookies, \`${SESSION_HEADER}\` selects one.`,
            },
          ]),
        ),
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, which starts with `apikey_`.' },
      },
    },
  };
}

/** The operation's name, or that of the route if several share the operation. PUT and PATCH of an object share it. */
const nameOf = ({ operation, details }: Route): string => details.operationId ?? operation;

function operation(components: Components, row: Route): object {
  const call = readCall(row);
  const { kind, field, callersKey, parameters, body } = call;
  const roles = rules.callers[callersKey] ?? [];
  const isPublic = isForEveryone(call);
  const scopes = requiredScopes(schema, row.document);
  const keys = scopes ? [{ bearer: [] }] : [];
  const allowedCallers = isPublic ? 'everyone' : either.format(roles.map((role) => callers[role] ?? role));
  return {
    operationId: `${nameOf(row)}${row.method === 'patch' ? 'Partially' : ''}`,
    summary: row.summary,
    description:
      `${field.description ?? ''} Allowed for: ${allowedCallers}.${scopes ? ` Scopes of API keys: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.` : ''} GraphQL: \`${kind} ${row.operation}\`.`.trim(),
    tags: [row.path.split('/')[2]],
    security: isPublic
      ? keys.length > 0
        ? [{}, ...keys]
        : []
      : [
          ...sessionRoles.filter((role) => roles.includes(role)).map((role) => ({ [schemeOf(role)]: [] })),
          ...keys,
          ...(roles.includes('visitor') ? [{}] : []),
        ],
    parameters: [
      ...parameters.map((item) => parameter(components, row, item)),
      ...(row.details.parts ? [sessionParameter] : []),
      ...idempotencyParameter(row, call),
    ],
    ...(body ? { requestBody: requestBody(components, row, call) } : {}),
    responses: responses(components, row, call),
  };
}

const schemeOf = (role: SessionRole) => `${role}Session`;

const sessionParameter = {
  name: SESSION_PARAMETER,
  in: 'query',
  required: false,
  description: `Replaces the header \`${SESSION_HEADER}\`, which a link cannot send.`,
  schema: { type: 'string', enum: sessionRoles },
};

function parameter(
  components: Components,
  { details }: Route,
  { in: place, name, argument, isRequired }: Parameter,
): object {
  const nonNull = new GraphQLNonNull(getNullableType(argument.type));
  const isLimitOfWholeList = name === 'limit' && details.isWhole === true;
  const defaultValue =
    argument.defaultValue === undefined || isLimitOfWholeList ? {} : { default: argument.defaultValue };
  return {
    name,
    in: place,
    required: isRequired,
    description: isLimitOfWholeList
      ? `${argument.description} Without it, the response contains up to ${MAX_REST_ITEMS} items.`
      : (argument.description ?? undefined),
    schema: { ...inputSchema(components, nonNull, argument.ruleKey), ...defaultValue },
  };
}

function requestBody(components: Components, row: Route, call: Call): object {
  const { body } = call;
  const schema = bodySchema(components, row, call);
  const required = !Array.isArray(body) || (resolveReference(components, schema)['required'] as string[]).length > 0;
  const example = buildExample(components, schema, Array.isArray(body) ? '' : body!.name);
  if (row.details.current) acceptResponse(components, row, call, schema);
  return { required, content: { 'application/json': { schema, example } } };
}

/** Adds the fields of the response to a body: those that cannot be changed are ignored if they are as they were. */
function acceptResponse(components: Components, row: Route, call: Call, schema: JsonSchema): void {
  const { current } = row.details;
  const body = resolveReference(components, schema);
  const { properties = {} } = resolveReference(components, successBody(components, row, call).body!);
  const added = Object.entries(properties).filter(([name]) => !(name in body.properties!));
  body['required'] = [];
  body.properties = {
    ...body.properties,
    ...Object.fromEntries(
      added.map(([name, property]) => [
        name,
        current!.writable.includes(name) ? property : { ...property, readOnly: true },
      ]),
    ),
  };
}

function bodySchema(components: Components, row: Route, { field, body }: Call): JsonSchema {
  if (!Array.isArray(body)) return { ...inputSchema(components, body!.type, body!.ruleKey), ...row.details.body };
  const properties = Object.fromEntries(
    body.map(({ name, type, description: text, ruleKey }) => [
      name,
      described(inputSchema(components, type, ruleKey), text),
    ]),
  );
  const name = `${nameOf(row)}Input`;
  // PUT and PATCH have the same body.
  components[name] ??= {
    title: name,
    description: field.description ?? undefined,
    type: 'object',
    additionalProperties: false,
    required: body.filter(({ type }) => String(type).endsWith('!')).map(({ name }) => name),
    properties,
  };
  return refer(name);
}
