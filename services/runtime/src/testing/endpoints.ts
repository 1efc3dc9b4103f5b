/**
 * The status that each kind of endpoint returns to an unsigned request. These endpoints ignore sessions and service tokens.
 * - `anybody`: open to everyone.
 * - `signature`: requires a signed URL or body.
 * - `operators`: not reachable at the public address.
 */
export const doorStatus = { anybody: 200, signature: 403, operators: 404 } as const;

/** An HTTP endpoint that is not part of the access matrix. */
export interface Door {
  /** The request to send to the public origin. `{name}` is replaced by a path that a test created. */
  ask: string;
  who: keyof typeof doorStatus;
  /** The routes and handlers that the service's router registers for the endpoint. */
  routes: string[];
}

/** Every endpoint of each service that is not in the access matrix. A test per service fails for a route or handler that is in neither list. */
export const doors = {
  graphql: [
    // The access matrix covers the operations that this endpoint accepts.
    { ask: 'POST /graphql', who: 'anybody', routes: ['USE /graphql jsonParser', 'USE /graphql', 'USE /graphql'] },
    { ask: 'GET /graphql', who: 'anybody', routes: ['GET /graphql'] },
    {
      ask: 'GET /graphql/assets/{playground}',
      who: 'anybody',
      routes: ['USE /graphql/assets compression', 'USE /graphql/assets serveStatic', 'USE /graphql/assets'],
    },
    {
      ask: 'GET {object}',
      who: 'anybody',
      routes: ['GET /objects/:id/:name', 'ALL /objects/:id/:name', 'USE /objects', 'USE /objects answerRefusal'],
    },
    {
      ask: 'PUT /objects/upload/{id}',
      who: 'signature',
      routes: ['USE /objects forEverybody', 'PUT /objects/upload/:id', 'ALL /objects/upload/:id'],
    },
    {
      ask: 'POST /webhooks/twilio/status',
      who: 'signature',
      routes: [
        'USE /webhooks/twilio forEverybody',
        'USE /webhooks/twilio urlencodedParser',
        'POST /webhooks/twilio/status',
      ],
    },
    { ask: 'POST /webhooks/twilio/inbound', who: 'signature', routes: ['POST /webhooks/twilio/inbound'] },
  ],
  'rest-facade': [
    { ask: 'GET /api/openapi.json', who: 'anybody', routes: ['GET /api/openapi.json'] },
    { ask: 'GET /api/docs/', who: 'anybody', routes: ['USE /api/docs', 'GET /api/docs'] },
    { ask: 'GET /api/docs/start.js', who: 'anybody', routes: ['GET /api/docs/start.js'] },
    { ask: 'GET /api/docs/swagger-ui.css', who: 'anybody', routes: ['USE /api/docs serveStatic'] },
  ],
  web: [
    { ask: 'GET {landing}', who: 'anybody', routes: ['ALL /landing/:client/:slug', 'GET /landing/:client/:slug'] },
    { ask: 'POST {landing}', who: 'anybody', routes: ['POST /landing/:client/:slug'] },
    { ask: 'GET {asset}', who: 'anybody', routes: ['USE /assets serveStatic'] },
    { ask: 'GET /favicon.svg', who: 'anybody', routes: ['USE / serveStatic'] },
    { ask: 'GET /', who: 'anybody', routes: ['USE /'] },
    { ask: 'GET /healthz', who: 'operators', routes: [] },
    { ask: 'GET /readyz', who: 'operators', routes: [] },
    { ask: 'GET /metrics', who: 'operators', routes: [] },
  ],
} satisfies Record<string, Door[]>;
