import type { CDPSession, Page, Request } from '@playwright/test';

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

/**
 * Records the page's requests from now on, as `PUT /path` or as the GraphQL operation's name. It skips assets, which may
 * load late.
 */
export function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && requests.push(nameOf(request)));
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

/** Aborts these GraphQL operations of a page until the returned function is called. */
export async function abortOperations(page: Page, ...names: string[]): Promise<() => Promise<void>> {
  await page.route('**/graphql', (route) =>
    names.includes(nameOf(route.request())) ? route.abort() : route.continue(),
  );
  return () => page.unroute('**/graphql');
}

/** Uses the signed URL of the page's next upload before the page does, so that the server rejects the upload. */
export const useUploadUrlFirst = (page: Page) =>
  page.route(
    '**/objects/upload/**',
    async (route) => {
      await page.request.put(route.request().url(), { data: '1' });
      await route.continue();
    },
    { times: 1 },
  );

/** Waits for the response to a GraphQL operation whose name matches. */
export const responseTo = (page: Page, name: RegExp) =>
  page.waitForResponse((response) => response.url().endsWith('/graphql') && name.test(nameOf(response.request())));

function nameOf(request: Request): string {
  const { pathname } = new URL(request.url());
  if (pathname !== '/graphql') return `${request.method()} ${pathname}`;
  return (request.postDataJSON() as { operationName: string }).operationName;
}

/** Acts, and waits until the page has made no request for half a second, apart from streams, which stay open. */
export async function untilIdle(page: Page, act: () => Promise<unknown>): Promise<void> {
  const open = new Set<Request>();
  const isStream = (request: Request) => request.url().endsWith('/graphql/stream');
  const start = (request: Request) => void (isStream(request) || open.add(request));
  const end = (request: Request) => void open.delete(request);
  const events = { request: start, requestfinished: end, requestfailed: end };
  for (const [event, listener] of Object.entries(events)) page.on(event as 'request', listener);
  await act();
  for (let idle = 0; idle < 5; idle = open.size === 0 ? idle + 1 : 0) await page.waitForTimeout(100);
  for (const [event, listener] of Object.entries(events)) page.off(event as 'request', listener);
}
