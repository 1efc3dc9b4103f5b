/**
 * The status that each kind of endpoint returns to an unsigned request. These endpoints ignore sessions and service
 * tokens.
 * - `anybody`: open to everyone.
 * - `signature`: requires a signed URL or body.
 * - `operators`: not reachable at the public address.
 */
export const endpointStatus = { anybody: 200, signature: 403, operators: 404 } as const;

/** An HTTP endpoint that is not part of the access matrix. */
export interface Endpoint {
  /** The request to send to the public origin. `{name}` is replaced by a path that a test created. */
  request: string;
  admits: keyof typeof endpointStatus;
  /** The routes and handlers that the service's router registers for the endpoint. */
  routes: string[];
}

/**
 * Every endpoint of each service that is not in the access matrix. A test per service fails for a route or handler that
 * is in neither list.
 */
export const endpoints = {
  graphql: [
    // The access matrix covers the operations that this endpoint accepts.
    {
      request: 'POST /graphql',
      admits: 'anybody',
      routes: ['USE /graphql jsonParser', 'USE /graphql', 'USE /graphql'],
    },
    { request: 'GET /graphql', admits: 'anybody', routes: ['GET /graphql'] },
    {
      request: 'GET /graphql/assets/{playground}',
      admits: 'anybody',
      routes: ['USE /graphql/assets compression', 'USE /graphql/assets serveStatic', 'USE /graphql/assets'],
    },
    {
      request: 'GET {object}',
      admits: 'anybody',
      routes: ['GET /objects/:id/:name', 'ALL /objects/:id/:name', 'USE /objects', 'USE /objects handleError'],
    },
    {
      request: 'PUT /objects/upload/{id}',
      admits: 'signature',
      routes: ['USE /objects forEverybody', 'PUT /objects/upload/:id', 'ALL /objects/upload/:id'],
    },
    {
      request: 'POST /webhooks/twilio/status',
      admits: 'signature',
      routes: [
        'USE /webhooks/twilio forEverybody',
        'USE /webhooks/twilio urlencodedParser',
        'POST /webhooks/twilio/status',
      ],
    },
    { request: 'POST /webhooks/twilio/inbound', admits: 'signature', routes: ['POST /webhooks/twilio/inbound'] },
  ],
  'rest-facade': [
    { request: 'GET /api/openapi.json', admits: 'anybody', routes: ['GET /api/openapi.json'] },
    { request: 'GET /api/docs/', admits: 'anybody', routes: ['USE /api/docs', 'GET /api/docs'] },
    { request: 'GET /api/docs/start.js', admits: 'anybody', routes: ['GET /api/docs/start.js'] },
    { request: 'GET /api/docs/swagger-ui.css', admits: 'anybody', routes: ['USE /api/docs serveStatic'] },
  ],
  web: [
    {
      request: 'GET {landing}',
      admits: 'anybody',
      routes: ['ALL /landing/:client/:slug', 'GET /landing/:client/:slug'],
    },
    { request: 'POST {landing}', admits: 'anybody', routes: ['POST /landing/:client/:slug'] },
    { request: 'GET {asset}', admits: 'anybody', routes: ['USE /assets serveStatic'] },
    { request: 'GET /favicon.svg', admits: 'anybody', routes: ['USE / serveStatic'] },
    { request: 'GET /', admits: 'anybody', routes: ['USE /'] },
    { request: 'GET /healthz', admits: 'operators', routes: [] },
    { request: 'GET /readyz', admits: 'operators', routes: [] },
    { request: 'GET /metrics', admits: 'operators', routes: [] },
  ],
} satisfies Record<string, Endpoint[]>;
