import { doors } from '@dripline/runtime/testing/endpoints';
import { recordRoutes } from '@dripline/runtime/testing/record-routes';
import { Router } from 'express';
import { join } from 'node:path';
import { createApp } from './app';
import { readBuiltAssets } from './built-assets';
import { readEnv } from './env';

/** Measuring, what is handed on to the two parts behind, headers, compression, and the answers to what there is not. */
const passages = ['USE / measureRequests', 'USE /', 'USE /', 'USE /', 'USE / compression', 'USE /', 'USE / onError'];

test('there is no door that is not in the list of doors', async () => {
  const settings = readEnv({
    NODE_ENV: 'production',
    FACADE_URL: 'http://127.0.0.1:9',
    GRAPHQL_URL: 'http://127.0.0.1:9/graphql',
  });
  const routes = await recordRoutes(Router.prototype as object, () =>
    createApp(settings, readBuiltAssets('Dripline', join(__dirname, '../dist/client'))),
  );
  expect(routes.sort()).toEqual([...doors.web.flatMap((door) => door.routes), ...passages].sort());
});
