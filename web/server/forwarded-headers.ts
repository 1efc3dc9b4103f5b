import type { IncomingMessage } from 'node:http';

/**
 * Returns the `X-Forwarded-*` headers for an upstream request: the earlier proxies' values with this hop's peer
 * appended.
 */
export function forwardedHeaders({ headers, socket }: IncomingMessage): Record<string, string> {
  const previousHops = headers['x-forwarded-for'];
  return {
    'x-forwarded-for': [...(previousHops ? [previousHops].flat() : []), socket.remoteAddress ?? ''].join(', '),
    'x-forwarded-proto': first(headers['x-forwarded-proto']) ?? ('encrypted' in socket ? 'https' : 'http'),
    'x-forwarded-host': first(headers['x-forwarded-host']) ?? headers.host ?? '',
  };
}

function first(value: string | string[] | undefined): string | undefined {
  return [value].flat()[0];
}
