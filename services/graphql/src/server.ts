import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginDrainHttpServer } from '@apollo/server/plugin/drainHttpServer';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { drain } from '@dripline/runtime/drain';
import { formTokens } from '@dripline/runtime/form-token';
import { httpServer as createHttpServer } from '@dripline/runtime/http-server';
import { NOTHING, securityHeaders } from '@dripline/runtime/security-headers';
import { measureRequests } from '@dripline/runtime/request-metrics';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type NextFunction, type Request, type Response } from 'express';
import type { DataSource } from 'typeorm';
import type { Context, Settings } from './api/context';
import { createContext } from './api/create-context';
import { formatError } from './api/errors';
import { objectRoutes } from './files/object-routes';
import type { ObjectStore } from './files/store/object-store';
import type { FollowUps } from './outbox/follow-ups';
import { tellDoors } from './landing/notify-landing-caches';
import { watchLanding } from './landing/watch-landing';
import { measureOperations } from './telemetry/operation-metrics';
import { knownOperations } from './api/persisted-operations';
import { MAX_TOKENS, operationLimits } from './api/operation-limits';
import { playground } from './api/playground';
import { refuseControlCharacters } from './api/refuse-control-characters';
import { createSchema } from './api/schema';
import { asAgency, withoutScope } from './access/scope';
import { twilioWebhooks } from './provider/twilio-webhooks';
import { createThrottles } from './api/rate-limits';

/** Largest operation with its variables. */
const MAX_BODY = '1mb';

export interface ServerParts {
  dataSource: DataSource;
  settings: Settings;
  followUps: FollowUps;
  objectStore: ObjectStore;
}

export interface RunningServer {
  /** The port it listens on. */
  port: number;
  /** Answers what is under way, then closes. */
  stop(): Promise<void>;
}

/** Starts the GraphQL server; port 0 picks a free one. */
export async function createServer(
  parts: ServerParts,
  listen: { port: number; host?: string },
): Promise<RunningServer> {
  const { dataSource, settings } = parts;
  const collaborators = {
    ...parts,
    throttles: createThrottles(dataSource, settings.rateLimits),
    formTokens: formTokens(settings.serviceToken),
    landingWatch: watchLanding(dataSource),
  };
  const app = express();
  const httpServer = createHttpServer(app);
  const apollo = new ApolloServer<Context>({
    schema: createSchema(),
    formatError,
    introspection: settings.playground,
    hideSchemaDetailsFromClientErrors: !settings.playground,
    // Known operations go by their own list.
    persistedQueries: false,
    validationRules: operationLimits,
    parseOptions: { maxTokens: MAX_TOKENS },
    validationOptions: { maxErrors: 5 },
    includeStacktraceInErrorResponses: false,
    // Its own way ends the process before the relay and the sweep have ended.
    stopOnTerminationSignals: false,
    plugins: [
      measureOperations,
      refuseControlCharacters,
      tellDoors,
      ApolloServerPluginDrainHttpServer({ httpServer }),
      ApolloServerPluginLandingPageDisabled(),
      // Nobody reads its hints, and every field of every answer would pay for them.
      ApolloServerPluginCacheControlDisabled(),
    ],
  });
  await apollo.start();

  app.set('trust proxy', settings.trustProxyHops);
  app.disable('x-powered-by');
  // Nobody asks whether an operation's answer is still what it was.
  app.set('etag', false);
  app.use(measureRequests);
  const headers = securityHeaders(NOTHING, settings.publicUrl);
  app.use((_req, res, next) => {
    res.set(headers);
    next();
  });
  // A request begins without a sight of the database: what its caller may see is said below, for each door.
  app.use((_req, _res, next) => withoutScope(next));
  const context = ({ req, res }: { req: Request; res: Response }) => createContext(collaborators, req, res);
  // Files are public, an upload's address and a provider's signature say enough.
  const forEverybody = (_req: Request, _res: Response, next: NextFunction) => asAgency(next);
  app.use('/objects', forEverybody, objectRoutes(parts));
  if (settings.twilioAuthTokens.length > 0)
    app.use(
      '/webhooks/twilio',
      forEverybody,
      twilioWebhooks({ ...parts, publicUrl: settings.publicUrl, authTokens: settings.twilioAuthTokens }),
    );
  if (settings.playground) app.use('/graphql', playground(settings));
  app.use(
    '/graphql',
    express.json({ limit: MAX_BODY }),
    knownOperations({ isOpen: settings.playground }),
    expressMiddleware(apollo, { context }),
  );
  app.use(refuseBody);

  await new Promise<void>((resolve, reject) =>
    httpServer.once('error', reject).listen({ port: listen.port, host: listen.host }, resolve),
  );
  const stop = async () => {
    await drain(httpServer, () => apollo.stop());
    await collaborators.landingWatch.stop();
  };
  return { port: (httpServer.address() as { port: number }).port, stop };
}

/** A body that could not be read, in the shape of any other refusal. */
function refuseBody(
  error: { status?: number; type?: string },
  _req: Request,
  res: Response,
  _next: NextFunction,
): void {
  const isTooLarge = error.type === 'entity.too.large';
  const [status, code, message] = isTooLarge
    ? [413, 'PAYLOAD_TOO_LARGE', 'The request is too large']
    : error.status === 400
      ? [400, 'BAD_USER_INPUT', 'The request is not valid JSON']
      : [500, 'INTERNAL_SERVER_ERROR', 'Something went wrong on our side'];
  res.status(status as number).json({ errors: [{ message, extensions: { code } }] });
}
