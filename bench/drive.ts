import { connect, type Socket } from 'node:net';

/** Returns the next request: head and body. */
export type NextRequest = () => string;

/** The result of sending requests at the highest possible rate. */
export interface Driven {
  /** Successful responses per second. */
  rate: number;
  /** Responses other than 2xx, and connections that failed. */
  failures: number;
  /** What the first of them was answered with: the head of the response or the error of the connection. */
  firstFailure: string | undefined;
}

const CONNECTIONS = 32;

/**
 * Sends requests over keep-alive connections for `ms` milliseconds, each as soon as the previous one is answered. Uses
 * plain sockets because a client that parses more would be slower than the fastest server.
 */
export async function drive(port: number, next: NextRequest, ms: number): Promise<Driven> {
  const startedAt = performance.now();
  const deadline = startedAt + ms;
  let successes = 0;
  let failures = 0;
  let firstFailure: string | undefined;
  const fail = (reason: string) => {
    failures += 1;
    firstFailure ??= reason;
  };
  const runOne = (socket: Socket) =>
    new Promise<void>((resolve) => {
      let head = '';
      let remaining = -1;
      const sendNext = () => {
        if (performance.now() >= deadline) return void socket.end(() => resolve());
        head = '';
        remaining = -1;
        socket.write(next());
      };
      socket.on('data', (chunk: Buffer) => {
        let bytes = chunk.length;
        if (remaining < 0) {
          head += chunk.toString('latin1');
          const end = head.indexOf('\r\n\r\n');
          if (end < 0) return;
          remaining = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
          bytes = head.length - end - 4;
        }
        remaining -= bytes;
        if (remaining > 0) return;
        if (/^HTTP\/1.1 2/.test(head)) successes += 1;
        else fail(head);
        sendNext();
      });
      socket.once('error', (error) => {
        fail(error.message);
        resolve();
      });
      socket.once('close', () => resolve());
      socket.once('connect', sendNext);
    });
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () => runOne(connect({ port, host: '127.0.0.1', noDelay: true }))),
  );
  return { rate: (successes * 1_000) / (performance.now() - startedAt), failures, firstFailure };
}

/** Formats an HTTP/1.1 request. */
export function http(method: 'GET' | 'POST', path: string, headers: Record<string, string> = {}, body = ''): string {
  const allHeaders = {
    host: 'localhost',
    connection: 'keep-alive',
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  };
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(allHeaders)
    .map((header) => header.join(': '))
    .join('\r\n')}\r\n\r\n${body}`;
}
