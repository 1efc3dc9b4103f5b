import type { DeliveryOutcomeInput } from './operations/generated';
import { isPublicAddress } from '@dripline/runtime/public-address';
import { hostOf, whyNotWebhookUrl } from '@dripline/runtime/webhook-url';
import { KEPT_ANSWER_LENGTH } from '@dripline/contract/webhooks';
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

/** What is posted. */
export interface SignedEvent {
  url: string;
  eventId: string;
  timestamp: string;
  signature: string;
  body: string;
}

/** What came of it. */
export type PostOutcome = Pick<
  DeliveryOutcomeInput,
  'responseCode' | 'responseBody' | 'reason' | 'retryAfter' | 'durationMs'
>;

/** Finds a host's addresses. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

const CONNECT_MS = 5_000;
const TOTAL_MS = 10_000;
/** A receiver that says more is cut short. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** Why nothing came back. */
class NoAnswer extends Error {
  constructor(readonly reason: 'dns' | 'address' | 'connect' | 'tls' | 'timeout' | 'url') {
    super(reason);
  }
}

/**
 * Posts a signed event. A name is resolved once: each of its addresses must be one of the internet's, and the connection goes to one of those very
 * addresses, so that a name that answers differently a moment later leads nowhere else. Redirects are not followed. Never throws for the receiver's sake.
 */
export async function postWebhook(
  event: SignedEvent,
  allowPrivate: boolean,
  resolve: Resolve = (host) => lookup(host, { all: true, verbatim: true }),
): Promise<PostOutcome> {
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  const late = AbortSignal.timeout(TOTAL_MS);
  try {
    if (whyNotWebhookUrl(event.url, allowPrivate) !== null) throw new NoAnswer('url');
    const url = new URL(event.url);
    const addresses = await judgedAddresses(hostOf(url), allowPrivate, resolve);
    const answer = await post(url, addresses, event, late);
    return { ...(await read(answer)), durationMs: took() };
  } catch (error) {
    return { reason: late.aborted ? 'timeout' : (error as NoAnswer).reason, durationMs: took() };
  }
}

async function judgedAddresses(host: string, allowPrivate: boolean, resolve: Resolve): Promise<LookupAddress[]> {
  const family = isIP(host);
  const addresses = family === 0 ? await inTime(resolve(host)) : [{ address: host, family }];
  if (addresses.length === 0) throw new NoAnswer('dns');
  // One that is not of the internet spoils the rest: nobody honest mixes them.
  if (!allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) throw new NoAnswer('address');
  return addresses;
}

function inTime(resolving: Promise<LookupAddress[]>): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer('timeout')), CONNECT_MS);
    resolving.then(resolve, () => reject(new NoAnswer('dns'))).finally(() => clearTimeout(timer));
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
  const pinned: LookupFunction = (_host, options, tell) =>
    options.all ? tell(null, addresses) : tell(null, addresses[0]!.address, addresses[0]!.family);
  const isSecure = url.protocol === 'https:';
  return new Promise((resolve, reject) => {
    let isConnected = false;
    let isReady = false;
    // `agent: false`: a connection of its own, and no proxy of the environment, which would resolve the name again.
    const asking = (isSecure ? https : http).request(
      url,
      { method: 'POST', headers, lookup: pinned, agent: false, signal, maxHeaderSize: 16_384 },
      resolve,
    );
    const slow = setTimeout(() => asking.destroy(new NoAnswer('timeout')), CONNECT_MS);
    asking.once('socket', (socket) => {
      socket.once('connect', () => (isConnected = true));
      socket.once(isSecure ? 'secureConnect' : 'connect', () => (clearTimeout(slow), (isReady = true)));
    });
    asking.once('error', (error) => {
      clearTimeout(slow);
      reject(error instanceof NoAnswer ? error : new NoAnswer(isConnected && !isReady ? 'tls' : 'connect'));
    });
    asking.end(body);
  });
}

/** Its status, and how it began to answer. */
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
    // It said how it went before it broke off.
  } finally {
    answer.destroy();
  }
  const retryAfter = secondsOf(answer.headers['retry-after']);
  return {
    responseCode: answer.statusCode!,
    responseBody: plain(Buffer.concat(chunks)),
    ...(retryAfter === null ? {} : { retryAfter }),
  };
}

/** Without what no text holds. */
function plain(bytes: Buffer): string {
  return (
    bytes
      .subarray(0, KEPT_ANSWER_LENGTH * 4)
      .toString('utf8')
      // eslint-disable-next-line no-control-regex -- these are what is left out
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
      .slice(0, KEPT_ANSWER_LENGTH)
      .replace(/[\ud800-\udbff]$/, '')
  );
}

const LONGEST_S = 24 * 60 * 60;

/** A number of seconds or a date. */
function secondsOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), LONGEST_S);
}
