import { createHash, createVerify, type KeyLike } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GcsProxyOptions {
  /** Where the emulator listens; it checks no signature, no expiry and no condition. */
  emulatorPort: number;
  serviceAccount: string;
  publicKey: KeyLike;
}

export interface GcsProxy {
  url: string;
  stop(): Promise<void>;
}

const API = /^\/(storage|upload|download)\//;

/** Stands before the emulator and refuses, as Google does, what its V4 signature does not cover. */
export async function startVerifyingGcsProxy(options: GcsProxyOptions): Promise<GcsProxy> {
  const server = http.createServer((req, res) => void answer(options, req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}

async function answer(options: GcsProxyOptions, req: IncomingMessage, res: ServerResponse): Promise<void> {
  // The server's own calls carry OAuth at Google's; the emulator has none.
  const refusal = API.test(req.url!) ? null : (wrongWith(options, req) ?? (await unmet(options, req)));
  if (refusal) {
    req.resume();
    return void res
      .writeHead(refusal.status, { connection: 'close' })
      .end(`<Error><Code>${refusal.code}</Code></Error>`);
  }
  const headers = { ...req.headers, host: 'storage.googleapis.com' };
  const onward = http.request(
    { port: options.emulatorPort, host: '127.0.0.1', method: req.method, path: req.url, headers },
    (answered) => {
      res.writeHead(answered.statusCode!, answered.headers);
      answered.pipe(res);
    },
  );
  onward.on('error', () => res.destroy());
  res.on('close', () => onward.destroy());
  req.pipe(onward);
}

interface Refusal {
  status: number;
  code: string;
}

function wrongWith({ serviceAccount, publicKey }: GcsProxyOptions, req: IncomingMessage): Refusal | null {
  const { pathname, searchParams } = new URL(req.url!, 'http://x');
  const [algorithm, credential, date, expires, signed, signature] = [
    'Algorithm',
    'Credential',
    'Date',
    'Expires',
    'SignedHeaders',
    'Signature',
  ].map((name) => searchParams.get(`X-Goog-${name}`) ?? '') as [string, string, string, string, string, string];
  const scope = `${date.slice(0, 8)}/auto/storage/goog4_request`;
  if (algorithm !== 'GOOG4-RSA-SHA256' || credential !== `${serviceAccount}/${scope}` || !/^\d{1,6}$/.test(expires))
    return { status: 403, code: 'AccessDenied' };

  const begins = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(begins <= Date.now() + 60_000 && Date.now() < begins + Number(expires) * 1000))
    return { status: 400, code: 'ExpiredToken' };

  const names = signed.split(';');
  const unsigned = Object.keys(req.headers).filter((name) => name.startsWith('x-goog-') && !names.includes(name));
  if (!names.includes('host') || unsigned.length > 0) return { status: 400, code: 'MalformedSecurityHeader' };

  // Google's own host has no port, and the SDK signs none.
  const sent = { ...req.headers, host: req.headers.host!.replace(/:\d+$/, '') };
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Goog-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`);
  const lines = names.map((name) => `${name}:${String(sent[name as 'host'] ?? '').trim()}\n`).join('');
  const canonical = [req.method, pathname, query.sort().join('&'), lines, signed, 'UNSIGNED-PAYLOAD'].join('\n');
  const toSign = [algorithm, date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const isGenuine = createVerify('RSA-SHA256').update(toSign).verify(publicKey, signature, 'hex');
  return isGenuine ? null : { status: 403, code: 'SignatureDoesNotMatch' };
}

/** The conditions that a genuine request brings along. */
async function unmet({ emulatorPort }: GcsProxyOptions, { headers, url }: IncomingMessage): Promise<Refusal | null> {
  const range = /^(\d+),(\d+)$/.exec(String(headers['x-goog-content-length-range']));
  if (range && !(Number(headers['content-length']) <= Number(range[2]))) return { status: 400, code: 'EntityTooLarge' };
  if (headers['x-goog-if-generation-match'] !== '0') return null;
  const [, bucket, name] = /^\/([^/]+)\/([^?]+)/.exec(url!)!;
  const existing = await fetch(
    `http://127.0.0.1:${emulatorPort}/storage/v1/b/${bucket}/o/${encodeURIComponent(name!)}`,
  );
  return existing.status === 200 ? { status: 412, code: 'PreconditionFailed' } : null;
}
