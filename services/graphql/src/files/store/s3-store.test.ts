import { type CORSRule, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3';
import { create } from 'content-disposition';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createForward } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { bucketKinds, createBucketStore } from '../../testing/bucket-kinds';
import { BUCKET, type TestBucket } from '../../testing/test-bucket';
import { isStoreReachable } from './is-store-reachable';
import type { ObjectStore } from './object-store';
import { S3Store } from './s3-store';

const upload = { size: 10, mimeType: 'image/png', sendsHeaders: true };
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const servedAs = { contentType: 'image/png', contentDisposition: 'inline' };

describe('URLs of S3', () => {
  const keys = { AWS_REGION: 'eu-central-1', AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };

  it.each([
    [{}, 'https://files.s3.eu-central-1.amazonaws.com'],
    [{ S3_FORCE_PATH_STYLE: true }, 'https://s3.eu-central-1.amazonaws.com/files'],
    [{ AWS_ENDPOINT_URL_S3: 'https://minio.example.com:9000' }, 'https://minio.example.com:9000/files'],
    [
      { AWS_ENDPOINT_URL_S3: 'https://minio.example.com', S3_FORCE_PATH_STYLE: false },
      'https://files.minio.example.com',
    ],
  ])('with %j, upload URLs have the prefix that completing an upload expects', async (env, url) => {
    const store = new S3Store('files', { S3_BUCKET: 'files', ...keys, ...env });
    const id = randomUUID();
    const { uploadURL } = await store.createUpload(id, { expiresAt: inMinutes(15), ...upload });
    expect(uploadURL.split('?')[0]).toBe(`${url}/pending/${id}`);
    expect(store.uploadPrefix + id).toBe(uploadURL.split('?')[0]);
  });

  it('a signed URL has no checksum, which browsers would not send, and no secret', async () => {
    const store = new S3Store('files', { S3_BUCKET: 'files', ...keys });
    const { uploadURL } = await store.createUpload(randomUUID(), { expiresAt: inMinutes(15), ...upload });
    expect(uploadURL).not.toMatch(/checksum|crc|secret/i);
    expect(new URL(uploadURL).searchParams.get('X-Amz-SignedHeaders')).toBe(
      'content-length;content-type;host;if-none-match',
    );
  });
});

const s3 = bucketKinds.find(({ name }) => name === 'S3');

(s3 ? describe : describe.skip)('a bucket in S3', () => {
  let bucket: TestBucket;
  let store: ObjectStore;
  beforeAll(async () => {
    bucket = await s3!.start();
    store = await createBucketStore(bucket);
  });
  afterAll(() => bucket.stop());

  it('a published object has none of the headers that its uploader sent', async () => {
    const id = randomUUID();
    const { uploadURL } = await store.createUpload(id, { ...upload, expiresAt: inMinutes(15), sendsHeaders: false });
    const headers = { 'content-type': 'image/png', 'content-encoding': 'gzip', 'content-language': 'tlh' };
    expect((await fetch(uploadURL, { method: 'PUT', body: 'ten bytes.', headers })).status).toBe(200);
    await (await store.findUploaded(id))!.publish();
    const response = await fetch((await store.createReadUrl(id, servedAs))!.url);
    expect(await response.text()).toBe('ten bytes.');
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('content-language')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('a file name is served unchanged, whatever it contains', async () => {
    const id = randomUUID();
    await store.put(id, Buffer.from('x'));
    for (const name of ['a b+c%20&d=e;f.png', '"quoted" \\.png', '../../etc/passwd', "%0d%0aX-Y: 'z'", '名前.png']) {
      const contentDisposition = create(name, { type: 'attachment' });
      const { url } = (await store.createReadUrl(id, { contentType: 'image/png', contentDisposition }))!;
      expect((await fetch(url)).headers.get('content-disposition')).toBe(contentDisposition);
    }
  });

  it('browsers may upload from the origin in the CORS configuration of the installation guide only', async () => {
    const guide = readFileSync(path.join(__dirname, '../../../../../docs/operate/install.md'), 'utf8');
    const [, json = ''] = /```json\n(\s+\[\s+\{\s+"AllowedOrigins"[^]+?)```/.exec(guide) ?? [];
    const client = new S3Client({
      region: bucket.variables['AWS_REGION'],
      endpoint: bucket.url,
      forcePathStyle: true,
      credentials: {
        accessKeyId: bucket.variables['AWS_ACCESS_KEY_ID']!,
        secretAccessKey: bucket.variables['AWS_SECRET_ACCESS_KEY']!,
      },
    });
    const CORSConfiguration = { CORSRules: JSON.parse(json) as CORSRule[] };
    await client.send(new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration }));
    const { uploadURL, headers } = await store.createUpload(randomUUID(), { ...upload, expiresAt: inMinutes(15) });
    const preflight = (origin: string, method = 'PUT') =>
      fetch(uploadURL, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': ['content-type', ...Object.keys(headers)].join(',').toLowerCase(),
        },
      });
    const allowed = await preflight('https://leads.example.com');
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'https://leads.example.com',
    ]);
    expect((await preflight('https://other.example.com')).status).toBe(403);
    expect((await preflight('https://leads.example.com', 'DELETE')).status).toBe(403);
  });

  it('browsers use the public endpoint and requests use the other one, as with a store behind a port forward', async () => {
    let connections = 0;
    const forward = createForward((socket) => {
      connections++;
      const target = connect(Number(new URL(bucket.url).port), '127.0.0.1');
      socket.pipe(target).pipe(socket);
      for (const end of [socket, target]) end.on('error', () => (socket.destroy(), target.destroy()));
    });
    await new Promise<void>((resolve) => forward.listen(0, '127.0.0.1', resolve));
    const S3_PUBLIC_ENDPOINT = `http://localhost:${(forward.address() as AddressInfo).port}`;
    const other = await createBucketStore({ ...bucket, variables: { ...bucket.variables, S3_PUBLIC_ENDPOINT } });
    const id = randomUUID();

    const { uploadURL } = await other.createUpload(id, { ...upload, expiresAt: inMinutes(15), sendsHeaders: false });
    expect(uploadURL.split('?')[0]).toBe(`${S3_PUBLIC_ENDPOINT}/${BUCKET}/pending/${id}`);
    expect(other.uploadPrefix + id).toBe(uploadURL.split('?')[0]);
    const put = { method: 'PUT', body: 'ten bytes.', headers: { 'content-type': 'image/png' } };
    expect((await fetch(uploadURL.replace(S3_PUBLIC_ENDPOINT, bucket.url), put)).status).toBe(403);
    expect((await fetch(uploadURL, put)).status).toBe(200);
    const uploads = connections;
    expect(uploads).toBeGreaterThan(0);

    await (await other.findUploaded(id))!.publish();
    expect(await text((await other.read(id))!)).toBe('ten bytes.');
    expect(connections).toBe(uploads);

    const { url } = (await other.createReadUrl(id, servedAs))!;
    expect(url.startsWith(`${S3_PUBLIC_ENDPOINT}/${BUCKET}/public/${id}?`)).toBe(true);
    expect(await (await fetch(url, { headers: { connection: 'close' } })).text()).toBe('ten bytes.');
    await new Promise((resolve) => forward.close(resolve));
  });

  it.each([
    ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'wrong' }],
    ['another bucket', { S3_BUCKET: 'missing-bucket' }],
  ])('%s makes the store unavailable, and no object counts as missing', async (_case, more) => {
    const other = await createBucketStore({ ...bucket, variables: { ...bucket.variables, ...more } });
    const unavailable = { extensions: { code: 'UNAVAILABLE' } };
    await expect(other.read(randomUUID())).rejects.toMatchObject(unavailable);
    await expect(other.put(randomUUID(), Buffer.from('x'))).rejects.toMatchObject(unavailable);
    await expect(other.delete(randomUUID())).rejects.toMatchObject(unavailable);
    expect(await isStoreReachable(other)).toBe(false);
    expect(await isStoreReachable(store)).toBe(true);
  });

  it('a store that does not respond is unavailable after ten seconds', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const AWS_ENDPOINT_URL_S3 = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const other = await createBucketStore({ ...bucket, variables: { ...bucket.variables, AWS_ENDPOINT_URL_S3 } });
    const startedAt = Date.now();
    await expect(other.read(randomUUID())).rejects.toMatchObject({ extensions: { code: 'UNAVAILABLE' } });
    expect(Date.now() - startedAt).toBeLessThan(12_000);
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  }, 20_000);
});

/** The role of a service account, as on EKS: a token file, for which the token service returns temporary credentials. */
describe('S3 with the role of a service account', () => {
  let tokenService: Server;
  /** How many minutes the next credentials last. The last number repeats. */
  let lifetimes: number[];
  let tokens: (string | null)[];
  const saved = { ...process.env };

  beforeAll(async () => {
    tokenService = createServer(async (request, response) => {
      tokens.push(new URLSearchParams(await text(request)).get('WebIdentityToken'));
      const [minutes = 0] = lifetimes.length > 1 ? lifetimes.splice(0, 1) : lifetimes;
      response.setHeader('content-type', 'text/xml').end(credentialsXml(inMinutes(minutes)));
    });
    await new Promise<void>((resolve) => tokenService.listen(0, '127.0.0.1', resolve));
    const tokenFile = path.join(mkdtempSync(path.join(tmpdir(), 'dripline-role-')), 'token');
    writeFileSync(tokenFile, 'token of the service account');
    Object.assign(process.env, {
      AWS_ROLE_ARN: 'arn:aws:iam::111122223333:role/dripline',
      AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile,
      AWS_ENDPOINT_URL_STS: `http://127.0.0.1:${(tokenService.address() as AddressInfo).port}`,
    });
  });
  afterAll(async () => {
    process.env = saved;
    tokenService.closeAllConnections();
    await new Promise((resolve) => tokenService.close(resolve));
  });
  beforeEach(() => void (tokens = []));

  const createStore = () => new S3Store('files', { S3_BUCKET: 'files', AWS_REGION: 'eu-central-1' });

  it('the token is exchanged for credentials, and a read URL is cached for half an hour less than they last', async () => {
    lifetimes = [50];
    const [store, id] = [createStore(), randomUUID()];
    const { url, maxAgeSeconds } = await store.createReadUrl(id, servedAs);
    expect(new URL(url).searchParams.get('X-Amz-Security-Token')).toBe('session of the role');
    expect(maxAgeSeconds).toBeLessThanOrEqual(20 * 60);
    expect(await store.createReadUrl(id, servedAs)).toMatchObject({ url });
    expect(tokens).toEqual(['token of the service account']);
  });

  it('credentials that expire before the URLs that they sign are renewed first', async () => {
    lifetimes = [20, 60];
    const store = createStore();
    const { maxAgeSeconds } = await store.createReadUrl(randomUUID(), servedAs);
    expect(maxAgeSeconds).toBeGreaterThan(0);
    await store.createUpload(randomUUID(), { expiresAt: inMinutes(15), ...upload });
    expect(tokens).toHaveLength(2);
  });

  it('credentials that stay short are renewed at most once a minute, and their URLs are not cached', async () => {
    lifetimes = [20];
    const store = createStore();
    for (let count = 0; count < 3; count++)
      expect((await store.createReadUrl(randomUUID(), servedAs)).maxAgeSeconds).toBe(0);
    expect(tokens).toHaveLength(2);
  });
});

function credentialsXml(expiration: Date) {
  return `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
    <AssumedRoleUser><Arn>arn:aws:sts::111122223333:assumed-role/dripline/x</Arn><AssumedRoleId>x:x</AssumedRoleId></AssumedRoleUser>
    <Credentials><AccessKeyId>ASIAEXAMPLE</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>
    <SessionToken>session of the role</SessionToken><Expiration>${expiration.toISOString()}</Expiration></Credentials>
    </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;
}
