import { createLandingCache } from '@dripline/runtime/landing/landing-cache';
import { createLog } from '@dripline/runtime/log';
import { restAccess } from '@dripline/contract/access-matrix';
import { endpoints } from '@dripline/runtime/testing/endpoints';
import { recordRoutes } from '@dripline/runtime/testing/record-routes';
import { Router } from 'express';
import { createApp } from './app';
import { routes as table } from './routes';

/** The middleware of every request, and the handlers of unknown paths and errors. */
const commonHandlers = ['USE / instrumentRequests', 'USE /', 'USE / jsonParser', 'USE /', 'USE / answerError'];

it('every route of the facade is in the access matrix or the endpoint list', async () => {
  const graphqlUrl = 'http://127.0.0.1:9/graphql';
  const options = {
    graphqlUrl,
    landingCache: createLandingCache({ graphqlUrl, log: createLog('rest-facade') }),
    publicUrl: 'http://localhost:8080',
    productName: 'Dripline',
    trustProxyHops: 0,
  };
  const routes = await recordRoutes(Router.prototype as object, () => createApp(options));
  const restRoutes = [...restAccess.keys()].map((row) => row.replace(/\{(\w+)\}/g, ':$1'));
  const paths = [...new Set(restRoutes.map((row) => row.split(' ')[1]!))];
  const publicPaths = new Set(table.filter(({ isPublic }) => isPublic).map(({ path }) => path));
  // Each path has a handler for unsupported methods, and public paths have one for CORS.
  const expectedRoutes = [
    ...restRoutes,
    ...paths.map((path) => `ALL ${path}`),
    ...[...publicPaths].map((path) => `USE ${path}`),
  ];
  expect(routes.sort()).toEqual(
    [...endpoints['rest-facade'].flatMap(({ routes }) => routes), ...expectedRoutes, ...commonHandlers].sort(),
  );
});
