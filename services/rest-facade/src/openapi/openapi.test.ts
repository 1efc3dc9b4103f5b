import { attributionParameters } from '@dripline/runtime/landing/attribution';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { routes } from '../routes';
import { openapi } from './openapi';

interface Body {
  schema: object;
  example?: unknown;
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: object[];
  parameters: { name: string; in: string; description?: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, Body> };
  responses: Record<string, { $ref?: string; headers?: Record<string, object>; content?: Record<string, Body> }>;
}

const description = JSON.parse(JSON.stringify(openapi(routes, { publicUrl: 'http://localhost:8080' }))) as {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, { content: Record<string, Body> }> };
};
const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);
const operation = (method: string, path: string) => description.paths[path]![method]!;

const ajv = addFormats(new Ajv({ strict: false, allErrors: true }));

/** Returns every property and header in a part of the document. */
function describedParts(part: unknown, path: string[] = []): { at: string; description?: string }[] {
  if (typeof part !== 'object' || part === null || path.at(-1) === 'example') return [];
  const own = ['properties', 'headers'].includes(path.at(-2) ?? '')
    ? [{ at: path.join('/'), ...(part as object) }]
    : [];
  return [...own, ...Object.entries(part).flatMap(([key, value]) => describedParts(value, [...path, key]))];
}

/** Returns the errors of validating a value against a schema. */
function problems(schema: object, value: unknown): unknown {
  const check = ajv.compile({ ...schema, components: description.components });
  return check(value) ? [] : check.errors;
}

describe('the OpenAPI document', () => {
  it('has one operation per route, each with a unique operation id', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(
      routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort(),
    );
    expect(new Set(operations.map(({ operation: { operationId } }) => operationId)).size).toBe(routes.length);
  });

  it('names every object, so that generated clients have types for them', () => {
    const inline = (part: unknown): object[] => {
      if (typeof part !== 'object' || part === null) return [];
      const found = Object.entries(part).flatMap(([name, value]) => (name === 'example' ? [] : inline(value)));
      return 'type' in part && 'properties' in part ? [part, ...found] : found;
    };
    expect(inline(description.paths)).toEqual([]);
    expect(Object.values(description.components.schemas).flatMap((schema) => inline(schema).slice(1))).toEqual([]);
  });

  it.each(operations)('the examples of $name match their schemas', ({ operation: { requestBody, responses } }) => {
    const bodies = [requestBody, ...Object.values(responses)].flatMap((body) => Object.entries(body?.content ?? {}));
    for (const [type, { schema, example }] of bodies)
      if (type === 'application/json') expect(problems(schema, example)).toEqual([]);
  });

  it('the examples of error responses match their schemas', () => {
    for (const { content } of Object.values(description.components.responses))
      expect(problems(content['application/json']!.schema, content['application/json']!.example)).toEqual([]);
  });

  it.each(operations)(
    '$name has a summary and, if it takes a body, an example',
    ({ operation: { summary, requestBody } }) => {
      expect(summary).toMatch(/\w/);
      for (const { example } of Object.values(requestBody?.content ?? {}))
        expect(Object.keys(example as object)).not.toEqual([]);
    },
  );

  it('every tag has a description and is used', () => {
    const used = new Set(operations.flatMap(({ operation: { tags } }) => tags));
    expect(description.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
  });

  it('every parameter, property and header has a description', () => {
    const parameters = operations.flatMap(({ name, operation: { parameters: declared } }) =>
      declared.map((parameter) => ({ at: `${name} ${parameter.name}`, description: parameter.description })),
    );
    const described = [...parameters, ...describedParts(description)];
    expect(described.map(({ at }) => at)).toEqual(
      expect.arrayContaining([
        'get /api/campaigns/{id} id',
        'components/schemas/CreateCampaignInput/properties/logoSize',
        'components/responses/429/headers/Retry-After',
      ]),
    );
    expect(described.filter((part) => !/\w.*\.$/.test(part.description ?? '')).map(({ at }) => at)).toEqual([]);
  });

  it('states the size limits of a QR code', () => {
    const size = operation('get', '/api/campaigns/{id}/qrcode').parameters.find(({ name }) => name === 'size');
    expect(size).toMatchObject({
      description: 'The image’s width and height in pixels, 256 to 4096.',
      schema: { type: 'integer', minimum: 256, maximum: 4096, default: 1024 },
    });
  });

  it('states how many items a list returns', () => {
    const limit = (path: string) => operation('get', path).parameters.find(({ name }) => name === 'limit');
    expect(limit('/api/clients/{id}/activity')).toMatchObject({ schema: { minimum: 1, maximum: 500, default: 100 } });
    expect(limit('/api/clients/{id}/leads')).toMatchObject({
      description: expect.stringMatching(/Without it, the response contains up to 10000 items\.$/),
      schema: expect.not.objectContaining({ default: 100 }),
    });
    expect(operation('get', '/api/clients').responses['200']!.headers).toMatchObject({
      'X-Total-Count': { required: true },
      Link: { description: expect.stringContaining('next page') },
    });
  });

  it('lists the location of each parameter', () => {
    const parameters = (method: string, path: string) =>
      operation(method, path).parameters.map(
        ({ name, in: place, required }) => `${place} ${name}${required ? '!' : ''}`,
      );
    expect(parameters('get', '/api/clients/{id}/leads')).toEqual([
      'path id!',
      'query campaignId',
      'query status',
      'query search',
      'query source',
      'query utmCampaign',
      'query receivedFrom',
      'query receivedTo',
      'query hasReplied',
      'query held',
      'query optedOut',
      'query ownerId',
      'query hasOwner',
      'query tag',
      'query sort',
      'query order',
      'query limit',
      'query after',
      'query offset',
    ]);
    expect(parameters('post', '/api/campaigns/{client}/{slug}/leads')).toEqual([
      'path client!',
      'path slug!',
      'query source',
      ...Object.values(attributionParameters).map((name) => `query ${name}`),
      'query adConsent',
      'query pageVersion',
      'query formToken',
      'query honeypotFilled',
      'query autofilled',
      'header Idempotency-Key',
    ]);
    expect(parameters('get', '/api/campaigns/{id}/qrcode')).toEqual(['path id!', 'query format', 'query size']);
    expect(operation('post', '/api/auth/login').requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/SignInInput' } } },
    });
    expect(description.components.schemas['SignInInput']).toMatchObject({
      required: ['username', 'password'],
      additionalProperties: false,
    });
    expect(operation('post', '/api/sms/process').requestBody).toMatchObject({
      required: false,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ProcessSmsInput' } } },
    });
    const update = { $ref: '#/components/schemas/UpdateClientInput' };
    for (const method of ['put', 'patch'])
      expect(operation(method, '/api/clients/{id}').requestBody).toMatchObject({
        content: { 'application/json': { schema: update } },
      });
    expect(description.components.schemas).toMatchObject({
      UpdateClientInput: {
        additionalProperties: false,
        properties: { businessName: { type: ['string', 'null'] }, createdAt: { readOnly: true } },
      },
    });
    expect(operation('delete', '/api/clients/{id}').requestBody).toBeUndefined();
  });

  it('declares the Idempotency-Key of every POST, and its errors where it has an effect', () => {
    const posts = operations.filter(({ name }) => name.startsWith('post '));
    const declared = posts.map(({ name, operation: { parameters, responses } }) => {
      const [header, ...more] = parameters.filter(({ name: parameterName }) => parameterName === 'Idempotency-Key');
      expect([name, header?.in, header?.required, more]).toEqual([name, 'header', false, []]);
      return { name, description: header!.description!, header, statuses: Object.keys(responses), responses };
    });
    const ignoring = declared.filter(({ description: text }) => text.startsWith('Ignored'));
    expect(ignoring.map(({ name }) => name)).toEqual([
      'post /api/auth/login',
      'post /api/auth/logout',
      'post /api/auth/client/login',
      'post /api/auth/client/logout',
      'post /api/auth/second-factor',
      'post /api/auth/password',
      'post /api/admin/invitations/accept',
      'post /api/clients/{id}/person',
    ]);
    const form = 'post /api/campaigns/{client}/{slug}/leads';
    for (const { name, header, statuses, responses } of declared.filter((post) => !ignoring.includes(post))) {
      if (name === form) continue;
      expect([name, statuses]).toEqual([name, expect.arrayContaining(['400', '409', '422'])]);
      expect(header).toMatchObject({ schema: { minLength: 1, maxLength: 255, pattern: '^[!-~]+$' } });
      const success = statuses.find((status) => status.startsWith('2'))!;
      expect([name, responses[success]!.headers]).toEqual([
        name,
        expect.objectContaining({ 'Idempotent-Replayed': expect.anything() }),
      ]);
    }
    const others = operations.filter(({ name }) => !name.startsWith('post '));
    expect(JSON.stringify(others)).not.toMatch(/Idempoten|IDEMPOTEN/);
  });

  it('describes the response bodies and headers of the routes', () => {
    const answer = (method: string, path: string, status: number) => operation(method, path).responses[status];
    expect(answer('get', '/api/clients/{id}/leads', 200)).toMatchObject({
      headers: { 'X-Total-Count': { schema: { type: 'integer' } } },
      content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Lead' } } } },
    });
    expect(answer('put', '/api/objects/set-path', 200)).toMatchObject({
      content: { 'application/json': { schema: { $ref: '#/components/schemas/CompletedUpload' } } },
    });
    expect(description.components.schemas['CompletedUpload']).toMatchObject({
      required: ['objectPath'],
      properties: { id: { format: 'uuid' } },
    });
    expect(answer('delete', '/api/leads/{id}', 204)).toEqual({ description: 'Success, without a body.' });
    expect(Object.keys(answer('get', '/api/campaigns/{id}/qrcode', 200)!.content!)).toEqual([
      'image/png',
      'image/svg+xml',
    ]);
  });

  it('lists the security requirements and error responses of each operation', () => {
    expect(operation('get', '/api/clients').security).toEqual([{ adminSession: [] }, { bearer: [] }]);
    expect(operation('get', '/api/clients/{id}').security).toEqual([
      { adminSession: [] },
      { clientSession: [] },
      { bearer: [] },
      {},
    ]);
    expect(operation('post', '/api/clients/{id}/api-keys').security).toEqual([
      { adminSession: [] },
      { clientSession: [] },
    ]);
    expect(operation('post', '/api/campaigns/{client}/{slug}/leads').security).toEqual([{}, { bearer: [] }]);
    expect(operation('get', '/api/clients').description).toContain('`read_clients`, `read_stats`');
    expect(operation('get', '/api/landing/{client}/{slug}').security).toEqual([]);
    const statuses = (method: string, path: string) => Object.keys(operation(method, path).responses).map(Number);
    expect(statuses('get', '/api/clients')).toEqual([200, 400, 401, 403, 429, 503]);
    expect(statuses('post', '/api/clients')).toEqual([201, 400, 401, 403, 409, 413, 415, 422, 429, 503]);
    expect(statuses('post', '/api/campaigns/{client}/{slug}/leads')).toEqual([
      201, 400, 401, 403, 404, 409, 413, 415, 429, 503,
    ]);
    expect(statuses('post', '/api/sms/process')).toContain(429);
    expect(statuses('put', '/api/objects/set-path')).toEqual([200, 400, 401, 403, 404, 409, 413, 415, 429, 503]);
    expect(statuses('delete', '/api/files/{id}')).toEqual([204, 400, 401, 403, 404, 429, 503]);
  });

  it('contains the limits and descriptions of the GraphQL schema', () => {
    expect(description.components.schemas).toMatchObject({
      CreateClientInput: {
        required: ['businessName', 'contactEmail', 'notificationPhone'],
        properties: {
          businessName: { type: 'string', maxLength: 200, description: 'The business name.' },
          contactEmail: { format: 'email' },
        },
      },
      UpdateClientInput: {
        properties: {
          monthlyCampaignLimit: { type: ['integer', 'null'], minimum: 1 },
          status: { anyOf: [{ $ref: '#/components/schemas/ClientStatus' }, { type: 'null' }] },
        },
      },
      ClientStatus: { enum: ['active', 'inactive'] },
      Webhook: { properties: { events: { items: { enum: expect.arrayContaining(['lead.created']) } } } },
      Client: { additionalProperties: false, properties: { username: { type: ['string', 'null'] } } },
    });
    expect(JSON.stringify(description.components.schemas)).not.toMatch(/"Client":.*passwordHash/);
  });
});
