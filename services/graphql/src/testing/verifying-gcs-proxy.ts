import { createHash, createVerify, type KeyLike } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Options of `startVerifyingGcsProxy`. */
export interface GcsProxyOptions {
  /** The emulator's port. The emulator itself checks no signature, expiry or precondition. */
  emulatorPort: number;
  serviceAccount: string;
  publicKey: KeyLike;
}

/** A running proxy. */
export interface GcsProxy {
  url: string;
  stop(): Promise<void>;
}

const API = /^\/(storage|upload|download)\//;

/**
 * Starts a proxy in front of the emulator that rejects requests that do not match their V4 signature, as Google does.
 */
export async function startVerifyingGcsProxy(options: GcsProxyOptions): Promise<GcsProxy> {
  // Longer than a test on a busy machine, so that no request is sent on a connection that is just being closed.
  const server = http.createServer({ keepAliveTimeout: 60_000 }, (req, res) => void answer(options, req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  };
}

async function answer(options: GcsProxyOptions, req: IncomingMessage, res: ServerResponse): Promise<void> {
  // The server's own API calls use OAuth at Google. The emulator has no authentication, so they pass.
  const error = API.test(req.url!) ? null : (signatureError(options, req) ?? (await preconditionError(options, req)));
  if (error) {
    req.resume();
    return void res.writeHead(error.status, { connection: 'close' }).end(`<Error><Code>${error.code}</Code></Error>`);
  }
  const headers = { ...req.headers, host: 'storage.googleapis.com' };
  const upstream = http.request(
    { port: options.emulatorPort, host: '127.0.0.1', method: req.method, path: req.url, headers },
    (response) => {
      res.writeHead(response.statusCode!, { ...response.headers, ...requestedHeaders(req) });
      response.pipe(res);
    },
  );
  upstream.on('error', () => res.destroy());
  res.on('close', () => upstream.destroy());
  req.pipe(upstream);
}

/** Returns the response headers that a signed URL asks for, which the emulator ignores. */
function requestedHeaders({ url, method }: IncomingMessage): Record<string, string> {
  if (method !== 'GET') return {};
  const names = ['content-type', 'content-disposition'];
  const { searchParams } = new URL(url!, 'http://x');
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = searchParams.get(`response-${name}`);
      return value === null ? [] : [[name, value]];
    }),
  );
}

interface ErrorResponse {
  status: number;
  code: string;
}

function signatureError({ serviceAccount, publicKey }: GcsProxyOptions, req: IncomingMessage): ErrorResponse | null {
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

  const signedAt = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(signedAt <= Date.now() + 60_000 && Date.now() < signedAt + Number(expires) * 1000))
    return { status: 400, code: 'ExpiredToken' };

  const names = signed.split(';');
  const unsigned = Object.keys(req.headers).filter((name) => name.startsWith('x-goog-') && !names.includes(name));
  if (!names.includes('host') || unsigned.length > 0) return { status: 400, code: 'MalformedSecurityHeader' };

  // Google's host has no port, so the SDK signs the host without one.
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

/** Checks the preconditions that a validly signed request carries. */
async function preconditionError(
  { emulatorPort }: GcsProxyOptions,
  { headers, url }: IncomingMessage,
): Promise<ErrorResponse | null> {
  const range = /^(\d+),(\d+)$/.exec(String(headers['x-goog-content-length-range']));
  if (range && !(Number(headers['content-length']) <= Number(range[2]))) return { status: 400, code: 'EntityTooLarge' };
  if (headers['x-goog-if-generation-match'] !== '0') return null;
  const [, bucket, name] = /^\/([^/]+)\/([^?]+)/.exec(url!)!;
  const existing = await fetch(
    `http://127.0.0.1:${emulatorPort}/storage/v1/b/${bucket}/o/${encodeURIComponent(name!)}`,
  );
  return existing.status === 200 ? { status: 412, code: 'PreconditionFailed' } : null;
}
