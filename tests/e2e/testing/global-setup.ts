import { type AddressInfo, createServer } from 'node:net';
import { unpackBrowser } from './browser';
import { startStack, type Stack } from './stack';

declare global {
  /** Set by the setup for the teardown. */
  var stopSharedStack: (() => Promise<void>) | undefined;
}

/**
 * Provides one stack for all specs. It starts on the first request, so that specs with their own stack do not start it.
 */
export default async function provideStack(): Promise<void> {
  await unpackBrowser();
  let stack: Promise<Stack> | undefined;
  const server = createServer((socket) => {
    stack ??= startStack();
    socket.on('error', () => undefined);
    stack.then(
      ({ origin, dataDir, admin }) => socket.end(JSON.stringify({ origin, dataDir, admin })),
      (error: Error) => socket.end(JSON.stringify({ failure: error.message })),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  process.env['E2E_STACK_PORT'] = String((server.address() as AddressInfo).port);
  globalThis.stopSharedStack = async () => {
    server.close();
    await stack?.then(
      ({ stop }) => stop(),
      () => undefined,
    );
  };
}
