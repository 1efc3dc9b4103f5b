import { restAccess } from '@dripline/contract/access-matrix';
import { doors } from '@dripline/runtime/testing/endpoints';
import { recordRoutes } from '@dripline/runtime/testing/record-routes';
import { Router } from 'express';
import { createApp } from './app';
import { routes as table } from './routes';

/** Measuring, headers and bodies of every request, and the answers to what there is not. */
const passages = ['USE / measureRequests', 'USE /', 'USE / jsonParser', 'USE /', 'USE / answerError'];

it('has no door that is in neither the access matrix nor the list of doors', async () => {
  const options = {
    graphqlUrl: 'http://127.0.0.1:9/graphql',
    publicUrl: 'http://localhost:8080',
    productName: 'Dripline',
    trustProxyHops: 0,
  };
  const routes = await recordRoutes(Router.prototype as object, () => createApp(options));
  const rows = [...restAccess.keys()].map((row) => row.replace(/\{(\w+)\}/g, ':$1'));
  const paths = [...new Set(rows.map((row) => row.split(' ')[1]!))];
  const open = new Set(table.filter(({ isPublic }) => isPublic).map(({ path }) => path));
  // Each path refuses the methods that it has not; the public ones may be called from any site.
  const behind = [...rows, ...paths.map((path) => `ALL ${path}`), ...[...open].map((path) => `USE ${path}`)];
  expect(routes.sort()).toEqual(
    [...doors['rest-facade'].flatMap((door) => door.routes), ...behind, ...passages].sort(),
  );
});
