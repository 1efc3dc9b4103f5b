import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A TCP proxy that can simulate an outage of its target, or a slow one. */
export interface TcpProxy {
  port: number;
  /** The target of new connections. */
  target: { host: string; port: number };
  /** How long the target's data is delayed, in ms. */
  delayMs: number;
  /** Closes all connections and rejects new ones. */
  disconnect(): void;
  reconnect(): void;
  close(): Promise<void>;
}

/** Starts a proxy to a target. With `tls`, it accepts TLS connections and forwards them unencrypted. */
export async function startTcpProxy(target: { host: string; port: number }, tls?: TlsOptions): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isDisconnected = false;
  const forward = (inbound: Socket) => {
    if (isDisconnected) return void inbound.destroy();
    const outbound = connect(proxy.target);
    for (const socket of [inbound, outbound]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        inbound.destroy();
        outbound.destroy();
      });
    }
    inbound.pipe(outbound);
    outbound.on('data', (chunk: Buffer) => {
      if (proxy.delayMs > 0) setTimeout(() => inbound.destroyed || inbound.write(chunk), proxy.delayMs).unref();
      else if (!inbound.write(chunk)) outbound.pause();
    });
    inbound.on('drain', () => outbound.resume());
  };
  const server = (tls ? createTlsServer(tls, forward) : createServer(forward)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    target,
    delayMs: 0,
    disconnect() {
      isDisconnected = true;
      closeAll();
    },
    reconnect: () => void (isDisconnected = false),
    async close() {
      server.close();
      closeAll();
      await once(server, 'close');
    },
  };
  return proxy;
}
