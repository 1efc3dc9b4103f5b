import { CreateUploadDocument, FilesDocument, CompleteUploadDocument } from '../testing/operations/generated';
import { MAX_CLIENT_BYTES, MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createClient } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';
import { png, putFile, upload } from '../testing/uploads';
import { reserveStorageQuota } from './reserve-storage-quota';
import { deleteMarkedObjects, sweepObjects } from '../jobs/sweep-objects';

type TestClient = Awaited<ReturnType<typeof createClient>>;

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

  const createUpload = async ({ call, id }: TestClient, size?: number) =>
    (await call(CreateUploadDocument, { clientId: id, size })).createUpload.uploadURL;
  const complete = ({ call, id }: TestClient, objectURL: string) =>
    call(CompleteUploadDocument, { input: { objectURL, fileName: 'x.png', clientId: id } });

  it('an upload URL reserves the declared size, or else that of the largest upload', async () => {
    const client = await createClient(server);
    await fillUpTo(client.id, MAX_UPLOAD_BYTES + 1_000);
    await createUpload(client);
    await expect(createUpload(client)).rejects.toMatchObject(quotaExceeded);
    await expect(createUpload(client, 1_001)).rejects.toMatchObject(quotaExceeded);
    await expect(client.call(CreateUploadDocument, { size: 1_001 })).rejects.toMatchObject(quotaExceeded);
    const uploadURL = await createUpload(client, 1_000);
    await expect(createUpload(client, 1)).rejects.toMatchObject(quotaExceeded);

    await putFile(server, uploadURL, new Uint8Array(png(400)));
    await expect(createUpload(client, 601)).rejects.toMatchObject(quotaExceeded);
    await complete(client, uploadURL);
    await createUpload(client, 600);
    const other = await createClient(server);
    await expect(upload(server, other.call, png(), { clientId: other.id })).resolves.toBeDefined();
  });

  it('an upload that is not completed keeps its reservation until half an hour after its URL expired', async () => {
    const client = await createClient(server);
    await fillUpTo(client.id, 1_000);
    const uploadURL = await createUpload(client, 1_000);
    for (const [age, isReleased] of [
      ['29 minutes', false],
      ['31 minutes', true],
    ] as const) {
      await server.dataSource.query(
        `UPDATE stored_objects SET expires_at = now() - $1::interval WHERE client_id = $2 AND state = 'pending'`,
        [age, client.id],
      );
      await sweepObjects(server);
      const attempt = createUpload(client, 1_000);
      if (isReleased) await attempt;
      else await expect(attempt).rejects.toMatchObject(quotaExceeded);
    }
    expect((await putFile(server, uploadURL, png(1))).status).toBe(403);
  });

  it('an upload over the quota of the client that it is completed for is rejected and deleted', async () => {
    const client = await createClient(server);
    await fillUpTo(client.id, 2_000);
    const { uploadURL } = (await server.admin(CreateUploadDocument, {})).createUpload;
    await putFile(server, uploadURL, new Uint8Array(png(2_001)));
    const input = { objectURL: uploadURL, fileName: 'x.png', clientId: client.id };
    await expect(server.admin(CompleteUploadDocument, { input })).rejects.toMatchObject(quotaExceeded);
    await deleteMarkedObjects(server);
    expect(listStored().join()).not.toContain(uploadURL.split('?')[0]!.slice(-36));
    expect((await client.call(FilesDocument, { clientId: client.id })).client.files.nodes).toEqual([]);
  });

  it('an administrator may have 100 uploads open that belong to no client', async () => {
    const { admin, dataSource } = server;
    const { uploadURL } = (await admin(CreateUploadDocument, {})).createUpload;
    await dataSource.query(
      `INSERT INTO stored_objects (id, state, uploader, expires_at)
       SELECT gen_random_uuid(), 'pending', uploader, expires_at FROM stored_objects, generate_series(1, 99) WHERE id = $1`,
      [uploadURL.split('?')[0]!.slice(-36)],
    );
    await expect(admin(CreateUploadDocument, {})).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'At most 100 uploads may be open at once. Complete them, or wait until they expire.',
    });
    await putFile(server, uploadURL, new Uint8Array(png()));
    await admin(CompleteUploadDocument, { input: { objectURL: uploadURL, fileName: 'x.png' } });
    await expect(admin(CreateUploadDocument, {})).resolves.toBeDefined();
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
});

describe('upload URLs', () => {
  const createMaxUploads = async (server: TestServer) => {
    const client = await createClient(server);
    for (let count = 0; count < 60; count += 1)
      await client.call(CreateUploadDocument, { clientId: client.id, size: 1 });
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
