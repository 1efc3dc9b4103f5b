import type http from 'node:http';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { httpServer } from './http-server';

/** What this process counts, for Prometheus. */
export const metrics = new Registry();

/** What is there to be asked. */
export const opsPaths = ['/healthz', '/readyz', '/metrics'] as const;

/** What a service leans on, by name, and whether it is there. */
export interface Readiness {
  /** Without any one of these it cannot serve. */
  needs: Record<string, boolean>;
  /** It can serve without these for a while, so that nothing is turned away. */
  misses?: Record<string, boolean>;
}

/**
 * The operators' own port, which nothing routes to from outside: `/healthz` answers while the process lives, `/readyz` tells what is missing (503),
 * `/metrics` is what Prometheus reads.
 */
export function serveOps(
  at: { port: number; host: string },
  readiness: () => Readiness | Promise<Readiness>,
): http.Server {
  collectDefaultMetrics({ register: metrics });
  const pages: Record<(typeof opsPaths)[number], () => Promise<[status: number, type: string, body: string]>> = {
    '/healthz': async () => [200, 'application/json', JSON.stringify({ status: 'ok' })],
    '/readyz': async () => {
      const { needs, misses } = await readiness();
      return [
        Object.values(needs).every(Boolean) ? 200 : 503,
        'application/json',
        JSON.stringify({ ...needs, ...misses }),
      ];
    },
    '/metrics': async () => [200, metrics.contentType, await metrics.metrics()],
  };
  const answer: http.RequestListener = async (req, res) => {
    const path = opsPaths.find((each) => each === req.url);
    const page = req.method === 'GET' && path ? pages[path] : undefined;
    const [status, type, body] = page ? await page().catch(failed) : [404, 'text/plain', 'Not found\n'];
    res.writeHead(status, { 'content-type': type }).end(body);
  };
  const server = httpServer((req, res) => void answer(req, res));
  server.once('error', ({ code }: NodeJS.ErrnoException) => {
    process.stderr.write(`OPS_PORT: ${at.port} cannot be listened on (${code})\n`);
    process.exit(1);
  });
  return server.listen(at);
}

const failed = (): [number, string, string] => [500, 'text/plain', 'Something went wrong\n'];
