import type { IncomingMessage } from 'node:http';

/** Who asked, and how they reached us: what proxies before us said, with this hop's peer added at the end. */
export function forwardedHeaders({ headers, socket }: IncomingMessage): Record<string, string> {
  const earlier = headers['x-forwarded-for'];
  return {
    'x-forwarded-for': [...(earlier ? [earlier].flat() : []), socket.remoteAddress ?? ''].join(', '),
    'x-forwarded-proto': first(headers['x-forwarded-proto']) ?? ('encrypted' in socket ? 'https' : 'http'),
    'x-forwarded-host': first(headers['x-forwarded-host']) ?? headers.host ?? '',
  };
}

function first(value: string | string[] | undefined): string | undefined {
  return [value].flat()[0];
}
