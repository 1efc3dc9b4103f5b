import type { DeliveryResultInput } from '../operations/generated';
import { isPublicAddress } from '@dripline/runtime/public-address';
import { hostOf, webhookUrlError } from '@dripline/runtime/webhook-url';
import { MAX_STORED_RESPONSE_LENGTH } from '@dripline/contract/webhooks';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** A signed event to post. */
export interface SignedEvent {
  url: string;
  eventId: string;
  timestamp: string;
  signature: string;
  body: string;
}

/** The result of posting an event. */
export type PostOutcome = Pick<
  DeliveryResultInput,
  'responseCode' | 'responseBody' | 'reason' | 'retryAfter' | 'durationMs'
>;

/** Resolves a host name. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>;

const CONNECT_MS = 5_000;
const TOTAL_MS = 10_000;
/** Maximum number of bytes that are read of a response. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Thrown when there is no response. */
class NoResponse extends Error {
  constructor(readonly reason: 'dns' | 'address' | 'connect' | 'tls' | 'timeout' | 'url') {
    super(reason);
  }
}

/**
 * Posts a signed event. The host name is resolved once, all its addresses must be public, and the connection uses one
 * of them, so that DNS rebinding cannot redirect it to a private address. Redirects are not followed. Failures of the
 * receiver are returned, not thrown.
 */
export async function postWebhook(
  event: SignedEvent,
  allowPrivate: boolean,
  resolve: ResolveHost = (host) => lookup(host, { all: true, verbatim: true }),
): Promise<PostOutcome> {
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  const timeout = AbortSignal.timeout(TOTAL_MS);
  try {
    if (webhookUrlError(event.url, allowPrivate) !== null) throw new NoResponse('url');
    const url = new URL(event.url);
    const addresses = await publicAddresses(hostOf(url), allowPrivate, resolve);
    const answer = await post(url, addresses, event, timeout);
    return { ...(await read(answer)), durationMs: elapsedMs() };
  } catch (error) {
    return { reason: timeout.aborted ? 'timeout' : (error as NoResponse).reason, durationMs: elapsedMs() };
  }
}

async function publicAddresses(host: string, allowPrivate: boolean, resolve: ResolveHost): Promise<LookupAddress[]> {
  const family = isIP(host);
  const addresses = family === 0 ? await withTimeout(resolve(host)) : [{ address: host, family }];
  if (addresses.length === 0) throw new NoResponse('dns');
  // Reject the host if any address is not public, because no legitimate host mixes them.
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) throw new NoResponse('address');
  return addresses;
}

function withTimeout(resolving: Promise<LookupAddress[]>): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoResponse('timeout')), CONNECT_MS);
    resolving.then(resolve, () => reject(new NoResponse('dns'))).finally(() => clearTimeout(timer));
  });
}

function post(
  url: URL,
  addresses: LookupAddress[],
  { eventId, timestamp, signature, body }: SignedEvent,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
    connection: 'close',
  };
  const pinnedLookup: LookupFunction = (_host, options, callback) =>
    options.all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family);
  const isSecure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    let isConnected = false;
    let isEstablished = false;
    // `agent: false` uses a new connection and ignores proxy settings, because a proxy would resolve the name again.
    const request = (isSecure ? https : http).request(
      url,
      { method: 'POST', headers, lookup: pinnedLookup, agent: false, signal, maxHeaderSize: 16_384 },
      resolve,
    );
    const connectTimer = setTimeout(() => request.destroy(new NoResponse('timeout')), CONNECT_MS);
    request.once('socket', (socket) => {
      socket.once('connect', () => (isConnected = true));
      socket.once(isSecure ? 'secureConnect' : 'connect', () => (clearTimeout(connectTimer), (isEstablished = true)));
    });
    request.once('error', (error) => {
      clearTimeout(connectTimer);
      reject(error instanceof NoResponse ? error : new NoResponse(isConnected && !isEstablished ? 'tls' : 'connect'));
    });
    request.end(body);
  });
}

/** Reads the status and the beginning of the body. */
async function read(
  answer: IncomingMessage,
): Promise<Pick<PostOutcome, 'responseCode' | 'responseBody' | 'retryAfter'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // The status was received before the body was interrupted.
  } finally {
    answer.destroy();
  }
  const retryAfter = secondsOf(answer.headers['retry-after']);
  return {
    responseCode: answer.statusCode!,
    responseBody: printableText(Buffer.concat(chunks)),
    ...(retryAfter === null ? {} : { retryAfter }),
  };
}

/** Decodes the body and removes control characters. */
function printableText(bytes: Buffer): string {
  return (
    bytes
      .subarray(0, MAX_STORED_RESPONSE_LENGTH * 4)
      .toString('utf8')
      // eslint-disable-next-line no-control-regex -- these are the characters to remove
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
      .slice(0, MAX_STORED_RESPONSE_LENGTH)
      .replace(/[\ud800-\udbff]$/, '')
  );
}

const MAX_RETRY_AFTER_S = 24 * 60 * 60;

/** Parses Retry-After, which is a number of seconds or a date. */
function secondsOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), MAX_RETRY_AFTER_S);
}
