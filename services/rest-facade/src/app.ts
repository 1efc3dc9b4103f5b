import type { LandingCache } from '@dripline/runtime/landing/landing-cache';
import { NO_CONTENT_POLICY, securityHeaders } from '@dripline/runtime/http/security-headers';
import { instrumentRequests } from '@dripline/runtime/http/instrument-requests';
import express, { type Express } from 'express';
import { absolutePath } from 'swagger-ui-dist';
import { docsPage } from './docs-page';
import { answerError, mountRoutes } from './express-rest-to-graphql';
import { openapi } from './openapi/openapi';
import { routes } from './routes';

/** Maximum size of a JSON body. */
const MAX_BODY = '1mb';
/** Timeout of `isGraphqlReachable`, in milliseconds. */
const REACHABLE_TIMEOUT_MS = 2_000;

/** Options of `createApp`. */
export interface FacadeOptions {
  graphqlUrl: string;
  publicUrl: string;
  trustProxyHops: number;
  /** Timeout of one GraphQL request, in milliseconds. */
  timeoutMs?: number;
  landingCache: LandingCache;
}

/** Creates the REST facade, which translates HTTP requests into GraphQL operations. */
export function createApp({
  graphqlUrl,
  publicUrl,
  trustProxyHops,
  timeoutMs = 15_000,
  landingCache,
}: FacadeOptions): Express {
  const app = express();
  app.set('trust proxy', trustProxyHops);
  app.disable('x-powered-by');
  // Responses must not be cached, so clients never revalidate them.
  app.set('etag', false);
  app.use(instrumentRequests);
  const headers = securityHeaders(NO_CONTENT_POLICY, publicUrl);
  app.use((_req, res, next) => {
    res.set(headers);
    next();
  });
  const description = openapi(routes, { publicUrl });
  app.get('/api/openapi.json', (_req, res) => void res.json(description));
  app.use('/api/docs', docsPage(publicUrl, absolutePath()));
  app.use(express.json({ limit: MAX_BODY }));
  mountRoutes(app, routes, { graphqlUrl, landingCache, timeoutMs });
  app.use(
    (_req, res) =>
      void res
        .status(404)
        .json({ message: 'This path does not exist. See /api/docs for all paths.', code: 'NOT_FOUND' }),
  );
  app.use(answerError);
  return app;
}

/** Whether the GraphQL server responds. The query does not use its database. */
export async function isGraphqlReachable(url: string): Promise<boolean> {
  const requestUrl = new URL(url);
  requestUrl.searchParams.set('query', '{__typename}');
  // Apollo's CSRF protection requires this header on GET requests.
  const headers = { 'apollo-require-preflight': 'true', accept: 'application/json' };
  return fetch(requestUrl, { headers, signal: AbortSignal.timeout(REACHABLE_TIMEOUT_MS) }).then(
    // A server that accepts only persisted operations answers 403.
    (answer) => answer.status < 500,
    () => false,
  );
}
