import { requestIdHeader } from '@dripline/runtime/http/request-ids';
import { traceCarrier } from '@dripline/runtime/tracing';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type Dispatcher, Pool } from 'undici';
import { forwardedHeaders } from './forwarded-headers';

/** A handler of requests, which calls `next` for those of others. Express accepts it as middleware. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const RETRY_SECONDS = 2;
const RESPONSE_TIMEOUT_MS = 30_000;
/**
 * Less than the 65 s after which the services close idle connections, because a request on a closing connection is
 * lost.
 */
const IDLE_MS = 30_000;
const MAX_CONNECTIONS = 256;
/** Streams of subscriptions that may be open. */
export const MAX_STREAMS = 4_096;

/** Headers of one connection, which a proxy does not pass on (RFC 9110, section 7.6.1), and `expect`. */
const hopByHop = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
]);
const UNAVAILABLE = JSON.stringify({
  message: 'The service is not reachable right now. Please try again.',
  code: 'UNAVAILABLE',
});

/**
 * Forwards requests under the given path prefixes to another service over kept connections, streaming in both
 * directions. It responds with a JSON error when the service is down or does not send anything for `timeoutMs`.
 */
export function proxyTo(
  prefixes: string[],
  target: string,
  { timeoutMs = RESPONSE_TIMEOUT_MS, connections = MAX_CONNECTIONS } = {},
): Handler {
  const pool = new Pool(target, {
    connections,
    keepAliveTimeout: IDLE_MS,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const isOurs = new RegExp(`^(${prefixes.join('|')})(/|\\?|$)`, 'i');
  return (request, response, next) => {
    const { url = '/', method = 'GET', headers } = request;
    if (!isOurs.test(url)) return next();
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    pool.dispatch(
      {
        path: url,
        method: method as Dispatcher.HttpMethod,
        headers: {
          ...endToEnd(headers),
          ...forwardedHeaders(request),
          ...requestIdHeader(),
          ...traceCarrier(),
        },
        body: hasBody ? request : null,
      },
      responseTo(response),
    );
  };
}

/** Passes the service's response on, and aborts the request when the client goes away. */
function responseTo(response: ServerResponse): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller) {
      response.once('close', () => response.writableFinished || controller.abort(new Error('the client went away')));
    },
    onResponseStart(_controller, status, headers) {
      response.writeHead(status, endToEnd(headers));
    },
    onResponseData(controller, chunk) {
      if (response.write(chunk)) return;
      controller.pause();
      response.once('drain', () => controller.resume());
    },
    onResponseEnd() {
      response.end();
    },
    onResponseError() {
      // Without this, the client would wait for the rest when the service fails mid-response.
      if (response.headersSent) return void response.destroy();
      const headers = { 'content-type': 'application/json; charset=utf-8', 'retry-after': String(RETRY_SECONDS) };
      response.writeHead(503, headers).end(UNAVAILABLE);
    },
  };
}

function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const name in headers) if (!hopByHop.has(name)) passed[name] = headers[name]!;
  return passed;
}
