import { eventually } from '@dripline/runtime/testing/eventually';
import { CreateUploadDocument, DeleteFileDocument, CompleteUploadDocument } from '../../testing/operations/generated';
import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { randomUUID } from 'node:crypto';
import { bucketKinds, createBucketStore, missingBucketKinds } from '../../testing/bucket-kinds';
import { BUCKET, type TestBucket } from '../../testing/test-bucket';
import { createClient } from '../../testing/fixtures';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { atTestServer, png, putFile, upload } from '../../testing/uploads';
import { sweepObjects } from '../../jobs/sweep-objects';

for (const { name, missing } of missingBucketKinds)
  it(`the reason for skipping ${name} is given`, () => {
    process.stderr.write(`${name} is not tested here: ${missing || 'run the tests with `npm test`'}\n`);
    expect(missing).toBeTruthy();
  });

/** What differs between the kinds of buckets. */
const differences = {
  'Google Cloud Storage': {
    prefix: 'X-Goog',
    headers: (maxBytes: number) => ({
      'x-goog-content-length-range': `0,${maxBytes}`,
      'x-goog-if-generation-match': '0',
    }),
    statuses: { wrongSize: 400, unsignedHeader: 400, expired: 400, methods: { POST: 403, GET: 403, DELETE: 403 } },
    unsignedHeader: { 'x-goog-acl': 'public-read' },
  },
  S3: {
    prefix: 'X-Amz',
    headers: () => ({ 'If-None-Match': '*' }),
    statuses: { wrongSize: 403, unsignedHeader: 403, expired: 403, methods: { POST: 405, GET: 403, DELETE: 403 } },
    unsignedHeader: { 'x-amz-acl': 'public-read' },
  },
};

describe.each(bucketKinds)('files in a bucket of $name', ({ name, start }) => {
  const { prefix, headers: expectedHeaders, statuses, unsignedHeader } = differences[name as keyof typeof differences];
  let bucket: TestBucket;
  let server: TestServer;
  beforeAll(async () => {
    bucket = await start();
    server = await startTestServer({}, await createBucketStore(bucket));
  });
  afterAll(async () => {
    await server.stop();
    await bucket.stop();
  });

  const get = (address: string, headers: Record<string, string> = {}) =>
    fetch(atTestServer(server, address), { headers });
  const ask = async (sendsHeaders = false) => (await server.admin(CreateUploadDocument, { sendsHeaders })).createUpload;
  const setPath = (objectURL: string, more: object = {}) =>
    server.admin(CompleteUploadDocument, { input: { objectURL, fileName: 'x.png', ...more } });
  const idIn = (address: string) => /[0-9a-f-]{36}/.exec(address)![0];

  it('objects are listed by the start of their ids, on all pages', async () => {
    const store = await createBucketStore(bucket);
    const ids = Array.from({ length: 1_001 }, (_, index) => `list-${index}`);
    const forAll = async (work: (id: string) => Promise<void>) => {
      for (let start = 0; start < ids.length; start += 50)
        await Promise.all(ids.slice(start, start + 50).map((id) => work(id)));
    };
    await forAll((id) => store.put(id, Buffer.from('x')));
    await store.put('other', Buffer.from('x'));
    const listed: string[] = [];
    for await (const id of store.list('list-')) listed.push(id);
    expect(listed.sort()).toEqual(ids.sort());
    await Promise.all([forAll((id) => store.delete(id)), store.delete('other')]);
  });

  it('a file is uploaded with its content type alone, published, served in ranges and deleted', async () => {
    const client = await createClient(server);
    const body = png(5_000);
    const { objectPath, file } = await upload(server, client.call, body, {
      clientId: client.id,
      mimeType: 'image/png',
    });
    expect(file).toMatchObject({ fileSize: 5_000, mimeType: 'image/png' });
    expect(await bucket.names()).toEqual([`public/${idIn(objectPath)}`]);
    const whole = await get(objectPath);
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('content-length')]).toEqual([
      200,
      'image/png',
      '5000',
    ]);
    expect(Buffer.from(await whole.arrayBuffer()).equals(body)).toBe(true);
    const part = await get(objectPath, { range: 'bytes=8-15' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, body.subarray(8, 16)]);
    await client.call(DeleteFileDocument, { id: file!.id });
    expect((await get(objectPath)).status).toBe(404);
    await eventually(async () => expect(await bucket.names()).toEqual([]));
  });

  it('a file is read from the bucket through a signed URL, which stays the same for a while', async () => {
    const client = await createClient(server);
    const publish = async (body: Buffer, fileName: string, mimeType: string) =>
      (await upload(server, client.call, body, { clientId: client.id, fileName, mimeType })).objectPath;
    const image = await publish(png(5_000), 'Caf\u00e9.png', 'image/png');
    const script = await publish(Buffer.from('<script>alert(1)</script>'), 'page.html', 'text/html');
    const redirectOf = async (objectPath: string) => {
      const response = await fetch(atTestServer(server, objectPath), { redirect: 'manual' });
      expect([response.status, await response.text()]).toEqual([302, '']);
      const [, maxAge = ''] = /^public, max-age=(\d+)$/.exec(response.headers.get('cache-control')!) ?? [];
      expect(Number(maxAge)).toBeLessThanOrEqual(1_800);
      return response.headers.get('location')!;
    };
    const url = await redirectOf(image);
    expect(url.startsWith(`${bucket.url}/${BUCKET}/public/${idIn(image)}?`)).toBe(true);
    expect(await redirectOf(image)).toBe(url);
    const { searchParams } = new URL(url);
    const signedAt = searchParams
      .get(`${prefix}-Date`)!
      .replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
    const expiresAt = Date.parse(signedAt) + 1_000 * Number(searchParams.get(`${prefix}-Expires`));
    expect(expiresAt - Date.now()).toBeGreaterThan(30 * 60_000);
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(60 * 60_000);

    const shown = await fetch(url);
    expect([shown.status, shown.headers.get('content-type'), shown.headers.get('content-disposition')]).toEqual([
      200,
      'image/png',
      `inline; filename="Caf?.png"; filename*=UTF-8''Caf%C3%A9.png`,
    ]);
    const downloaded = await get(script);
    expect([downloaded.headers.get('content-type'), downloaded.headers.get('content-disposition')]).toEqual([
      'application/octet-stream',
      'attachment; filename=page.html',
    ]);
    const forged = [
      url.replace('response-content-type=image%2Fpng', 'response-content-type=text%2Fhtml'),
      url.replace(/-Expires=\d+/, '-Expires=604800'),
      url.replace(idIn(image), idIn(script)),
      url.split('?')[0]!,
    ];
    expect(new Set(forged).has(url)).toBe(false);
    for (const address of forged) expect((await fetch(address)).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
    const head = await fetch(atTestServer(server, image), { method: 'HEAD', redirect: 'manual' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '5000']);
  });

  it('the bucket itself enforces size, type and single use', async () => {
    expect((await ask(true)).headers).toEqual(expectedHeaders(MAX_UPLOAD_BYTES));
    const { uploadURL, headers } = (await server.admin(CreateUploadDocument, { size: 100, mimeType: 'image/png' }))
      .createUpload;
    expect(headers).toEqual(expectedHeaders(100));
    const send = async (size: number, changed: Record<string, string> = {}) => {
      const sent = { 'content-type': 'image/png', ...(headers as Record<string, string>), ...changed };
      return (await putFile(server, uploadURL, new Uint8Array(png(size)), sent)).status;
    };
    expect((await putFile(server, uploadURL, new Uint8Array(100), { 'content-type': 'image/png' })).status).toBe(403);
    for (const header of Object.keys(headers)) expect(await send(100, { [header]: '0,999999999999' })).toBe(403);
    expect(await send(100, { 'content-type': 'text/html' })).toBe(403);
    expect(await send(101)).toBe(statuses.wrongSize);
    expect([await send(100), await send(100)]).toEqual([200, 412]);
    await expect(setPath(uploadURL)).resolves.toBeDefined();
    expect(await send(100)).toBe(412);
  });

  it('the bucket accepts the declared size only, and nothing after the upload was rejected or its file deleted', async () => {
    const client = await createClient(server);
    const create = async () => {
      const variables = { clientId: client.id, size: 100 };
      const { uploadURL, headers } = (await client.call(CreateUploadDocument, variables)).createUpload;
      const send = async (size: number) =>
        (await putFile(server, uploadURL, new Uint8Array(png(size)), headers as Record<string, string>)).status;
      return { uploadURL, send };
    };
    const complete = (objectURL: string, more: object) =>
      client.call(CompleteUploadDocument, { input: { objectURL, fileName: 'x.png', ...more } });
    const rejected = await create();
    expect([await rejected.send(101), await rejected.send(100)]).toEqual([statuses.wrongSize, 200]);
    await expect(complete(rejected.uploadURL, { mimeType: 'application/pdf' })).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
    });
    const deleted = await create();
    expect(await deleted.send(100)).toBe(200);
    const { completeUpload } = await complete(deleted.uploadURL, { clientId: client.id });
    await client.call(DeleteFileDocument, { id: completeUpload.file!.id });
    for (const { uploadURL, send } of [rejected, deleted]) {
      await eventually(async () => expect((await bucket.names()).join()).not.toContain(idIn(uploadURL)));
      expect(await send(100)).toBe(412);
    }
  });

  it('an upload URL covers one object, one method and fifteen minutes', async () => {
    const { uploadURL } = await ask();
    const { uploadURL: other } = await ask();
    const status = async (address: string, method = 'PUT', headers = {}) =>
      (await putFile(server, address, png(), headers, method)).status;
    expect(await status(uploadURL.replace(idIn(uploadURL), idIn(other)))).toBe(403);
    for (const [method, rejected] of Object.entries(statuses.methods))
      expect(await status(uploadURL, method)).toBe(rejected);
    expect(new URL(uploadURL).searchParams.get(`${prefix}-Expires`)).toMatch(/^(900|899)$/);
    expect(await status(uploadURL.replace(/-Expires=\d+/, '-Expires=90000'))).toBe(403);
    expect(await status(uploadURL.replace(/-Date=\d+T/, '-Date=20200101T'))).not.toBe(200);
    expect(await status(`${uploadURL}&x=1`)).toBe(403);
    expect(await status(uploadURL.split('?')[0]!)).toBe(403);
    expect(await status(uploadURL, 'PUT', unsignedHeader)).toBe(statuses.unsignedHeader);
    const soon = await server.objectStore.createUpload(randomUUID(), {
      expiresAt: new Date(Date.now() + 1_100),
      size: null,
      mimeType: null,
      sendsHeaders: false,
    });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await status(soon.uploadURL)).toBe(statuses.expired);
    expect(await status(uploadURL)).toBe(200);
    expect(uploadURL).not.toContain('private');
  });

  it('a published file stays unchanged, whatever is uploaded to its URL afterwards', async () => {
    const { uploadURL } = await ask();
    await putFile(server, uploadURL, new Uint8Array(png(100)));
    const seen = (await server.objectStore.findUploaded(idIn(uploadURL)))!;
    const { completeUpload } = await setPath(uploadURL);
    expect((await putFile(server, uploadURL, '<script>')).status).toBe(200);
    await expect(seen.publish()).rejects.toMatchObject({ extensions: { code: 'CONFLICT' } });
    expect((await (await get(completeUpload.objectPath)).arrayBuffer()).byteLength).toBe(100);
    await expect(setPath(uploadURL)).rejects.toMatchObject({ code: 'CONFLICT' });

    const { dataSource, objectStore } = server;
    await dataSource.query(`UPDATE stored_objects SET expires_at = now() - interval '1 minute' WHERE id = $1`, [
      idIn(uploadURL),
    ]);
    expect(await bucket.names()).toContain(`pending/${idIn(uploadURL)}`);
    await sweepObjects({ dataSource, objectStore });
    expect(await bucket.names()).not.toContain(`pending/${idIn(uploadURL)}`);
    expect((await get(completeUpload.objectPath)).status).toBe(200);
  });

  it('a file that is too large or not of the claimed type is deleted', async () => {
    const falseClaims = [
      {
        body: new Uint8Array(MAX_UPLOAD_BYTES + 1),
        claim: { fileSize: 10 },
        error: { code: 'PAYLOAD_TOO_LARGE', message: 'File size must be less than 120MB' },
      },
      {
        body: new Uint8Array(Buffer.from('<script>')),
        claim: { mimeType: 'image/png' },
        error: { code: 'UNSUPPORTED_MEDIA_TYPE' },
      },
      { body: new Uint8Array(0), claim: { mimeType: 'image/png' }, error: { code: 'UNSUPPORTED_MEDIA_TYPE' } },
    ];
    for (const { body, claim, error } of falseClaims) {
      const { uploadURL } = await ask();
      expect((await putFile(server, uploadURL, body)).status).toBe(200);
      await expect(setPath(uploadURL, claim)).rejects.toMatchObject(error);
      await eventually(async () => expect((await bucket.names()).join()).not.toContain(idIn(uploadURL)));
    }
  });

  it('a URL of another bucket, another folder or the local store is rejected', async () => {
    const { uploadURL } = await ask();
    await putFile(server, uploadURL, png());
    const id = idIn(uploadURL);
    const foreignUrls = [
      `${bucket.url}/other/pending/${id}`,
      `${bucket.url}/${BUCKET}/public/${id}`,
      `${bucket.url}/${BUCKET}/pending/../pending/${id}`,
      `https://storage.googleapis.com/${BUCKET}/pending/${id}`,
      `http://localhost:8080/objects/upload/${id}`,
    ];
    for (const objectURL of foreignUrls)
      await expect(setPath(objectURL)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(setPath(uploadURL.split('?')[0]!)).resolves.toBeDefined();
  });

  it('requests fail while the bucket is unreachable', async () => {
    const { objectPath } = await upload(server, server.admin, png());
    const { uploadURL } = await ask();
    await bucket.disconnect();
    await expect(get(objectPath)).rejects.toThrow();
    await expect(setPath(uploadURL)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
