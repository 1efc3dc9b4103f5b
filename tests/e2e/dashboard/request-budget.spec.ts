import { expect, test } from '../fixtures';
import { untilIdle } from '../testing/network';

/** What the browser requests when it opens a screen for the first time. */
for (const [name, maxGraphql, path] of [
  ['a client’s dashboard', 3, (id: string) => `/client/dashboard/${id}`],
  ['its Leads tab', 5, (id: string) => `/client/dashboard/${id}?tab=leads`],
] as const)
  test(`${name} opens with at most ${maxGraphql} GraphQL requests`, async ({ clientPage: page, client }) => {
    const operations: string[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/graphql')) return;
      operations.push((request.postDataJSON() as { operationName: string }).operationName);
    });
    await untilIdle(page, () => page.goto(path(client.id)));
    expect(operations.length, operations.join(', ')).toBeLessThanOrEqual(maxGraphql);
  });

test('a client’s dashboard opens with at most 20 requests and 268 KB of scripts', async ({
  clientPage: page,
  client,
}) => {
  const scripts: Promise<number>[] = [];
  let requests = 0;
  page.on('request', () => (requests += 1));
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.sizes().then((sizes) => sizes.responseBodySize));
  });
  // A new tab has its scripts in the browser's cache, in which a request has no size.
  await page
    .context()
    .newCDPSession(page)
    .then((session) => session.send('Network.setCacheDisabled', { cacheDisabled: true }));
  await untilIdle(page, () => page.goto(`/client/dashboard/${client.id}`));
  expect(requests).toBeLessThanOrEqual(20);
  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(100 * 1024);
  expect(bytes).toBeLessThanOrEqual(268 * 1024);
});

test('the admin console opens with at most 4 GraphQL requests, and returning to a tab needs none', async ({
  adminPage: page,
}) => {
  const operations: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql'))
      operations.push((request.postDataJSON() as { operationName: string }).operationName);
  });
  // Other tests change clients meanwhile, which the console follows.
  await page.route('**/graphql/stream', () => undefined);
  await untilIdle(page, () => page.goto('/admin'));
  expect(operations.length, operations.join(', ')).toBeLessThanOrEqual(4);
  await untilIdle(page, () => page.getByRole('tab', { name: 'Analytics' }).click());
  operations.length = 0;
  await untilIdle(page, () => page.getByRole('tab', { name: 'Overview' }).click());
  expect(operations).toEqual([]);
});
