import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { CreateUploadDocument, CompleteUploadDocument, SignInDocument } from '../../testing/operations/generated';
import { request } from '@dripline/runtime/http/request';
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ensureAdmin } from '../../sessions/admins/ensure-admin';
import { type ChildServer, startChildServer } from '../../testing/child-server';
import { bucketKinds } from '../../testing/bucket-kinds';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { ADMIN } from '../../testing/test-server';

// Less than the file. Node's young generation alone takes up to 48 MiB.
const MAX_GROWTH = 85 * 1024 * 1024;
const chunk = Buffer.alloc(65_536, 'dripline');

describe('files of the maximum size', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await ensureAdmin(database.dataSource, ADMIN.username, ADMIN.password);
  });
  afterAll(() => database.drop());

  const start = (more: Record<string, string>) => startChildServer({ DATABASE_URL: database.serviceUrl, ...more });

  it('the local store streams a file without holding it in memory', async () => {
    const server = await start({ DATA_DIR: mkdtempSync(path.join(tmpdir(), 'dripline-data-')) });
    try {
      await expectLowMemory(server);
    } finally {
      await server.stop();
    }
  });

  for (const { name, start: startBucket } of bucketKinds)
    it(`a bucket of ${name} streams a file without holding it in memory`, async () => {
      const bucket = await startBucket();
      const server = await start(bucket.variables);
      try {
        await expectLowMemory(server);
      } finally {
        await server.stop();
        await bucket.stop();
      }
    });
});

async function expectLowMemory(server: ChildServer): Promise<void> {
  const { headers } = await request(server.url, SignInDocument, ADMIN);
  const cookie = headers.getSetCookie()[0]!.split(';')[0]!;
  // A warm-up, because the first request of each kind loads code.
  await uploadAndDownload(server, cookie, chunk.length * 250);
  const measureGrowth = server.trackPeakMemory();
  const { sent, received } = await uploadAndDownload(server, cookie, MAX_UPLOAD_BYTES);
  expect(received).toBe(sent);
  const growth = measureGrowth();
  process.stdout.write(`peak memory grew by ${(growth / 1024 / 1024).toFixed(1)} MiB\n`);
  expect(growth).toBeLessThan(MAX_GROWTH);
}

async function uploadAndDownload(
  { url }: ChildServer,
  cookie: string,
  size: number,
): Promise<{ sent: string; received: string }> {
  const { createUpload } = (await request(url, CreateUploadDocument, {}, { headers: { cookie } })).data;
  const sent = createHash('sha256');
  const parts = Readable.from(
    (function* () {
      for (let left = size; left > 0; left -= chunk.length) {
        const part = chunk.subarray(0, Math.min(left, chunk.length));
        sent.update(part);
        yield part;
      }
    })(),
  );
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const target = createUpload.uploadURL.replace('http://localhost:8080', new URL(url).origin);
    const put = http.request(
      target,
      { method: 'PUT', headers: { 'content-length': size } },
      (answer) => (answer.resume(), resolve(answer.statusCode)),
    );
    pipeline(parts, put).catch(reject);
  });
  expect(status).toBe(200);
  const input = {
    objectURL: createUpload.uploadURL,
    fileName: 'large.bin',
    fileSize: size,
    mimeType: 'application/zip',
  };
  const { completeUpload } = (await request(url, CompleteUploadDocument, { input }, { headers: { cookie } })).data;
  const received = createHash('sha256');
  const answer = await fetch(new URL(completeUpload.objectPath, url));
  expect(answer.headers.get('content-length')).toBe(String(size));
  for await (const part of answer.body!) received.update(part);
  return { sent: sent.digest('hex'), received: received.digest('hex') };
}
