import type http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** How long requests may still arrive from load balancers that have not yet deregistered this process. */
const DRAIN_MS = 500;

/**
 * Stops a server without losing requests: it keeps accepting requests for a moment, asks each connection to close, and
 * then finishes the requests in flight. Node's `close` alone would drop requests that were just sent over kept-alive
 * connections.
 */
export async function drainServer(
  server: http.Server,
  close: () => Promise<unknown> = () => new Promise((resolve) => server.close(resolve)),
): Promise<void> {
  server.prependListener(
    'request',
    (_req: http.IncomingMessage, res: http.ServerResponse) => void res.setHeader('Connection', 'close'),
  );
  await delay(DRAIN_MS);
  await close();
}
