import { type ErrorCode, httpStatus } from '@dripline/contract/error-codes';
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { drainServer } from '@dripline/runtime/http/drain';
import { createHttpServer, maxHeaderBytes } from '@dripline/runtime/http/http-server';
import { NO_CONTENT_POLICY, securityHeaders } from '@dripline/runtime/http/security-headers';
import { instrumentRequests } from '@dripline/runtime/http/instrument-requests';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { Context, Settings } from './api/context';
import { fail, formatError, hideError } from './api/errors';
import { notifyChanges } from './changes/notify-changes';
import { createStreamLimits } from './changes/stream-limits';
import { serveStream } from './changes/serve-stream';
import { instrumentOperations } from './telemetry/instrument-operations';
import { persistedOperationsMiddleware } from './api/persisted-operations';
import { idempotentRequests } from './idempotency/idempotent-requests';
import { operationChecks } from './api/operation-checks';
import { MAX_TOKENS, operationLimits } from './api/operation-limits';
import { withNoScope } from './access/scope';

/** Maximum size of a request body. */
const MAX_BODY = '1mb';

/** A schema that is served on a port of its own. */
export interface GraphqlEndpoint {
  schema: GraphQLSchema;
  /** The persisted operations of this release and the previous one, by id. */
  operations: Record<string, string>;
  /** Why the caller may not send other operations, or null if it may. */
  checkOwnOperation(ctx: Context): string | null | Promise<string | null>;
  settings: Settings;
  createContext(req: Request, res: Response): Promise<Context>;
  /** Adds what handles requests before `/graphql` reads an operation. */
  addRoutes(app: Express): void;
  /**
   * Serves subscriptions at `/graphql/stream`. Returns the context of a stream's request again, without counting it as a
   * use of the session.
   */
  recreateContext?(req: Request, res: Response): Promise<Context>;
  /** How often the access of open streams is checked, in milliseconds. Tests set it. */
  checkAccessMs?: number | undefined;
  /** Serves GraphiQL. */
  playground?: RequestHandler;
}

export interface RunningServer {
  /** The port that the server listens on. */
  port: number;
  /** Finishes the requests in flight, then closes. */
  stop(): Promise<void>;
}

/** Serves a schema at `/graphql`. Port 0 selects a free port. */
export async function serveGraphql(
  endpoint: GraphqlEndpoint,
  listen: { port: number; host?: string },
): Promise<RunningServer> {
  const { schema, operations, checkOwnOperation, settings, createContext, addRoutes, playground } = endpoint;
  const { recreateContext, checkAccessMs } = endpoint;
  const app = express();
  const httpServer = createHttpServer(app, { maxHeaderBytes: maxHeaderBytes.graphql });
  const apollo = new ApolloServer<Context>({
    schema,
    formatError,
    // `checkOwnOperation` decides who may introspect.
    introspection: true,
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
      ...operationChecks,
      idempotentRequests,
      streamsElsewhere,
      notifyAfterMutations,
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
  addRoutes(app);
  const readBody = express.json({ limit: MAX_BODY });
  const addContext: RequestHandler = async (req, res, next) => {
    res.locals['context'] = await createContext(req, res);
    next();
  };
  const readOperation = persistedOperationsMiddleware(operations, (res) => checkOwnOperation(contextOf(res)));
  if (recreateContext) {
    const limits = createStreamLimits(settings.rateLimits);
    const streams = { schema, limits, recreateContext, checkAccessMs };
    const limitOpening: RequestHandler = async (req, _res, next) => {
      await limits.consumeOpening(req);
      next();
    };
    app.post('/graphql/stream', limitOpening, readBody, addContext, readOperation, (req, res) =>
      serveStream(streams, contextOf(res), req, res),
    );
  }
  app.use(
    '/graphql',
    readBody,
    addContext,
    ...(playground ? [playground] : []),
    readOperation,
    expressMiddleware(apollo, { context: ({ res }) => Promise.resolve(contextOf(res)) }),
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

/** Rejects subscriptions, which `/graphql/stream` serves. */
const streamsElsewhere: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation({ operation }) {
        if (operation?.operation !== 'subscription') return Promise.resolve();
        const error = fail('BAD_USER_INPUT', 'Send subscriptions to /graphql/stream.');
        // Apollo answers errors thrown at this stage with 500 unless a status is set.
        error.extensions['http'] = { status: 400 };
        throw error;
      },
    }),
};

/** Notifies subscribers of all replicas after each mutation. */
const notifyAfterMutations: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      willSendResponse({ operation, contextValue }) {
        if (operation?.operation === 'mutation') notifyChanges(contextValue.dataSource);
        return Promise.resolve();
      },
    }),
};

const contextOf = (res: Response) => res.locals['context'] as Context;

/**
 * Answers a body that could not be read, a rejected caller and an error of a webhook with the same error format as
 * GraphQL.
 */
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
      : error instanceof GraphQLError
        ? error
        : hideError(error);
  const { message, extensions } = formatted;
  const retryAfter = extensions['retryAfter'] as number | undefined;
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  res.status(httpStatus[extensions['code'] as ErrorCode]).json({ errors: [{ message, extensions }] });
}
