import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Answer } from './call';

interface Response {
  $ref?: string;
  headers?: Record<string, { required?: boolean; schema: object }>;
  content?: Record<string, { schema: object }>;
}
interface Operation {
  requestBody?: { content: Record<string, { example: object }> };
  responses: Record<string, Response>;
}

/** The API's own description, to hold answers against. */
export interface Description {
  info: { title: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: object; responses: Record<string, Response> };
}

/** `METHOD /path` of every operation. */
export const rowsOf = ({ paths }: Description) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );

const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));

/** In what the answer differs from what is described; empty where it does not. */
export function differences(description: Description, row: string, { status, headers, text, body }: Answer): unknown[] {
  const response = responseOf(description, row, status);
  if (!response) return [`${status} is not described`];
  const missing = Object.entries(response.headers ?? {}).filter(
    ([name, { required }]) => required && headers.get(name) === null,
  );
  if (missing.length > 0) return missing.map(([name]) => `${name} is missing`);
  if (!response.content) return text === '' ? [] : [`a body, where none is described: ${text}`];
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const media = response.content[type];
  if (!media) return [`${type} is not described`];
  if (type !== 'application/json') return [];
  const check = ajv.compile({ ...media.schema, components: description.components });
  return check(body) ? [] : (check.errors ?? []);
}

function responseOf({ paths, components }: Description, row: string, status: number): Response | undefined {
  const [method = '', path = ''] = row.split(' ');
  const response = paths[path]?.[method.toLowerCase()]?.responses[status];
  return response?.$ref ? components.responses[response.$ref.split('/').at(-1)!] : response;
}
