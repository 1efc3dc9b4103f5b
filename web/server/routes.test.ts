import { endpoints } from '@dripline/runtime/testing/endpoints';
import { recordRoutes } from '@dripline/runtime/testing/record-routes';
import { Router } from 'express';
import { join } from 'node:path';
import { createApp } from './app';
import { readBuiltAssets } from './built-assets';
import { readEnv } from './env';

/**
 * Middleware: metrics, the landing headers, the two proxies, security headers, compression, the 404 response and the
 * error handler.
 */
const middleware = [
  'USE / instrumentRequests',
  'USE /',
  'USE /',
  'USE /',
  'USE / compression',
  'USE /',
  'USE / onError',
];

test('every route of the web server is in the list of endpoints', async () => {
  const env = readEnv({
    NODE_ENV: 'production',
    FACADE_URL: 'http://127.0.0.1:9',
    GRAPHQL_URL: 'http://127.0.0.1:9/graphql',
  });
  const routes = await recordRoutes(Router.prototype as object, () =>
    createApp(env, readBuiltAssets('Dripline', join(__dirname, '../dist/client')), undefined),
  );
  expect(routes.sort()).toEqual([...endpoints.web.flatMap((endpoint) => endpoint.routes), ...middleware].sort());
});
