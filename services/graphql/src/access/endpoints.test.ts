import { doors } from '@dripline/runtime/testing/endpoints';
import { recordRoutes } from '@dripline/runtime/testing/record-routes';
import { Router } from 'express';
import { startTestServer, type TestServer } from '../testing/test-server';

/** Measuring, headers and scope of every request, and the answer to a body that cannot be read. */
const passages = ['USE / measureRequests', 'USE /', 'USE /', 'USE / refuseBody'];

it('has no door that is in neither the access matrix nor the list of doors', async () => {
  let server: TestServer | undefined;
  const routes = await recordRoutes(
    Router.prototype as object,
    async () => void (server = await startTestServer({ twilioAuthTokens: ['a token'] })),
  );
  await server?.stop();
  expect(routes.sort()).toEqual([...doors.graphql.flatMap((door) => door.routes), ...passages].sort());
});
