import type http from 'node:http';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { createHttpServer } from './http-server';

/** The Prometheus metrics of this process. */
export const metrics = new Registry();

/** The paths that the operations server answers. */
const opsPaths = ['/healthz', '/readyz', '/metrics'] as const;

/** The dependencies of a service by name, and whether each is available. */
export interface Readiness {
  /** The service is not ready unless all of these are available. */
  required: Record<string, boolean>;
  /** The service stays ready, but degraded, without these. */
  degraded?: Record<string, boolean>;
}

/**
 * Starts the operations server, which is not exposed publicly: `/healthz` answers while the process runs, `/readyz`
 * returns 503 with the missing dependencies, and `/metrics` serves Prometheus.
 *
 * @param moreMetrics returns metrics in Prometheus' text format that are not in the registry
 */
export function startOpsServer(
  address: { port: number; host: string },
  readiness: () => Readiness | Promise<Readiness>,
  moreMetrics: () => Promise<string> = () => Promise.resolve(''),
): http.Server {
  collectDefaultMetrics({ register: metrics });
  new Gauge({
    name: 'dripline_ready',
    help: '1 while a dependency is available to this process, else 0.',
    labelNames: ['dependency'],
    registers: [metrics],
    async collect() {
      const { required, degraded } = await readiness();
      for (const [dependency, isAvailable] of Object.entries({ ...required, ...degraded }))
        this.set({ dependency }, isAvailable ? 1 : 0);
    },
  });
  const pages: Record<(typeof opsPaths)[number], () => Promise<[status: number, type: string, body: string]>> = {
    '/healthz': async () => [200, 'application/json', JSON.stringify({ status: 'ok' })],
    '/readyz': async () => {
      const { required, degraded } = await readiness();
      return [
        Object.values(required).every(Boolean) ? 200 : 503,
        'application/json',
        JSON.stringify({ ...required, ...degraded }),
      ];
    },
    '/metrics': async () => [200, metrics.contentType, (await metrics.metrics()) + (await moreMetrics())],
  };
  const answer: http.RequestListener = async (req, res) => {
    const path = opsPaths.find((name) => name === req.url);
    const page = req.method === 'GET' && path ? pages[path] : undefined;
    const [status, type, body] = page ? await page().catch(internalError) : [404, 'text/plain', 'Not found\n'];
    res.writeHead(status, { 'content-type': type }).end(body);
  };
  const server = createHttpServer((req, res) => void answer(req, res));
  server.once('error', ({ code }: NodeJS.ErrnoException) => {
    process.stderr.write(`OPS_PORT: cannot listen on port ${address.port} (${code})\n`);
    process.exit(1);
  });
  return server.listen(address);
}

const internalError = (): [number, string, string] => [500, 'text/plain', 'Something went wrong\n'];
