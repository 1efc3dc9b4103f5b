import type { ClientDomains } from '@dripline/runtime/landing/client-domains';
import type { LandingCache } from '@dripline/runtime/landing/landing-cache';
import { instrumentRequests } from '@dripline/runtime/http/instrument-requests';
import { type ContentSecurityPolicy, securityHeaders } from '@dripline/runtime/http/security-headers';
import compression from 'compression';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import { randomBytes } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import type { Client } from './client-bundle';
import { cspReports, reporting } from './csp-reports';
import type { Env } from './env';
import { bucketOrigin, mediaSources } from './media-sources';
import { type Handler, MAX_STREAMS, proxyTo } from './proxy';
import { landingData } from './landing/landing-data';
import { landingRoutes } from './landing/landing-routes';
import { log } from './log';
import { clientSite } from './site';

/** Creates the web server: it proxies the API, GraphQL and uploads, renders landing pages, and serves the app. */
export function createApp(
  env: Env,
  client: Client,
  { landings, domains }: { landings: LandingCache | undefined; domains: ClientDomains | undefined },
): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  const pages = landingRoutes(env, client, { landings, domains }, (error, response) => sendError(error, response));
  // Vite's development page uses inline scripts, which this policy forbids.
  if (env.NODE_ENV !== 'development') app.use(appHeaders(env));
  app.use(cspReports());
  app.use(pages.forms);
  app.use(compression());
  app.use(clientSite(domains));
  app.use(client.handler);
  app.use((_request, response) => void response.status(404).type('text/plain').send('Not found\n'));
  app.use(onError);
  // Landing pages come first, because they have the most traffic.
  const handlers: Handler[] = [pages.show];
  if (landings) handlers.push(landingData(landings, env.PUBLIC_URL));
  if (env.FACADE_URL) handlers.push(proxyTo(['/api'], new URL(env.FACADE_URL).origin));
  if (env.GRAPHQL_URL) {
    const graphql = new URL(env.GRAPHQL_URL).origin;
    // Streams stay open, so they must not use up the connections of requests.
    handlers.push(proxyTo(['/graphql/stream'], graphql, { connections: MAX_STREAMS }));
    handlers.push(proxyTo(['/graphql', '/objects', '/webhooks'], graphql));
  }
  const handle = handlers.reduceRight<Handler>(
    (next, handler) => (request, response) => handler(request, response, () => next(request, response, ignore)),
    app as unknown as Handler,
  );
  return (request, response) => instrumentRequests(request, response, () => handle(request, response, ignore));
}

const ignore = () => undefined;

/**
 * Sets the app's security headers, with a new nonce for the `<style>` elements of each page. Handlers find it in
 * `response.locals.styleNonce`.
 */
function appHeaders(env: Env): RequestHandler {
  const { directives, headers } = reporting('app', env.PUBLIC_URL);
  const policy: ContentSecurityPolicy = {
    'default-src': "'self'",
    'script-src': "'self'",
    ...mediaSources(env),
    // Uploads go directly to the bucket.
    'connect-src': `'self' ${bucketOrigin(env)}`,
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'object-src': "'none'",
    ...directives,
  };
  return (_request, response, next) => {
    const nonce = randomBytes(16).toString('base64');
    response.locals['styleNonce'] = nonce;
    response.set({
      ...securityHeaders({ ...policy, 'style-src': `'self' 'nonce-${nonce}'` }, env.PUBLIC_URL),
      ...headers,
    });
    next();
  };
}

const onError: ErrorRequestHandler = (error, _request, response, next) =>
  response.headersSent ? next(error) : sendError(error, response);

function sendError(error: unknown, response: ServerResponse): void {
  if (response.headersSent) return void response.destroy();
  const status = (error as { status?: number }).status ?? 500;
  if (status >= 500) log.error({ err: error }, 'request failed');
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8' })
    .end(status < 500 ? 'This request could not be read.\n' : 'Something went wrong. Please try again.\n');
}
