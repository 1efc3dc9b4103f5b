import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
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
