import type http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** How long what was sent before the word got round may still be on its way here. */
const SETTLE_MS = 500;

/**
 * Ends a server so that no request is lost: for a moment it still takes what comes, telling each connection to close, then finishes what is under way.
 * Node's own `close` ends kept connections at once, with whatever was just sent over them.
 */
export async function drain(
  server: http.Server,
  close: () => Promise<unknown> = () => new Promise((resolve) => server.close(resolve)),
): Promise<void> {
  server.prependListener(
    'request',
    (_req: http.IncomingMessage, res: http.ServerResponse) => void res.setHeader('Connection', 'close'),
  );
  await delay(SETTLE_MS);
  await close();
}
