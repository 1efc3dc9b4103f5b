import http from 'node:http';
import type { Socket } from 'node:net';

/** Timeouts of a server for receiving each part of a request, in milliseconds. */
export interface HttpTimeouts {
  /** Receiving the headers. */
  headersMs: number;
  /** Receiving a body of JSON or form data, which is at most a few megabytes. */
  bodyMs: number;
  /** Receiving a whole upload. */
  uploadMs: number;
  /** Waiting for the next bytes of an upload. */
  stallMs: number;
  /** Waiting for a client to read the response. */
  writeMs: number;
  /** Waiting for the next request on a kept-alive connection. */
  idleMs: number;
}

/** The timeouts that all services use. */
export const httpTimeouts: HttpTimeouts = {
  headersMs: 15_000,
  bodyMs: 30_000,
  // The lifetime of a signed upload URL: enough for 120 MB at 1.1 Mbit/s.
  uploadMs: 15 * 60_000,
  // Less than the 30 s after which the proxy in front considers this server dead.
  stallMs: 25_000,
  // Longer than any response takes to start.
  writeMs: 45_000,
  // Longer than proxies keep idle connections, so that none sends a request on a connection that is about to close.
  idleMs: 65_000,
};

const TOO_SLOW = JSON.stringify({
  message: 'The request took too long to arrive. Please try again.',
  code: 'BAD_USER_INPUT',
});

/** Requests that may wait on one connection. Browsers and proxies send the next request after the response. */
const MAX_WAITING = 100;

/**
 * Creates an HTTP server that answers 408 and closes the connection when a request exceeds a timeout. It also closes a
 * connection whose client does not read its responses, or sends many requests without waiting for them.
 */
export function createHttpServer(
  listener?: http.RequestListener,
  { headersMs, bodyMs, uploadMs, stallMs, writeMs, idleMs }: HttpTimeouts = httpTimeouts,
): http.Server {
  const server = http.createServer({
    headersTimeout: headersMs,
    requestTimeout: Math.max(headersMs, bodyMs, uploadMs),
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(headersMs / 2, 5_000),
  });
  // Applies while neither side sends anything, except between requests.
  server.timeout = writeMs;
  const waiting = new WeakMap<Socket, number>();
  const count = (socket: Socket, change: number) => {
    const requests = (waiting.get(socket) ?? 0) + change;
    waiting.set(socket, requests);
    return requests;
  };
  server.on('request', (req, res) => {
    const { socket } = req;
    if (count(socket, 1) > MAX_WAITING) return void socket.destroy();
    res.once('close', () => count(socket, -1));
    if (!hasBody(req)) return;
    const isLarge = isUpload(req);
    const abort = () => void (req.complete || answerTimeout(req, res));
    const timer = setTimeout(abort, isLarge ? uploadMs : bodyMs).unref();
    if (isLarge) req.setTimeout(stallMs, abort);
    const onReceived = () => {
      clearTimeout(timer);
      if (isLarge) req.setTimeout(writeMs);
    };
    req.once('end', onReceived);
    res.once('close', () => clearTimeout(timer));
  });
  if (listener) server.on('request', (req, res) => void (req.socket.destroyed || listener(req, res)));
  return server;
}

const hasBody = ({ headers }: http.IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
const isUpload = ({ method, url = '' }: http.IncomingMessage) => method === 'PUT' && /^\/objects\/upload\//i.test(url);

function answerTimeout(req: http.IncomingMessage, res: http.ServerResponse): void {
  if (res.headersSent) return void res.destroy();
  for (const name of res.getHeaderNames()) if (name.startsWith('content-')) res.removeHeader(name);
  res.writeHead(408, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
  // Destroying the request tells a consumer of the body that no more data will arrive.
  res.end(TOO_SLOW, () => void req.destroy());
}
