import { createServer, type AddressInfo } from 'node:net';
import { createDataSource } from '../database/data-source';
import { formatError } from './errors';
import { createCampaign, createClient } from '../testing/fixtures';
import { startTestServer } from '../testing/test-server';
import { lockUsage } from '../usage/quota';

describe('a body that cannot be parsed', () => {
  it('is rejected with the status of its fault', async () => {
    const server = await startTestServer();
    const post = async (body: string, type = 'application/json') =>
      (await fetch(server.url, { method: 'POST', headers: { 'content-type': type }, body })).status;
    expect([await post('{'), await post(`"${'x'.repeat(1_100_000)}"`)]).toEqual([400, 413]);
    expect(await post('query={__typename}', 'application/x-www-form-urlencoded')).toBe(400);
    await server.stop();
  });

  it('is rejected if its variables are nested too deep', async () => {
    const server = await startTestServer();
    const post = async (variables: string) => {
      const body = `{"query":"{ __typename }","variables":${variables}}`;
      const response = await fetch(server.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return [response.status, await response.json()];
    };
    const tooDeep = {
      errors: [
        {
          message: 'Values must be nested at most 32 levels deep.',
          extensions: { code: 'BAD_USER_INPUT', fields: { x: 'Values must be nested at most 32 levels deep.' } },
        },
      ],
    };
    for (const depth of [33, 5_000, 60_000]) {
      expect(await post(`{"x":${'['.repeat(depth)}${']'.repeat(depth)}}`)).toMatchObject([400, tooDeep]);
      expect(await post(`{"x":${'{"y":'.repeat(depth)}1${'}'.repeat(depth)}}`)).toMatchObject([400, tooDeep]);
    }
    await server.stop();
  });
});

describe('a request that waits too long', () => {
  it('fails with UNAVAILABLE when Postgres accepts the connection but does not respond', async () => {
    const silentServer = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silentServer.once('listening', resolve));
    const url = `postgres://x:x@127.0.0.1:${(silentServer.address() as AddressInfo).port}/x`;
    const error: unknown = await createDataSource(url)
      .initialize()
      .catch((thrown: unknown) => thrown);
    silentServer.close();
    expect(formatError({ message: '' }, error).extensions?.['code']).toBe('UNAVAILABLE');
  });

  it('fails with UNAVAILABLE while another transaction holds a row lock, and succeeds afterwards', async () => {
    const server = await startTestServer();
    try {
      const client = await createClient(server);
      await server.dataSource.transaction(async (db) => {
        await lockUsage(db, client.id);
        await expect(createCampaign(server, client.id)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
      });
      await createCampaign(server, client.id);
    } finally {
      await server.stop();
    }
  });
});
