import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readBuiltAssets } from './built-assets';
import { startWeb } from './testing/start-web';

const settings = { PRODUCT_NAME: 'Fish & Chips', DEFAULT_PHONE_COUNTRY: 'GB' };
let folder: string;
let web: Awaited<ReturnType<typeof startWeb>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'web-'));
  for (const sub of ['assets', '.vite']) mkdirSync(join(folder, sub));
  writeFileSync(
    join(folder, 'index.html'),
    '<title>{{productName}}</title><link rel="icon" href="/favicon.svg"><meta content="{{phoneCountry}}"><meta nonce="{{styleNonce}}">',
  );
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'assets/app-1.js'), 'app()');
  writeFileSync(join(folder, 'assets/app-1.js.br'), brotliCompressSync('app()'));
  writeFileSync(join(folder, 'assets/app-1.js.gz'), gzipSync('app()'));
  writeFileSync(join(folder, 'assets/landing-1.css'), 'body{}');
  const manifest = {
    'src/landing/script/enhance.ts': {
      file: 'assets/landing-1.js',
      css: ['assets/landing-1.css'],
      imports: ['_shared'],
    },
    _shared: { file: 'assets/shared-1.js' },
  };
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  web = await startWeb({}, readBuiltAssets(settings, folder));
});
afterAll(async () => {
  await web.stop();
  rmSync(folder, { recursive: true });
});

const get = (path: string, accept = 'text/html', method = 'GET') =>
  fetch(web.url + path, { method, headers: { accept } });

/** Sends a request without the changes that `fetch` makes to conditional requests. */
async function getRaw(path: string, headers: Record<string, string>) {
  const [response] = (await once(
    request(web.url + path, { headers: { accept: 'text/html', ...headers } }).end(),
    'response',
  )) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

test('a screen’s URL returns the app with its settings and without caching', async () => {
  const response = await get('/client/login');
  expect([response.status, response.headers.get('cache-control'), await response.text()]).toEqual([
    200,
    'private, no-cache',
    expect.stringContaining('<title>Fish &#38; Chips</title><link rel="icon" href="/favicon.svg"><meta content="GB">'),
  ]);
});

test.each(['/client/login?next=%2Fclient%2Fdashboard%2F1', '/client/dashboard/1', '/CLIENT/Dashboard/1/campaign/2'])(
  'the page of the client’s screen %s names no product, because of white label',
  async (path) => {
    const html = await (await get(path)).text();
    expect(html).toContain('<title>Dashboard</title><link rel="icon" href="data:,"><meta content="GB">');
    expect(html).not.toMatch(/Fish|favicon/);
  },
);

test('each page has a new nonce for styles, which its policy allows, and can never be answered with a 304', async () => {
  const read = async () => {
    const { status, headers, body } = await getRaw('/client/login', {
      'if-none-match': '*',
      'if-modified-since': new Date().toUTCString(),
    });
    const nonce = /<meta nonce="([\w+/=]{24})">/.exec(body)?.[1];
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('etag');
    expect(headers).not.toHaveProperty('last-modified');
    expect(String(headers['content-security-policy']).split('; ')).toContain(`style-src 'self' 'nonce-${nonce}'`);
    return nonce;
  };
  expect(new Set([await read(), await read(), await read()]).size).toBe(3);
});

test('the policy allows media only from this site and sites with https', async () => {
  const rules = async (variables: Record<string, string>) => {
    const server = await startWeb(variables, readBuiltAssets(settings, folder));
    const { headers } = await fetch(server.url);
    await server.stop();
    return headers.get('content-security-policy')!.split('; ');
  };
  const media = ["img-src 'self' data: https:", "media-src 'self' https:"];
  expect(await rules({})).toEqual(expect.arrayContaining([...media, 'upgrade-insecure-requests']));
  const local = await rules({ PUBLIC_URL: 'http://localhost:8080' });
  expect(local).toEqual(expect.arrayContaining(media));
  expect(local).not.toContain('upgrade-insecure-requests');
  expect(await rules({ PUBLIC_URL: 'http://localhost:8080', GCS_API_ENDPOINT: 'http://localhost:4443' })).toEqual(
    expect.arrayContaining(media.map((rule) => `${rule} http://localhost:4443`)),
  );
});

test('the policy allows uploads to the bucket only', async () => {
  const rule = async (variables: Record<string, string>) => {
    const server = await startWeb(variables, readBuiltAssets(settings, folder));
    const { headers } = await fetch(server.url);
    await server.stop();
    return /connect-src ([^;]*)/.exec(headers.get('content-security-policy')!)![1];
  };
  const s3 = { S3_BUCKET: 'files', AWS_REGION: 'eu-central-1' };
  expect(await rule({})).toBe("'self' https://storage.googleapis.com");
  expect(await rule({ GCS_API_ENDPOINT: 'http://localhost:4443' })).toBe("'self' http://localhost:4443");
  expect(await rule(s3)).toBe("'self' https://files.s3.eu-central-1.amazonaws.com");
  expect(await rule({ ...s3, AWS_ENDPOINT_URL_S3: 'https://minio.example.com:9000' })).toBe(
    "'self' https://minio.example.com:9000",
  );
  const endpoints = { AWS_ENDPOINT_URL_S3: 'http://object-store:4443', S3_PUBLIC_ENDPOINT: 'http://localhost:4443' };
  expect(await rule({ ...s3, ...endpoints })).toBe("'self' http://localhost:4443");
});

test.each(['*/*', 'application/json'])('the start page is also returned for Accept: %s', async (accept) => {
  expect((await get('/', accept)).status).toBe(200);
});

test('built files are cached for a year and other files are revalidated', async () => {
  expect((await get('/assets/app-1.js', '*/*')).headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  );
  expect((await get('/favicon.svg', '*/*')).headers.get('cache-control')).toBe('public, max-age=0');
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
])('a built file is sent as the build compressed it for Accept-Encoding: %s', async (accepted, encoding) => {
  const response = await fetch(`${web.url}/assets/app-1.js`, { headers: { 'accept-encoding': accepted } });
  expect([response.headers.get('content-encoding'), response.headers.get('vary'), await response.text()]).toEqual([
    encoding,
    'Accept-Encoding',
    'app()',
  ]);
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript; charset=utf-8$/i);
});

test.each([
  ['/assets/gone.js', '*/*', 'GET'],
  // Operational endpoints have their own port.
  ['/healthz', '*/*', 'GET'],
  ['/readyz', '*/*', 'GET'],
  ['/metrics', '*/*', 'GET'],
  ['/assets/gone.js', 'text/html', 'GET'],
  ['/client/login', 'application/json', 'GET'],
  ['/client/login', 'text/html', 'POST'],
  ['/.vite/manifest.json', '*/*', 'GET'],
])('%s with Accept: %s and method %s returns 404', async (path, accept, method) => {
  expect((await get(path, accept, method)).status).toBe(404);
});

test('the landing page inlines its styles and lists its script with all imports', async () => {
  expect(readBuiltAssets(settings, folder).landing).toEqual({
    styles: 'body{}',
    script: '/assets/landing-1.js',
    imports: ['/assets/shared-1.js'],
  });
});
