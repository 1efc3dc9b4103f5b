import { createServer, type AddressInfo } from 'node:net';
import { createDataSource } from '../database/data-source';
import { formatError } from './errors';
import { makeCampaign, makeClient } from '../testing/make';
import { startTestServer } from '../testing/test-server';
import { lockUsage } from '../usage/usage';

describe('what is only too slow', () => {
  it('is answered as UNAVAILABLE where Postgres accepts a connection and says nothing', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => mute.once('listening', resolve));
    const url = `postgres://x:x@127.0.0.1:${(mute.address() as AddressInfo).port}/x`;
    const error: unknown = await createDataSource(url)
      .initialize()
      .catch((thrown: unknown) => thrown);
    mute.close();
    expect(formatError({ message: '' }, error).extensions?.['code']).toBe('UNAVAILABLE');
  });

  it('is answered as UNAVAILABLE where another holds a row for too long; afterwards it goes', async () => {
    const server = await startTestServer();
    try {
      const client = await makeClient(server);
      await server.dataSource.transaction(async (db) => {
        await lockUsage(db, client.id);
        await expect(makeCampaign(server, client.id)).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 });
      });
      await makeCampaign(server, client.id);
    } finally {
      await server.stop();
    }
  });
});
