import http from 'node:http';

/** How long, in milliseconds, whoever asks may take over each part of a request. */
export interface Patience {
  /** Its headers, from the first byte of the connection. */
  headersMs: number;
  /** A body of JSON or of a form, which has a megabyte or two at most. */
  bodyMs: number;
  /** An upload as a whole. */
  uploadMs: number;
  /** An upload of which nothing more arrives. */
  stallMs: number;
  /** The pause before the next request on the same connection. */
  idleMs: number;
}

export const patience: Patience = {
  headersMs: 15_000,
  bodyMs: 30_000,
  // As long as an upload's address is good: 120 MB on a line of 1.1 Mbit/s.
  uploadMs: 15 * 60_000,
  // Less than the 30 s after which the door before takes the part behind for dead.
  stallMs: 25_000,
  // Longer than those before it keep an idle connection, so that none sends a request on one that is just closing.
  idleMs: 65_000,
};

const TOO_SLOW = JSON.stringify({ message: 'The request took too long to arrive', code: 'BAD_USER_INPUT' });

/** The one way to make a server: it answers 408 to whoever takes longer than this, and hangs up. */
export function httpServer(
  listener?: http.RequestListener,
  { headersMs, bodyMs, uploadMs, stallMs, idleMs }: Patience = patience,
): http.Server {
  const server = http.createServer({
    headersTimeout: headersMs,
    requestTimeout: Math.max(headersMs, bodyMs, uploadMs),
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(headersMs / 2, 5_000),
  });
  server.on('request', (req, res) => {
    if (!hasBody(req)) return;
    const isLong = isUpload(req);
    const cut = () => void (req.complete || hangUp(req, res));
    const timer = setTimeout(cut, isLong ? uploadMs : bodyMs).unref();
    if (isLong) req.setTimeout(stallMs, cut);
    const arrived = () => {
      clearTimeout(timer);
      if (isLong) req.setTimeout(0);
    };
    req.once('end', arrived);
    res.once('close', () => clearTimeout(timer));
  });
  if (listener) server.on('request', listener);
  return server;
}

const hasBody = ({ headers }: http.IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
const isUpload = ({ method, url = '' }: http.IncomingMessage) => method === 'PUT' && /^\/objects\/upload\//i.test(url);

function hangUp(req: http.IncomingMessage, res: http.ServerResponse): void {
  if (res.headersSent) return void res.destroy();
  for (const name of res.getHeaderNames()) if (name.startsWith('content-')) res.removeHeader(name);
  res.writeHead(408, { 'content-type': 'application/json; charset=utf-8', connection: 'close' });
  // Whoever passes the body on learns that no more of it comes.
  res.end(TOO_SLOW, () => void req.destroy());
}
