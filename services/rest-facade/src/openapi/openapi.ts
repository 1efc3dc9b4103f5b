import { rules } from '@dripline/contract/schema';
import { sessionCookieName } from '@dripline/runtime/session-cookie';
import type { Row } from '../express-rest-to-graphql';
import { errorSchema, refusalResponses, responses } from './answers';
import { exampleOf } from './examples';
import { type Components, described, inputSchema, type JsonSchema } from './json-schema';
import { type Call, type Parameter, readCall } from './read-call';

const description = `Every call stands for one GraphQL operation, named in its operationId. Bodies are JSON. Sign in with \`POST /api/auth/login\` (an administrator) or
\`POST /api/auth/client/login\` (a client): the answer sets the session cookie. A client whose login is not enabled needs none: who holds its id may read and change its data.

On this page: open \`POST /api/auth/login\`, choose Try it out, put in username and password, Execute. The browser keeps the cookie, and every other call is then yours to
try: add a client, make a campaign with the client's \`id\`, send a form with its \`handle\` and the campaign's \`slug\`.

A \`PUT\` may leave fields out; what it leaves out stays. Refusals are \`{"message", "code"}\` and, for bad input, \`"fields"\` that names each field.`;

/** The parts of the API, by the first word of their paths. */
export const tags: Record<string, string> = {
  auth: 'Signing in and out.',
  admin: 'The whole agency.',
  clients: 'Businesses, and what each of them has.',
  campaigns: 'Landing pages, their QR codes and their visitors’ forms.',
  landing: 'What a visitor reads.',
  leads: 'Who sent a form.',
  'sms-sequences': 'Timed follow-up texts.',
  'spam-leads': 'Submissions that look like a robot’s: no leads until somebody says so.',
  sms: 'Sending what is due.',
  objects: 'What was uploaded.',
  files: 'The file manager.',
  webhooks: 'Where a client’s own system hears of its leads and texts.',
  'webhook-deliveries': 'What was posted there.',
};

/** Who may call what, by the roles of the GraphQL server. */
const callers: Record<string, string> = {
  admin: 'an administrator',
  client: 'the client',
  visitor: 'the holder of the dashboard link of a client without login',
};

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** The API's description, from the same table that answers it, its documents and the GraphQL schema. */
export function openapi(table: Row[], { productName, publicUrl }: { productName: string; publicUrl: string }): object {
  const components: Components = { Error: errorSchema };
  const paths: Record<string, Record<string, object>> = {};
  for (const row of table) {
    const path = row.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [row.method]: operation(components, row, idOf(row, table)) };
  }
  return {
    openapi: '3.1.0',
    info: { title: `${productName} REST API`, version: '0.1.0', description },
    servers: [{ url: publicUrl }],
    tags: Object.entries(tags).map(([name, its]) => ({ name, description: its })),
    paths,
    components: {
      schemas: components,
      responses: refusalResponses(),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(publicUrl) } },
    },
  };
}

/** The operation's name, with the path's where two rows share the operation. */
function idOf({ operation: name, path }: Row, table: Row[]): string {
  return table.filter((row) => row.operation === name).length === 1
    ? name
    : `${name}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
}

function operation(components: Components, row: Row, operationId: string): object {
  const call = readCall(row);
  const { kind, field, parameters, body } = call;
  const roles = rules.callers[field.name] ?? [];
  const isForAll = roles.includes('service');
  const who = isForAll ? 'anybody' : either.format(roles.map((role) => callers[role] ?? role));
  return {
    operationId,
    summary: row.summary,
    description: `${field.description ?? ''} For: ${who}. GraphQL: \`${kind} ${row.operation}\`.`.trim(),
    tags: [row.path.split('/')[2]],
    security: isForAll ? [] : [{ session: [] }, ...(roles.includes('visitor') ? [{}] : [])],
    parameters: parameters.map((each) => parameter(components, call, each)),
    ...(body ? { requestBody: requestBody(components, row, call) } : {}),
    responses: responses(components, row, call),
  };
}

function parameter(
  components: Components,
  { field }: Call,
  { in: place, name, argument, isRequired }: Parameter,
): object {
  const { type, ...schema } = inputSchema(components, argument.type, `${field.name}.${argument.name}`);
  const single = Array.isArray(type) ? (type as string[]).find((each) => each !== 'null') : type;
  const choices = Array.isArray(schema['enum'])
    ? { enum: (schema['enum'] as unknown[]).filter((each) => each !== null) }
    : {};
  const fallback = argument.defaultValue === undefined ? {} : { default: argument.defaultValue };
  return {
    name,
    in: place,
    required: isRequired,
    description: argument.description ?? undefined,
    schema: { type: single, ...schema, ...choices, ...fallback },
  };
}

function requestBody(components: Components, { details }: Row, { field, body }: Call): object {
  const schema = { ...bodySchema(components, field.name, body!), ...details.body };
  const required = Array.isArray(body) ? (schema['required'] as string[]).length > 0 : true;
  return {
    required,
    content: {
      'application/json': { schema, example: exampleOf(components, schema, Array.isArray(body) ? '' : body!.name) },
    },
  };
}

function bodySchema(components: Components, operationName: string, body: NonNullable<Call['body']>): JsonSchema {
  if (!Array.isArray(body)) return inputSchema(components, body.type, `${operationName}.${body.name}`);
  const properties = Object.fromEntries(
    body.map(({ name, type, description: its }) => [
      name,
      described(inputSchema(components, type, `${operationName}.${name}`), its),
    ]),
  );
  return {
    title: operationName,
    type: 'object',
    additionalProperties: false,
    required: body.filter(({ type }) => String(type).endsWith('!')).map(({ name }) => name),
    properties,
  };
}
