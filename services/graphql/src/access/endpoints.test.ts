import { endpoints } from '@dripline/runtime/testing/endpoints';
import { recordRoutes } from '@dripline/runtime/testing/record-routes';
import { Router } from 'express';
import { startTestServer, type TestServer } from '../testing/test-server';

/** The middleware of every request, and the handler of unreadable bodies. */
const commonHandlers = ['USE / instrumentRequests', 'USE /', 'USE /', 'USE / handleBodyError'];

it('every route of the GraphQL server is in the access matrix or the endpoint list', async () => {
  let server: TestServer | undefined;
  const routes = await recordRoutes(
    Router.prototype as object,
    async () => void (server = await startTestServer({ twilioAuthTokens: ['a token'] })),
  );
  await server?.stop();
  expect(routes.sort()).toEqual([...endpoints.graphql.flatMap(({ routes }) => routes), ...commonHandlers].sort());
});
