import { type ErrorCode, httpStatus } from '@dripline/contract/error-codes';
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { drainServer } from '@dripline/runtime/http/drain';
import { formTokens } from '@dripline/runtime/landing/form-token';
import { createHttpServer, maxHeaderBytes } from '@dripline/runtime/http/http-server';
import { NO_CONTENT_POLICY, securityHeaders } from '@dripline/runtime/http/security-headers';
import { instrumentRequests } from '@dripline/runtime/http/instrument-requests';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { DataSource } from 'typeorm';
import type { Context, Settings } from './api/context';
import { createContext } from './api/create-context';
import { fail, formatError, hideError } from './api/errors';
import { objectRoutes } from './files/object-routes';
import type { ObjectStore } from './files/store/object-store';
import type { OutboxRelay } from './outbox/relay.types';
import { instrumentOperations } from './telemetry/instrument-operations';
import { persistedOperationsMiddleware } from './api/persisted-operations';
import { itemLimit } from './api/item-limit';
import { MAX_TOKENS, operationLimits } from './api/operation-limits';
import { playground } from './api/playground';
import { validateVariables } from './api/validate-variables';
import { createSchema } from './api/schema';
import { asSystem, withNoScope, withPriority } from './access/scope';
import { twilioWebhooks } from './provider/twilio-webhooks';
import { createRateLimiters } from './api/rate-limiters';

/** Maximum size of a request body. */
const MAX_BODY = '1mb';

export interface ServerDependencies {
  dataSource: DataSource;
  settings: Settings;
  outboxRelay: OutboxRelay;
  objectStore: ObjectStore;
}

export interface RunningServer {
  /** The port that the server listens on. */
  port: number;
  /** Finishes the requests in flight, then closes. */
  stop(): Promise<void>;
}

/** Starts the GraphQL server. Port 0 selects a free port. */
export async function createServer(
  serverParts: ServerDependencies,
  listen: { port: number; host?: string },
): Promise<RunningServer> {
  const { dataSource, settings } = serverParts;
  const dependencies = {
    ...serverParts,
    rateLimiters: createRateLimiters(dataSource, settings.rateLimits),
    formTokens: formTokens(settings.landingToken),
  };
  const app = express();
  const httpServer = createHttpServer(app, { maxHeaderBytes: maxHeaderBytes.graphql });
  const apollo = new ApolloServer<Context>({
    schema: createSchema(),
    formatError,
    introspection: settings.playground,
    hideSchemaDetailsFromClientErrors: !settings.playground,
    // `persistedOperationsMiddleware` handles persisted operations.
    persistedQueries: false,
    validationRules: operationLimits,
    parseOptions: { maxTokens: MAX_TOKENS },
    validationOptions: { maxErrors: 5 },
    includeStacktraceInErrorResponses: false,
    // Apollo's own handler would exit before the relay and the periodic jobs have stopped.
    stopOnTerminationSignals: false,
    plugins: [
      instrumentOperations,
      validateVariables,
      itemLimit,
      ApolloServerPluginDrainHttpServer({ httpServer }),
      ApolloServerPluginLandingPageDisabled(),
      // Cache hints are not used, and computing them costs time on every field.
      ApolloServerPluginCacheControlDisabled(),
    ],
  });
  await apollo.start();

  app.set('trust proxy', settings.trustProxyHops);
  app.disable('x-powered-by');
  // Operations are POST requests, so clients never revalidate the response.
  app.set('etag', false);
  app.use(instrumentRequests);
  const headers = securityHeaders(NO_CONTENT_POLICY, settings.publicUrl);
  app.use((_req, res, next) => {
    res.set(headers);
    next();
  });
  // Every request starts without database access; each endpoint below sets its scope.
  app.use((_req, _res, next) => withNoScope(next));
  const context = ({ req, res }: { req: Request; res: Response }) => createContext(dependencies, req, res);
  // These endpoints need no session: files are public, and uploads and provider webhooks carry a signature.
  const forEverybody = (_req: Request, _res: Response, next: NextFunction) => asSystem(next);
  app.use('/objects', forEverybody, objectRoutes(serverParts));
  if (settings.twilioAuthTokens.length > 0)
    app.use(
      '/webhooks/twilio',
      (_req, _res, next) => withPriority('urgent', next),
      forEverybody,
      twilioWebhooks({ ...serverParts, publicUrl: settings.publicUrl, authTokens: settings.twilioAuthTokens }),
    );
  if (settings.playground) app.use('/graphql', playground(settings));
  app.use(
    '/graphql',
    express.json({ limit: MAX_BODY }),
    persistedOperationsMiddleware({ isOpen: settings.playground }),
    expressMiddleware(apollo, { context }),
  );
  app.use(handleError);

  await new Promise<void>((resolve, reject) =>
    httpServer.once('error', reject).listen({ port: listen.port, host: listen.host }, resolve),
  );
  const stop = async () => {
    await drainServer(httpServer, () => apollo.stop());
  };
  return { port: (httpServer.address() as { port: number }).port, stop };
}

/** Answers a body that could not be read, and an error of a webhook, with the same error format as GraphQL. */
function handleError(
  error: { status?: number; type?: string },
  _req: Request,
  res: Response,
  _next: NextFunction,
): void {
  const isTooLarge = error.type === 'entity.too.large';
  const formatted = isTooLarge
    ? fail('PAYLOAD_TOO_LARGE', 'The request body must be at most 1 MB.')
    : error.status === 400
      ? fail('BAD_USER_INPUT', 'The request body must be valid JSON.')
      : hideError(error);
  const { message, extensions } = formatted;
  res.status(httpStatus[extensions['code'] as ErrorCode]).json({ errors: [{ message, extensions }] });
}
