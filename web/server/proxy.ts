import { requestIdHeader } from '@dripline/runtime/http/request-ids';
import { traceCarrier } from '@dripline/runtime/tracing';
import { Agent, type IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { forwardedHeaders } from './forwarded-headers';

const RETRY_SECONDS = 2;
const RESPONSE_TIMEOUT_MS = 30_000;
/**
 * Less than the 65 s after which the services close idle connections, because a request on a closing connection is
 * lost.
 */
const IDLE_MS = 30_000;

/**
 * Proxies requests under the given path prefixes to another service, streaming in both directions. It responds with a
 * JSON error when the service is down or does not respond within `timeoutMs`.
 */
export function proxyTo(prefixes: string[], target: string, timeoutMs = RESPONSE_TIMEOUT_MS): RequestHandler {
  const matches = (path: string) => prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  return createProxyMiddleware({
    target,
    agent: target.startsWith('http:') ? new Agent({ keepAlive: true, timeout: IDLE_MS }) : undefined,
    pathFilter: (path) => matches(path.toLowerCase().replace(/\?.*/, '')),
    proxyTimeout: timeoutMs,
    // The default plugins would respond to errors in plain text.
    ejectPlugins: true,
    plugins: [proxyPlugin],
  });
}

const proxyPlugin: Plugin<IncomingMessage, ServerResponse> = (proxy) => {
  proxy.on('proxyReq', (outgoing, incoming) => {
    for (const [name, value] of Object.entries({
      ...forwardedHeaders(incoming),
      ...requestIdHeader(),
      ...traceCarrier(),
    }))
      outgoing.setHeader(name, value);
  });
  // Without this, the client would wait for the rest when the service fails mid-response.
  proxy.on('proxyRes', (upstreamResponse, _incoming, response) =>
    upstreamResponse.on('close', () => response.writableEnded || response.destroy()),
  );
  proxy.on('error', (_error, _incoming, response) => {
    if (!(response instanceof ServerResponse) || response.headersSent) return void response.destroy();
    response.writeHead(503, {
      'content-type': 'application/json; charset=utf-8',
      'retry-after': String(RETRY_SECONDS),
    });
    response.end(
      JSON.stringify({ message: 'The service is not reachable right now. Please try again.', code: 'UNAVAILABLE' }),
    );
  });
};
