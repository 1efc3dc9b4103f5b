import { CreateUploadDocument, FilesDocument, SetObjectPathDocument } from '../testing/operations/generated';
import { MAX_CLIENT_BYTES } from '@dripline/contract/limits';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { makeClient } from '../testing/make';
import { startTestServer, type TestServer } from '../testing/test-server';
import { png, put, upload } from '../testing/uploads';
import { reserveRoom } from './reserve-quota';
import { removeDoomed } from '../jobs/sweep-objects';

const full = { code: 'LIMIT_REACHED', message: 'Storage limit of 10 GB reached. Delete files to make room.' };

describe('what a client may store', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  /** Rows alone, as if so much had been stored before. */
  const fillUpTo = async (clientId: string, left: number) => {
    const sizes = Array.from({ length: 8 }, () => Math.floor(MAX_CLIENT_BYTES / 8));
    sizes[0]! -= left;
    for (const size of sizes)
      await server.dataSource.query(
        `INSERT INTO stored_objects (id, state, client_id, asked_by, size) VALUES (gen_random_uuid(), 'stored', $1, 'link', $2)`,
        [clientId, size],
      );
  };
  const kept = () => ['pending', 'public'].flatMap((place) => readdirSync(path.join(server.objectFolder, place)));

  it('ends at its cap: what would not fit is refused by its real size, and nothing of it stays', async () => {
    const client = await makeClient(server);
    await fillUpTo(client.id, 2_000);
    await expect(upload(server, client.call, png(2_001), { clientId: client.id })).rejects.toMatchObject(full);
    await removeDoomed(server);
    expect([kept(), (await client.call(FilesDocument, { clientId: client.id })).files]).toEqual([[], []]);

    const { objectPath } = await upload(server, client.call, png(2_000), { clientId: client.id });
    expect(objectPath).toMatch(/^\/objects\//);
    await expect(client.call(CreateUploadDocument, { clientId: client.id })).rejects.toMatchObject(full);
    await expect(client.call(CreateUploadDocument, {})).rejects.toMatchObject(full);
    const other = await makeClient(server);
    await expect(upload(server, other.call, png(), { clientId: other.id })).resolves.toBeDefined();
  });

  it('takes exactly what fits of many that are checked at once, whose sizes were not known before', async () => {
    const client = await makeClient(server);
    await fillUpTo(client.id, 3_500);
    const ids = Array.from({ length: 12 }, () => randomUUID());
    for (const id of ids)
      await server.dataSource.query(
        `INSERT INTO stored_objects (id, state, client_id, asked_by) VALUES ($1, 'awaited', $2, 'link')`,
        [id, client.id],
      );
    const fit = await Promise.all(
      ids.map((id) => server.dataSource.transaction((db) => reserveRoom(db, id, client.id, 1_000))),
    );
    expect(fit.filter(Boolean)).toHaveLength(3);
  });

  it('counts what was put and not yet checked', async () => {
    const client = await makeClient(server);
    await fillUpTo(client.id, 5_000);
    const ask = async () => (await client.call(CreateUploadDocument, { clientId: client.id })).createUpload.uploadURL;
    const addresses = [await ask(), await ask(), await ask(), await ask()];
    await Promise.all(addresses.map((address) => put(server, address, new Uint8Array(png(2_500)))));
    await expect(client.call(CreateUploadDocument, { clientId: client.id })).rejects.toMatchObject(full);
    const placed = await Promise.allSettled(
      addresses.map((objectURL) =>
        client.call(SetObjectPathDocument, { input: { objectURL, fileName: 'x.png', clientId: client.id } }),
      ),
    );
    const taken = placed.filter(({ status }) => status === 'fulfilled').length;
    expect((await client.call(FilesDocument, { clientId: client.id })).files).toHaveLength(taken);
    expect(taken).toBe(2);
    for (const result of placed) if (result.status === 'rejected') expect(result.reason).toMatchObject(full);
  });
});

describe('upload addresses', () => {
  const askOften = async (server: TestServer) => {
    const client = await makeClient(server);
    for (let asked = 0; asked < 60; asked += 1) await client.call(CreateUploadDocument, { clientId: client.id });
    return client;
  };

  it('are given out sixty times a minute to one client, and then not stored', async () => {
    const server = await startTestServer();
    const client = await askOften(server);
    const refused = { code: 'RATE_LIMITED', retryAfter: expect.any(Number) as number };
    await expect(client.call(CreateUploadDocument, {})).rejects.toMatchObject(refused);
    await expect(server.admin(CreateUploadDocument, { clientId: client.id })).rejects.toMatchObject(refused);
    expect(await server.dataSource.query('SELECT count(*)::int AS asked FROM stored_objects')).toEqual([{ asked: 60 }]);
    const other = await makeClient(server);
    await expect(other.call(CreateUploadDocument, {})).resolves.toBeDefined();
    await expect(server.admin(CreateUploadDocument, {})).resolves.toBeDefined();
    await server.stop();
  });

  it('are given out without end where limits are off', async () => {
    const server = await startTestServer({ rateLimits: false });
    const client = await askOften(server);
    await expect(client.call(CreateUploadDocument, {})).resolves.toBeDefined();
    await server.stop();
  });
});
