import { connect, createServer } from 'node:net';
import { Failure } from '../failure';

// Below the range of ephemeral ports, so that a restarted service finds its port free.
const lowest = 15_000;
const highest = 32_000;

// Two processes that pick at the same time would both find a port free before either listens on it. Each therefore
// searches from a place of its own, and never returns a port twice.
let next = lowest + ((process.pid * 16) % (highest - lowest));
const reserved = new Set<number>();

/** Picks different free ports of the loopback interface. */
export async function pickPorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = next;
    next = port + 1 < highest ? port + 1 : lowest;
    if (!reserved.has(port) && (await canListen(port, '127.0.0.1'))) ports.push(port);
  }
  return ports;
}

/** Throws a Failure if this process cannot listen on the port. Later picks skip the port. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  reserved.add(port);
  if (await canListen(port, host)) return;
  throw new Failure(
    `Port ${port} on ${host} is not available: it is in use or not permitted. Set PORT to another port.`,
  );
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Returns whether the port accepts a TCP connection within two seconds. */
export function isListening(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 2_000 });
    const finish = (isConnected: boolean) => {
      socket.destroy();
      resolve(isConnected);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
    socket.once('timeout', () => finish(false));
  });
}
