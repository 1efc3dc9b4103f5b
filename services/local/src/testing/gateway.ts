import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to something over TCP that can be cut, as when that thing or the network is gone. */
export interface Gateway {
  port: number;
  /** Ends every connection and lets none through. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openGateway(to: { host: string; port: number }): Promise<Gateway> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(to);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      endAll();
    },
    mend: () => void (isCut = false),
    async close() {
      server.close();
      endAll();
      await once(server, 'close');
    },
  };
}
