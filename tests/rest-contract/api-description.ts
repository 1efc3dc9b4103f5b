import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { ApiResponse } from './call';

interface Response {
  $ref?: string;
  headers?: Record<string, { required?: boolean; schema: object }>;
  content?: Record<string, { schema: object }>;
}
interface Operation {
  requestBody?: { content: Record<string, { example: object }> };
  responses: Record<string, Response>;
}

/** The parts of the OpenAPI description that responses are compared with. */
export interface ApiDescription {
  info: { title: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: object; responses: Record<string, Response> };
}

/** Returns `METHOD /path` of every operation. */
export const operationsOf = ({ paths }: ApiDescription) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );

const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));

/** Returns how a response differs from its description. Empty if it does not differ. */
export function responseDifferences(
  description: ApiDescription,
  operation: string,
  { status, headers, text, body }: ApiResponse,
): unknown[] {
  const response = responseOf(description, operation, status);
  if (!response) return [`status ${status} is not described`];
  const missing = Object.entries(response.headers ?? {}).filter(
    ([name, { required }]) => required && headers.get(name) === null,
  );
  if (missing.length > 0) return missing.map(([name]) => `header ${name} is missing`);
  if (!response.content) return text === '' ? [] : [`a body, but none is described: ${text}`];
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  const media = response.content[type];
  if (!media) return [`content type ${type} is not described`];
  if (type !== 'application/json') return [];
  const validate = ajv.compile({ ...media.schema, components: description.components });
  return validate(body) ? [] : (validate.errors ?? []);
}

function responseOf({ paths, components }: ApiDescription, operation: string, status: number): Response | undefined {
  const [method = '', path = ''] = operation.split(' ');
  const response = paths[path]?.[method.toLowerCase()]?.responses[status];
  return response?.$ref ? components.responses[response.$ref.split('/').at(-1)!] : response;
}
