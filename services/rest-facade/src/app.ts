import { type Landings, openLandings } from '@dripline/runtime/landing/landing-cache';
import { NOTHING, securityHeaders } from '@dripline/runtime/security-headers';
import { measureRequests } from '@dripline/runtime/request-metrics';
import express, { type Express } from 'express';
import { absolutePath } from 'swagger-ui-dist';
import { docsPage } from './docs-page';
import { answerError, mount } from './express-rest-to-graphql';
import { openapi } from './openapi/openapi';
import { routes } from './routes';

/** Maximum size of a JSON body. */
const MAX_BODY = '1mb';

/** Options of `createApp`. */
export interface FacadeOptions {
  graphqlUrl: string;
  publicUrl: string;
  productName: string;
  trustProxyHops: number;
  /** Timeout of one GraphQL request, in milliseconds. */
  answerMs?: number;
  /** The landing cache. Without it, every read is sent to the GraphQL server. */
  landings?: Landings;
}

/** Creates the REST facade, which translates HTTP requests into GraphQL operations. */
export function createApp({
  graphqlUrl,
  publicUrl,
  productName,
  trustProxyHops,
  answerMs = 15_000,
  landings = openLandings({ graphqlUrl }),
}: FacadeOptions): Express {
  const app = express();
  app.set('trust proxy', trustProxyHops);
  app.disable('x-powered-by');
  // Responses must not be cached, so clients never revalidate them.
  app.set('etag', false);
  app.use(measureRequests);
  const headers = securityHeaders(NOTHING, publicUrl);
  app.use((_req, res, next) => {
    res.set(headers);
    next();
  });
  const description = openapi(routes, { productName, publicUrl });
  app.get('/api/openapi.json', (_req, res) => void res.json(description));
  app.use('/api/docs', docsPage(productName, publicUrl, absolutePath()));
  app.use(express.json({ limit: MAX_BODY }));
  mount(app, routes, { graphqlUrl, landings, answerMs });
  app.use((_req, res) => void res.status(404).json({ message: 'This path does not exist', code: 'NOT_FOUND' }));
  app.use(answerError);
  return app;
}
