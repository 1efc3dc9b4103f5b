import type { LandingCache } from '@dripline/runtime/landing/landing-cache';
import { instrumentRequests } from '@dripline/runtime/http/instrument-requests';
import { type ContentSecurityPolicy, securityHeaders } from '@dripline/runtime/http/security-headers';
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Client } from './client-bundle';
import type { Env } from './env';
import { proxyTo } from './proxy';
import { landingRoutes } from './landing/landing-routes';
import { log } from './log';

/** Creates the web server: it proxies the API, GraphQL and uploads, renders landing pages, and serves the app. */
export function createApp(env: Env, client: Client, landings: LandingCache | undefined): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(instrumentRequests);
  // Landing pages come first, because they have the most traffic.
  app.use(landingRoutes(env, client, landings));
  if (env.FACADE_URL) app.use(proxyTo(['/api'], new URL(env.FACADE_URL).origin));
  if (env.GRAPHQL_URL) app.use(proxyTo(['/graphql', '/objects', '/webhooks'], new URL(env.GRAPHQL_URL).origin));
  // Vite's development page uses inline scripts, which this policy forbids.
  if (env.NODE_ENV !== 'development') app.use(appHeaders(env));
  app.use(compression());
  app.use(client.handler);
  app.use((_request, response) => void response.status(404).type('text/plain').send('Not found\n'));
  app.use(onError);
  return app;
}

/** Sets the app's content security policy. Chakra creates inline styles, and a campaign's media may be on any site. */
function appHeaders({ GCS_API_ENDPOINT, PUBLIC_URL }: Env): RequestHandler {
  const policy: ContentSecurityPolicy = {
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob: https: http:",
    'media-src': "'self' blob: https: http:",
    // Uploads go directly to the bucket.
    'connect-src': `'self' ${new URL(GCS_API_ENDPOINT ?? 'https://storage.googleapis.com').origin}`,
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'object-src': "'none'",
  };
  const headers = securityHeaders(policy, PUBLIC_URL);
  return (_request, response, next) => {
    response.set(headers);
    next();
  };
}

const onError: ErrorRequestHandler = (error: Error & { status?: number }, _request, response, next) => {
  if (response.headersSent) return next(error);
  const status = error.status ?? 500;
  if (status >= 500) log.error({ err: error }, 'request failed');
  response
    .status(status)
    .type('text/plain')
    .send(status < 500 ? 'This request could not be read.\n' : 'Something went wrong. Please try again.\n');
};
