import { connect, type Socket } from 'node:net';

/** Makes the next request, whole: head and body. */
export type NextRequest = () => string;

/** What a drive met. */
export interface Driven {
  /** Answers a second. */
  rate: number;
  /** Answers other than 2xx, and connections that broke. */
  failures: number;
}

const CONNECTIONS = 32;

/**
 * Sends requests over so many kept connections, each as soon as the one before is answered, and counts. On bare sockets, as a client that parsed more would be slower than the
 * fastest of what is measured, and make all of it look alike.
 */
export async function drive(port: number, next: NextRequest, ms: number): Promise<Driven> {
  const until = performance.now() + ms;
  const began = performance.now();
  let answers = 0;
  let failures = 0;
  const runOne = (socket: Socket) =>
    new Promise<void>((resolve) => {
      let head = '';
      let rest = -1;
      const ask = () => {
        if (performance.now() >= until) return void socket.end(() => resolve());
        head = '';
        rest = -1;
        socket.write(next());
      };
      socket.on('data', (chunk: Buffer) => {
        let bytes = chunk.length;
        if (rest < 0) {
          head += chunk.toString('latin1');
          const end = head.indexOf('\r\n\r\n');
          if (end < 0) return;
          rest = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
          bytes = head.length - end - 4;
        }
        rest -= bytes;
        if (rest > 0) return;
        if (/^HTTP\/1.1 2/.test(head)) answers += 1;
        else failures += 1;
        ask();
      });
      socket.once('error', () => {
        failures += 1;
        resolve();
      });
      socket.once('close', () => resolve());
      socket.once('connect', ask);
    });
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () => runOne(connect({ port, host: '127.0.0.1', noDelay: true }))),
  );
  return { rate: (answers * 1_000) / (performance.now() - began), failures };
}

/** A request as text. */
export function http(method: 'GET' | 'POST', path: string, headers: Record<string, string> = {}, body = ''): string {
  const all = {
    host: 'localhost',
    connection: 'keep-alive',
    ...headers,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  };
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(all)
    .map((header) => header.join(': '))
    .join('\r\n')}\r\n\r\n${body}`;
}
