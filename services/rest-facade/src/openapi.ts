import { httpStatus } from '@dripline/contract/error-codes';
import type { Row } from './express-rest-to-graphql';

const error = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'For people.' },
    code: { type: 'string', enum: Object.keys(httpStatus) },
    fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'Why each named field was refused.' },
  },
};

/** The API's description, from the same table that answers it. */
export function openapi(table: Row[], publicUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const entry of table) {
    const path = entry.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [entry.method]: describe(entry) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Dripline REST API', version: '0.1.0', description: 'Every call is one GraphQL operation, named in its operationId.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Error: error },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'dripline_session' } },
    },
  };
}

function describe({ method, path, summary, operation, status, isPublic }: Row): object {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const takesBody = method === 'put' || method === 'post';
  return {
    operationId: operation,
    summary,
    tags: [path.split('/')[2]],
    security: isPublic ? [] : [{ session: [] }],
    parameters: names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...(takesBody ? { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } } } : {}),
    responses: {
      [status]: { description: 'Done', ...(status === 204 ? {} : { content: { 'application/json': {} } }) },
      default: { description: 'Refused', content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    },
  };
}
