import { createServer, type AddressInfo } from 'node:net';

export const BUCKET = 'dripline-tests';

/** An empty bucket in a server of its own. */
export interface TestBucket {
  /** The URL of the server. */
  url: string;
  /** The environment variables with which Dripline uses the bucket. */
  variables: Record<string, string>;
  /** Returns the names of the objects in the bucket that are not empty. */
  names(): Promise<string[]>;
  /** Refuses connections from now on, as in an outage. */
  disconnect(): Promise<void>;
  stop(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
