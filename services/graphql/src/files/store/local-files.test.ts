import { eventually } from '@dripline/runtime/testing/eventually';
import {
  CreateUploadDocument,
  DeleteCampaignDocument,
  DeleteClientDocument,
  DeleteFileDocument,
  FilesDocument,
  RenameFileDocument,
  CompleteUploadDocument,
  UpdateCampaignDocument,
} from '../../testing/operations/generated';
import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { createCampaign, createClient } from '../../testing/fixtures';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { atTestServer, png, putFile, upload } from '../../testing/uploads';
import { sweepObjects } from '../../jobs/sweep-objects';

describe('files in the local store', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(atTestServer(server, address), { method, headers });
  const listStored = (place: 'pending' | 'public') => readdirSync(path.join(server.objectFolder, place));
  const ask = async (clientId?: string) =>
    (await server.admin(CreateUploadDocument, { clientId })).createUpload.uploadURL;
  const setPath = (objectURL: string, more: object = {}) =>
    server.admin(CompleteUploadDocument, { input: { objectURL, fileName: 'x.png', ...more } });
  const idIn = (address: string) => /[0-9a-f-]{36}/.exec(address)![0];

  it('a file is uploaded, published, served, renamed and deleted', async () => {
    const client = await createClient(server);
    const body = png(5_000);
    const { objectPath, file } = await upload(server, client.call, body, {
      clientId: client.id,
      mimeType: 'image/png',
    });
    expect(file).toMatchObject({
      clientId: client.id,
      originalName: 'Photo 1.png',
      fileSize: 5_000,
      mimeType: 'image/png',
      objectPath,
    });
    expect(objectPath).toMatch(/^\/objects\/[0-9a-f-]{36}\/Photo-1\.png$/);
    expect((await client.call(FilesDocument, { clientId: client.id })).client.files.nodes).toEqual([file]);

    const served = await get(objectPath);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '5000',
      'content-disposition': 'inline; filename="Photo 1.png"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; media-src 'self'; style-src 'unsafe-inline'",
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
    });
    expect(Buffer.from(await served.arrayBuffer()).equals(body)).toBe(true);

    const { renameFile } = await client.call(RenameFileDocument, { id: file!.id, fileName: 'Über "uns".png' });
    expect(renameFile).toMatchObject({ originalName: 'Über "uns".png', objectPath });
    expect((await get(objectPath)).headers.get('content-disposition')).toBe(
      `inline; filename="?ber \\"uns\\".png"; filename*=UTF-8''%C3%9Cber%20%22uns%22.png`,
    );

    await client.call(DeleteFileDocument, { id: file!.id });
    expect((await get(objectPath)).status).toBe(404);
    await eventually(() => expect(listStored('public')).not.toContain(idIn(objectPath)));
  });

  it('a file supports range and conditional requests, and unknown paths return 404', async () => {
    const { objectPath } = await upload(server, server.admin, png(1_000));
    const part = await get(objectPath, { range: 'bytes=100-199' });
    expect([part.status, part.headers.get('content-range'), (await part.arrayBuffer()).byteLength]).toEqual([
      206,
      'bytes 100-199/1000',
      100,
    ]);
    expect((await get(objectPath, { range: 'bytes=-1' })).headers.get('content-range')).toBe('bytes 999-999/1000');
    const beyond = await get(objectPath, { range: 'bytes=1000-' });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */1000']);
    for (const range of ['bytes=0-1,5-6', 'lines=1-2', 'bytes=z'])
      expect((await get(objectPath, { range })).status).toBe(200);
    const etag = part.headers.get('etag')!;
    expect((await get(objectPath, { range: 'bytes=0-0', 'if-range': etag })).status).toBe(206);
    expect((await get(objectPath, { range: 'bytes=0-0', 'if-range': '"other"' })).status).toBe(200);
    expect((await get(objectPath, { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).toBe(304);
    expect(
      (await get(objectPath, { 'if-modified-since': part.headers.get('last-modified')!, 'cache-control': 'max-age=0' }))
        .status,
    ).toBe(304);
    const head = await get(objectPath, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '1000', '']);
    const unknown = [
      `${objectPath}x`,
      `/objects/${randomUUID()}/x.png`,
      '/objects/x',
      '/objects/%00/%00',
      '/objects/a/%zz',
      '/objects/',
      `${objectPath}/`,
      objectPath.replace('Photo', 'photo'),
    ];
    for (const address of unknown) {
      const answer = await get(address);
      expect([answer.status, await answer.json()]).toEqual([404, { message: 'File not found', code: 'NOT_FOUND' }]);
    }
    expect((await get(objectPath, {}, 'DELETE')).status).toBe(405);
  });

  it.each([
    ['page.html', 'text/html', '<script>alert(1)</script>'],
    ['drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['code.js', 'text/javascript', 'alert(1)'],
    ['sheet.xml', 'application/xml', '<?xml version="1.0"?><x/>'],
  ])('%s is served as a download that no browser runs', async (fileName, mimeType, text) => {
    const { objectPath } = await upload(server, server.admin, Buffer.from(text), { fileName, mimeType });
    const { headers } = await get(objectPath);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename=${fileName}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    });
  });

  it('a file is stored with its detected type, and deleted if the claimed type is false', async () => {
    const client = await createClient(server);
    const real = await upload(server, client.call, png(), {
      clientId: client.id,
      fileName: 'photo.jpg',
      mimeType: 'image/jpeg',
    });
    expect(real.file!.mimeType).toBe('image/png');
    const unnamed = await upload(server, client.call, png(), {
      clientId: client.id,
      fileName: 'x',
      mimeType: 'text/html',
    });
    expect(unnamed.file!.mimeType).toBe('image/png');
    const untyped = await upload(server, client.call, Buffer.alloc(0), {
      clientId: client.id,
      fileName: 'x',
      mimeType: 'no type\r\nX: y',
    });
    expect(untyped.file).toMatchObject({ mimeType: 'application/octet-stream', fileSize: 0 });
    expect((await get(untyped.objectPath)).status).toBe(200);

    const falseClaims = [
      { body: Buffer.from('<script>alert(1)</script>'), mimeType: 'image/png', code: 'UNSUPPORTED_MEDIA_TYPE' },
      { body: png(), mimeType: 'application/pdf', code: 'UNSUPPORTED_MEDIA_TYPE' },
      { body: png(50), mimeType: 'image/png', fileSize: 49, code: 'BAD_USER_INPUT' },
    ];
    for (const { body, code, ...claim } of falseClaims) {
      const uploadURL = await ask(client.id);
      await putFile(server, uploadURL, new Uint8Array(body));
      await expect(setPath(uploadURL, { clientId: client.id, ...claim })).rejects.toMatchObject({
        code,
        fields: expect.any(Object),
      });
      await eventually(() => expect(listStored('pending')).not.toContain(idIn(uploadURL)));
      await expect(setPath(uploadURL, { clientId: client.id })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    }
    expect((await client.call(FilesDocument, { clientId: client.id })).client.files.nodes).toHaveLength(3);
  });

  it('a video that browsers cannot play is accepted as a client’s file, but not for a landing page', async () => {
    const client = await createClient(server);
    const [avi, claim] = [Buffer.from('RIFF\0\0\0\0AVI '), { fileName: 'film.avi', mimeType: 'video/x-msvideo' }];
    expect((await upload(server, client.call, avi, { clientId: client.id, ...claim })).file).toMatchObject({
      mimeType: 'video/x-msvideo',
    });
    await expect(upload(server, client.call, avi, claim)).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
      fields: { mimeType: 'Browsers cannot play this video. Choose an MP4, WebM, QuickTime or Ogg video.' },
    });
    await eventually(() => expect(listStored('pending')).toEqual([]));
  });

  it('an upload URL accepts one PUT, unmodified and before it expires', async () => {
    const [uploadURL, other] = [await ask(), await ask()];
    const query = uploadURL.slice(uploadURL.indexOf('?'));
    const forged = [
      uploadURL.replace(/expires=\d+/, `expires=${Date.now() + 3_600_000}`),
      uploadURL.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      `${uploadURL}&x=1`,
      uploadURL.replace('expires=', 'expires=0'),
      uploadURL.slice(0, uploadURL.indexOf('?')),
      other.slice(0, other.indexOf('?')) + query,
      uploadURL.replace(idIn(uploadURL), 'x'),
    ];
    for (const address of forged) {
      const answer = await putFile(server, address, png());
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([403, 'FORBIDDEN']);
    }
    for (const method of ['POST', 'GET', 'DELETE', 'PATCH']) {
      const answer = await putFile(server, uploadURL, png(), {}, method);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PUT']);
    }
    const expiredUpload = await server.objectStore.createUpload(randomUUID(), {
      expiresAt: new Date(Date.now() - 1),
      size: null,
      mimeType: null,
      sendsHeaders: false,
    });
    expect((await putFile(server, expiredUpload.uploadURL, png())).status).toBe(403);

    const both = await Promise.all([putFile(server, uploadURL, png(100)), putFile(server, uploadURL, png(100))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await putFile(server, uploadURL, png(20))).status).toBe(409);
    const claims = await Promise.allSettled(Array.from({ length: 5 }, () => setPath(uploadURL)));
    const [completed] = claims.filter((claim) => claim.status === 'fulfilled');
    for (const claim of claims)
      if (claim.status === 'rejected') expect(claim.reason).toMatchObject({ code: 'CONFLICT' });
    expect(claims.filter(({ status }) => status === 'rejected')).toHaveLength(4);
    const { completeUpload } = completed!.value;
    expect((await putFile(server, uploadURL, png(20))).status).toBe(409);
    expect((await (await get(completeUpload.objectPath)).arrayBuffer()).byteLength).toBe(100);
    expect(listStored('pending')).toEqual([]);
  });

  it('an upload can be repeated when the first PUT was aborted', async () => {
    const uploadURL = await ask();
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => (
        controller.enqueue(new Uint8Array(10)),
        new Promise((_, reject) => setTimeout(reject, 50, new Error('cancelled')))
      ),
    });
    await expect(
      fetch(atTestServer(server, uploadURL), { method: 'PUT', body: broken, duplex: 'half' } as RequestInit),
    ).rejects.toThrow();
    await eventually(() => expect(listStored('pending')).toEqual([]));
    await expect(setPath(uploadURL)).rejects.toMatchObject({
      message: 'Nothing was uploaded to this URL yet. Upload the file first.',
    });
    expect((await putFile(server, uploadURL, png())).status).toBe(200);
    await expect(setPath(uploadURL)).resolves.toBeDefined();
  });

  it('an upload stops at the size limit, with or without Content-Length', async () => {
    const uploadURL = await ask();
    const answer = await fetch(atTestServer(server, uploadURL), {
      method: 'PUT',
      body: stream(MAX_UPLOAD_BYTES + 1),
      duplex: 'half',
    } as RequestInit);
    expect([answer.status, await answer.json()]).toEqual([
      413,
      { message: 'File size must be less than 120MB', code: 'PAYLOAD_TOO_LARGE' },
    ]);
    await eventually(() => expect(listStored('pending')).toEqual([]));
    const announced = await putFile(server, uploadURL, new Uint8Array(MAX_UPLOAD_BYTES + 1));
    expect(announced.status).toBe(413);
    expect(listStored('pending')).toEqual([]);
  });

  it('an upload URL accepts no more bytes than were declared', async () => {
    const create = async (size: number) => (await server.admin(CreateUploadDocument, { size })).createUpload.uploadURL;
    const uploadURL = await create(1_000);
    const [announced, streamed] = [
      await putFile(server, uploadURL, png(1_001)),
      await fetch(atTestServer(server, uploadURL), {
        method: 'PUT',
        body: stream(1_001),
        duplex: 'half',
      } as RequestInit),
    ];
    const tooLarge = {
      message: 'The file must have at most 1000 bytes, as declared for this upload URL.',
      code: 'PAYLOAD_TOO_LARGE',
    };
    for (const response of [announced, streamed])
      expect([response.status, await response.json()]).toEqual([413, tooLarge]);
    expect((await putFile(server, uploadURL, png(1_000))).status).toBe(200);
    await expect(setPath(uploadURL)).resolves.toBeDefined();
    await expect(create(MAX_UPLOAD_BYTES + 1)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    for (const size of [-1, 0.5])
      await expect(create(size)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { size: expect.any(String) },
      });
  });

  it('an upload URL that was not created for the caller is rejected', async () => {
    const client = await createClient(server);
    const other = await createClient(server);
    const { uploadURL } = (await client.call(CreateUploadDocument, { clientId: client.id })).createUpload;
    await putFile(server, uploadURL, png());
    const id = idIn(uploadURL);
    const bare = `http://localhost:8080/objects/upload/${id}`;
    const foreignUrls = [
      `https://storage.googleapis.com/bucket/pending/${id}`,
      `http://localhost:8080@evil.example/objects/upload/${id}`,
      `http://user:pass@localhost:8080/objects/upload/${id}`,
      `http://169.254.169.254/objects/upload/${id}`,
      `file:///objects/upload/${id}`,
      `http://localhost:8080/objects/upload/../upload/${id}`,
      `http://localhost:8080/objects/upload/%2e%2e/upload/${id}`,
      `http://localhost:8080/objects/upload%2f${id}`,
      `HTTP://localhost:8080/objects/upload/${id}`,
      `http://localhost:8080/objects/upload/${randomUUID()}`,
      `/objects/upload/${id}`,
      `${bare}/`,
      `${bare}#x`,
      ` ${bare}`,
      '',
      '/etc/passwd',
    ];
    for (const objectURL of foreignUrls) {
      const attempt = client.call(CompleteUploadDocument, { input: { objectURL, fileName: 'x', clientId: client.id } });
      await expect(attempt).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { objectURL: expect.any(String) },
      });
    }
    const as = (caller: TestServer['admin'], clientId?: string) =>
      caller(CompleteUploadDocument, { input: { objectURL: bare, fileName: 'x', clientId } });
    await expect(as(client.call, other.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(as(other.call, other.id)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(as(other.call)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(as(server.visitor)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(as(client.call, client.id)).resolves.toBeDefined();
  });

  it('a submitted upload URL is never fetched, whatever it looks like', async () => {
    let hits = 0;
    const listeners = ['127.0.0.1', '::1'].map((host) =>
      createServer((socket) => void ((hits += 1), socket.destroy())).listen(0, host),
    );
    await Promise.all(listeners.map((listener) => new Promise((resolve) => listener.once('listening', resolve))));
    const ports = listeners.map((listener) => (listener.address() as AddressInfo).port);
    const hosts = [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '0.0.0.0',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.1',
      '[::ffff:127.0.0.1]',
      '127.0.0.1.nip.io',
      'localhost.',
      'storage.googleapis.com@127.0.0.1',
    ];
    const paths = [
      '/',
      `/objects/upload/${randomUUID()}`,
      '/latest/meta-data',
      '/objects/../../etc/passwd',
      '/objects%2fupload',
      '/bucket/pending/x?X-Goog-Signature=0',
    ];
    const addresses = ['http', 'https', 'ftp', 'gopher'].flatMap((scheme) =>
      hosts.flatMap((host) =>
        ports.flatMap((port) => paths.map((pathname) => `${scheme}://${host}:${port}${pathname}`)),
      ),
    );
    expect(addresses.length).toBeGreaterThanOrEqual(300);
    for (const objectURL of addresses)
      await expect(setPath(objectURL)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(hits).toBe(0);
    await fetch(`http://127.0.0.1:${ports[0]}`).catch(() => undefined);
    expect(hits).toBe(1);
    await Promise.all(listeners.map((listener) => new Promise((resolve) => listener.close(resolve))));
  });

  it('everybody who may open a dashboard may upload files, but not campaign images', async () => {
    const open = await createClient(server, { authEnabled: false });
    const closed = await createClient(server);
    expect((await upload(server, server.visitor, png(), { clientId: open.id })).file).toMatchObject({
      clientId: open.id,
    });
    await expect(server.visitor(CreateUploadDocument, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(server.visitor(CreateUploadDocument, { clientId: closed.id })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(
      closed.call(CreateUploadDocument, { clientId: (await createClient(server)).id }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(closed.call(CreateUploadDocument, { clientId: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await upload(server, closed.call, png())).toMatchObject({
      file: null,
      objectPath: expect.stringMatching(/^\/objects\//),
    });
  });

  it('campaign media must have the type and size that its field allows', async () => {
    const client = await createClient(server);
    const { id } = await createCampaign(server, client.id);
    const save = (input: object) => server.admin(UpdateCampaignDocument, { id, input });
    const small = (await upload(server, server.admin, png())).objectPath;
    const six = (await upload(server, server.admin, png(6 * 1024 * 1024))).objectPath;
    const eleven = (await upload(server, server.admin, png(11 * 1024 * 1024))).objectPath;
    const page = (await upload(server, server.admin, Buffer.from('<svg/>'), { mimeType: 'image/svg+xml' })).objectPath;
    const fields = { logoImageUrl: small, backgroundImageUrl: six, formImageUrl: eleven };
    expect((await save(fields)).updateCampaign).toMatchObject(fields);
    expect((await save({ logoImageUrl: `http://localhost:8080${small}` })).updateCampaign.logoImageUrl).toBe(small);
    const invalidFields: [string, string, string][] = [
      ['logoImageUrl', six, 'File size must be less than 5MB'],
      ['backgroundImageUrl', eleven, 'File size must be less than 10MB'],
      ['logoImageUrl', page, 'Choose an image.'],
      ['formVideoUrl', small, 'Choose a video.'],
      ['formImageUrl', `/objects/${randomUUID()}/x.png`, 'This file does not exist. Upload it again.'],
    ];
    for (const [field, value, why] of invalidFields)
      await expect(save({ [field]: value })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [field]: why },
      });
    await expect(createCampaign(server, client.id, { logoImageUrl: six })).rejects.toMatchObject({
      fields: { logoImageUrl: expect.any(String) },
    });
  });

  it('files are deleted with their client or campaign, except images that another campaign shows', async () => {
    const client = await createClient(server);
    const { objectPath: shared } = await upload(server, server.admin, png());
    const { objectPath: own } = await upload(server, server.admin, png());
    const first = await createCampaign(server, client.id, { logoImageUrl: shared, formImageUrl: own });
    await createCampaign(server, client.id, { logoImageUrl: shared });
    await server.admin(DeleteCampaignDocument, { id: first.id });
    await eventually(() => expect(listStored('public')).not.toContain(idIn(own)));
    expect([(await get(own)).status, (await get(shared)).status]).toEqual([404, 200]);

    const { objectPath } = await upload(server, client.call, png(), { clientId: client.id });
    const { uploadURL } = (await client.call(CreateUploadDocument, { clientId: client.id })).createUpload;
    await server.admin(DeleteClientDocument, { id: client.id });
    for (const address of [shared, objectPath]) expect((await get(address)).status).toBe(404);
    await eventually(() =>
      expect(listStored('public').filter((id) => [idIn(shared), idIn(objectPath)].includes(id))).toEqual([]),
    );
    expect((await putFile(server, uploadURL, png())).status).toBe(403);
  });

  it('the sweep deletes objects that could not be deleted before, and uploads that were not completed', async () => {
    const { objectPath } = await upload(server, server.admin, png());
    const unused = await ask();
    await putFile(server, unused, png());
    const id = idIn(objectPath);
    await server.dataSource.query(`UPDATE stored_objects SET state = 'deleting' WHERE id = $1`, [id]);
    await server.dataSource.query(
      `UPDATE stored_objects SET expires_at = now() - interval '31 minutes' WHERE id = $1`,
      [idIn(unused)],
    );
    const { dataSource, objectStore } = server;
    const unavailableStore = Object.create(objectStore, {
      delete: { value: () => Promise.reject(new Error('away')) },
    }) as typeof objectStore;
    await sweepObjects({ dataSource, objectStore: unavailableStore });
    expect([listStored('public').includes(id), listStored('pending')]).toEqual([true, [idIn(unused)]]);
    await sweepObjects({ dataSource, objectStore });
    expect([listStored('public').includes(id), listStored('pending')]).toEqual([false, []]);
    expect(await dataSource.query('SELECT id FROM stored_objects WHERE id = ANY($1)', [[id, idIn(unused)]])).toEqual(
      [],
    );
  });
});

function stream(size: number): ReadableStream<Uint8Array> {
  const chunk = new Uint8Array(65_536);
  let remaining = size;
  return new ReadableStream({
    pull(controller) {
      if (remaining === 0) return controller.close();
      const next = Math.min(remaining, chunk.length);
      remaining -= next;
      controller.enqueue(chunk.subarray(0, next));
    },
  });
}
