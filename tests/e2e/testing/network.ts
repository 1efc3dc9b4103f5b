import type { CDPSession, Page, Request } from 'playwright-core';

/** Limits the page's upload speed until `free` is called. */
export async function limitUploadSpeed(page: Page, bytesPerSecond: number): Promise<{ free: () => Promise<void> }> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const limit = async (uploadThroughput: number) =>
    void (await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    }));
  await limit(bytesPerSecond);
  return { free: () => limit(-1) };
}

/** Records the page's requests from now on, as `PUT /path` or as the GraphQL operation's name. */
export function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(nameOf(request)));
  return requests;
}

/** Simulates a slow mobile connection: 400 kbit/s in each direction with 400 ms latency. */
export async function simulateSlowConnection(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const throughput = 400_000 / 8;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
}

function nameOf(request: Request): string {
  const { pathname } = new URL(request.url());
  if (pathname !== '/graphql') return `${request.method()} ${pathname}`;
  return (request.postDataJSON() as { operationName: string }).operationName;
}
