import type { CDPSession, Page, Request } from 'playwright-core';

/** Has the page send no more than so many bytes a second, until `free` is called. */
export async function slowUploads(page: Page, bytesPerSecond: number): Promise<{ free: () => Promise<void> }> {
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

/** Every request that a page has made since, as `PUT /path` or the GraphQL operation's name. */
export function recordRequests(page: Page): string[] {
  const made: string[] = [];
  page.on('request', (request) => made.push(nameOf(request)));
  return made;
}

/** A phone far from its mast, in the middle of nowhere: 400 kbit/s each way, and 400 ms until anything comes back. */
export async function slowLink(page: Page): Promise<void> {
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
