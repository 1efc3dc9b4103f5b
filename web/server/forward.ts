import { requestIdHeader } from '@dripline/runtime/request-ids';
import { traceCarrier } from '@dripline/runtime/tracing';
import { Agent, type IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { forwardedHeaders } from './forwarded-headers';

const RETRY_SECONDS = 2;
const SILENCE_MS = 30_000;
/** Less than the 65 s after which the services close an idle connection: a request on one that is just closing would be lost. */
const IDLE_MS = 30_000;

/** Hands requests under these paths to another part, streaming both ways; says so in JSON when that part is down. */
export function forward(prefixes: string[], target: string, silenceMs = SILENCE_MS): RequestHandler {
  const isOurs = (path: string) => prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  return createProxyMiddleware({
    target,
    agent: target.startsWith('http:') ? new Agent({ keepAlive: true, timeout: IDLE_MS }) : undefined,
    pathFilter: (path) => isOurs(path.toLowerCase().replace(/\?.*/, '')),
    proxyTimeout: silenceMs,
    // The default plugins answer errors in plain text before ours could.
    ejectPlugins: true,
    plugins: [answerInOurWords],
  });
}

const answerInOurWords: Plugin<IncomingMessage, ServerResponse> = (proxy) => {
  proxy.on('proxyReq', (outgoing, incoming) => {
    for (const [name, value] of Object.entries({
      ...forwardedHeaders(incoming),
      ...requestIdHeader(),
      ...traceCarrier(),
    }))
      outgoing.setHeader(name, value);
  });
  // A part that dies halfway would otherwise leave the caller waiting for the rest.
  proxy.on('proxyRes', (answer, _incoming, response) =>
    answer.on('close', () => response.writableEnded || response.destroy()),
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
