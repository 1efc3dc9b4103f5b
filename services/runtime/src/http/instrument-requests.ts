import type { IncomingMessage, ServerResponse } from 'node:http';
import { Histogram } from 'prom-client';
import { metrics } from './health-server';
import { REQUEST_ID_HEADER, withRequestId } from './request-ids';
import { traceRequest } from '../tracing';

const duration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Duration of HTTP requests, by route, method and status.',
  labelNames: ['route', 'method', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [metrics],
});

/** The properties that Express adds to a request after routing. */
type Routed = IncomingMessage & { baseUrl?: string; route?: { path?: unknown } };

/**
 * Express middleware that must come first: assigns the request id, starts the trace, and measures the duration by route
 * pattern.
 */
export function instrumentRequests(req: Routed, res: ServerResponse, next: () => void): void {
  const end = duration.startTimer();
  res.once('close', () => {
    // How long a stream was open says nothing about the server.
    if (String(res.getHeader('content-type')).startsWith('text/event-stream')) return;
    end({
      route: routeOf(req),
      method: req.method ?? '',
      status: res.writableFinished ? String(res.statusCode) : 'aborted',
    });
  });
  withRequestId(req.headers[REQUEST_ID_HEADER], (id) => {
    res.setHeader('X-Request-Id', id);
    traceRequest(req, res, () => routeOf(req), next);
  });
}

function routeOf({ baseUrl = '', route }: Routed): string {
  const path = typeof route?.path === 'string' ? route.path : Array.isArray(route?.path) ? String(route.path[0]) : '';
  return `${baseUrl.toLowerCase()}${path}` || 'none';
}
