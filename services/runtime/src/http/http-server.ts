import http from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

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
  /** Receiving the rest of a request that is already answered. */
  answeredMs: number;
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
  // Enough for the client to read the response, which a closed connection could lose.
  answeredMs: 2_000,
};

const TOO_SLOW = JSON.stringify({
  message: 'The request took too long to arrive. Please try again.',
  code: 'BAD_USER_INPUT',
});

/**
 * Maximum size of a request's headers, in bytes. Larger ones are answered with 431. Each service accepts what the
 * services in front of it accept and add.
 */
export const maxHeaderBytes = { web: 16_384, facade: 24_576, graphql: 32_768 };

/** Options of `createHttpServer`. */
export interface HttpServerOptions {
  timeouts?: HttpTimeouts;
  maxHeaderBytes?: number;
}

/** Requests that may wait on one connection. Browsers and proxies send the next request after the response. */
const MAX_WAITING = 100;

/**
 * Creates an HTTP server that answers 408 and closes the connection when a request exceeds a timeout. It also closes a
 * connection whose client does not read its responses, or sends many requests without waiting for them.
 */
export function createHttpServer(
  listener?: http.RequestListener,
  { timeouts = httpTimeouts, maxHeaderBytes: maxHeaderSize = maxHeaderBytes.web }: HttpServerOptions = {},
): http.Server {
  const { headersMs, bodyMs, uploadMs, stallMs, writeMs, idleMs, answeredMs } = timeouts;
  const server = http.createServer({
    maxHeaderSize,
    headersTimeout: headersMs,
    requestTimeout: Math.max(headersMs, bodyMs, uploadMs),
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(headersMs / 2, 5_000),
  });
  // Applies while neither side sends anything, except between requests.
  server.timeout = writeMs;
  const responses = new WeakMap<Socket, Set<http.ServerResponse>>();
  server.on('request', (req, res) => {
    const { socket } = req;
    const inFlight = responses.get(socket) ?? new Set();
    responses.set(socket, inFlight.add(res));
    if (inFlight.size > MAX_WAITING) return void socket.destroy();
    res.once('close', () => inFlight.delete(res));
    if (!hasBody(req)) return;
    res.once('finish', () => {
      if (!req.complete) setTimeout(() => req.complete || socket.destroy(), answeredMs).unref();
    });
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
  const malformed = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // More data of a request that was answered below.
    if (malformed.has(socket)) return;
    malformed.add(socket);
    const [response] = responses.get(socket as Socket) ?? [];
    if (!socket.writable || response?.headersSent) return void socket.destroy();
    // Node's own handler closes the connection at once, so that a client that is still sending loses the response.
    socket.end(errorResponse(error.code));
    setTimeout(() => socket.destroy(), answeredMs).unref();
  });
  if (listener) server.on('request', (req, res) => void (req.socket.destroyed || listener(req, res)));
  return server;
}

const hasBody = ({ headers }: http.IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
const isUpload = ({ method, url = '' }: http.IncomingMessage) => method === 'PUT' && /^\/objects\/upload\//i.test(url);

/** Returns the response to a request whose headers are too large, too slow or malformed. */
function errorResponse(code: string | undefined): string {
  const [status, message] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The request headers are too large. Delete the cookies of this site.']
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long to arrive. Please try again.']
        : ['400 Bad Request', 'The request is not valid HTTP.'];
  const body = JSON.stringify({ message, code: 'BAD_USER_INPUT' });
  const headers = `Connection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}`;
  return `HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`;
}

function answerTimeout(req: http.IncomingMessage, res: http.ServerResponse): void {
  if (res.headersSent) return void res.destroy();
  for (const name of res.getHeaderNames()) if (name.startsWith('content-')) res.removeHeader(name);
  res.writeHead(408, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
  // Destroying the request tells a consumer of the body that no more data will arrive.
  res.end(TOO_SLOW, () => void req.destroy());
}
