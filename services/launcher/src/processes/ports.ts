import { randomInt } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { Failure } from '../failure';

// Below the range from which systems take the local ports of outgoing connections: a service that is started again finds its port free.
const lowest = 15_000;
const highest = 32_000;

/** Ports on the loopback that nothing listens on now, all different. */
export async function pickPorts(count: number): Promise<number[]> {
  const picked = new Set<number>();
  while (picked.size < count) {
    const port = randomInt(lowest, highest);
    if (!picked.has(port) && (await canListen(port, '127.0.0.1'))) picked.add(port);
  }
  return [...picked];
}

/** Throws a Failure where the port cannot be listened on. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  if (await canListen(port, host)) return;
  throw new Failure(
    `Port ${port} on ${host} cannot be used: something else listens there, or it is not allowed. Choose another with PORT.`,
  );
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Whether something accepts TCP connections there, within two seconds. */
export function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 2_000 });
    const answer = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
}
