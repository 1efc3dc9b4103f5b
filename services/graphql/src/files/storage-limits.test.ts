import { CreateUploadDocument, FilesDocument, CompleteUploadDocument } from '../testing/operations/generated';
import { MAX_CLIENT_BYTES } from '@dripline/contract/limits';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';
import { png, putFile, upload } from '../testing/uploads';
import { reserveStorageQuota } from './reserve-storage-quota';
import { deleteMarkedObjects } from '../jobs/sweep-objects';

const quotaExceeded = { code: 'LIMIT_REACHED', message: 'Storage limit of 10 GB reached. Delete files to make room.' };

describe('storage quota', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  /** Inserts rows that leave `left` bytes of the quota. */
  const fillUpTo = async (clientId: string, left: number) => {
    const sizes = Array.from({ length: 8 }, () => Math.floor(MAX_CLIENT_BYTES / 8));
    sizes[0]! -= left;
    for (const size of sizes)
      await server.dataSource.query(
        `INSERT INTO stored_objects (id, state, client_id, uploader, size) VALUES (gen_random_uuid(), 'published', $1, 'link', $2)`,
        [clientId, size],
      );
  };
  const listStored = () => ['pending', 'public'].flatMap((place) => readdirSync(path.join(server.objectFolder, place)));

  it('an upload over the quota is rejected by its actual size and deleted', async () => {
    const client = await createClient(server);
    await fillUpTo(client.id, 2_000);
    await expect(upload(server, client.call, png(2_001), { clientId: client.id })).rejects.toMatchObject(quotaExceeded);
    await deleteMarkedObjects(server);
    expect([listStored(), (await client.call(FilesDocument, { clientId: client.id })).files.items]).toEqual([[], []]);

    const { objectPath } = await upload(server, client.call, png(2_000), { clientId: client.id });
    expect(objectPath).toMatch(/^\/objects\//);
    await expect(client.call(CreateUploadDocument, { clientId: client.id })).rejects.toMatchObject(quotaExceeded);
    await expect(client.call(CreateUploadDocument, {})).rejects.toMatchObject(quotaExceeded);
    const other = await createClient(server);
    await expect(upload(server, other.call, png(), { clientId: other.id })).resolves.toBeDefined();
  });

  it('concurrent reservations accept exactly the uploads that fit', async () => {
    const client = await createClient(server);
    await fillUpTo(client.id, 3_500);
    const ids = Array.from({ length: 12 }, () => randomUUID());
    for (const id of ids)
      await server.dataSource.query(
        `INSERT INTO stored_objects (id, state, client_id, uploader) VALUES ($1, 'pending', $2, 'link')`,
        [id, client.id],
      );
    const reservations = await Promise.all(
      ids.map((id) => server.dataSource.transaction((db) => reserveStorageQuota(db, id, client.id, 1_000))),
    );
    expect(reservations.filter(Boolean)).toHaveLength(3);
  });

  it('uploads that are not completed count towards the quota', async () => {
    const client = await createClient(server);
    await fillUpTo(client.id, 5_000);
    const ask = async () => (await client.call(CreateUploadDocument, { clientId: client.id })).createUpload.uploadURL;
    const addresses = [await ask(), await ask(), await ask(), await ask()];
    await Promise.all(addresses.map((address) => putFile(server, address, new Uint8Array(png(2_500)))));
    await expect(client.call(CreateUploadDocument, { clientId: client.id })).rejects.toMatchObject(quotaExceeded);
    const results = await Promise.allSettled(
      addresses.map((objectURL) =>
        client.call(CompleteUploadDocument, { input: { objectURL, fileName: 'x.png', clientId: client.id } }),
      ),
    );
    const completedCount = results.filter(({ status }) => status === 'fulfilled').length;
    expect((await client.call(FilesDocument, { clientId: client.id })).files.items).toHaveLength(completedCount);
    expect(completedCount).toBe(2);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(quotaExceeded);
  });
});

describe('upload URLs', () => {
  const createMaxUploads = async (server: TestServer) => {
    const client = await createClient(server);
    for (let count = 0; count < 60; count += 1) await client.call(CreateUploadDocument, { clientId: client.id });
    return client;
  };

  it('a client can create 60 upload URLs a minute, and rejected requests are not stored', async () => {
    const server = await startTestServer();
    const client = await createMaxUploads(server);
    const rateLimited = { code: 'RATE_LIMITED', retryAfter: expect.any(Number) as number };
    await expect(client.call(CreateUploadDocument, {})).rejects.toMatchObject(rateLimited);
    await expect(server.admin(CreateUploadDocument, { clientId: client.id })).rejects.toMatchObject(rateLimited);
    expect(await server.dataSource.query('SELECT count(*)::int AS uploads FROM stored_objects')).toEqual([
      { uploads: 60 },
    ]);
    const other = await createClient(server);
    await expect(other.call(CreateUploadDocument, {})).resolves.toBeDefined();
    await expect(server.admin(CreateUploadDocument, {})).resolves.toBeDefined();
    await server.stop();
  });

  it('upload URLs are not limited when rate limits are off', async () => {
    const server = await startTestServer({ rateLimits: false });
    const client = await createMaxUploads(server);
    await expect(client.call(CreateUploadDocument, {})).resolves.toBeDefined();
    await server.stop();
  });
});
