import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A way to something over TCP that can be cut, as when that thing or the network is gone. */
export interface Gateway {
  port: number;
  /** Ends every connection and lets none through. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** With `tls` the way there is encrypted, and what is behind it hears plain words. */
export async function openGateway(to: { host: string; port: number }, tls?: TlsOptions): Promise<Gateway> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const pass = (near: Socket) => {
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
  };
  const server = (tls ? createTlsServer(tls, pass) : createServer(pass)).listen(0, '127.0.0.1');
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
