import type { Page, Request } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { simulateSlowConnection } from '../testing/network';
import { OFFLINE } from '../testing/page-errors';

const RETRYING = 'Sending again…';
const FAILED = 'Failed to submit form. Please try again.';
const posts = '**/api/campaigns/*/*/leads?*';

interface Fixtures {
  /** The requests that submit the form. `page` shows it, filled in. */
  requests: Request[];
  /** Returns the names of the campaign's leads. */
  names: () => Promise<string[]>;
}

/** A submission survives network and server failures. */
const test = base.extend<Fixtures>({
  requests: async ({ page, campaign }, use) => {
    const requests: Request[] = [];
    page.on('request', (request) => request.method() === 'POST' && requests.push(request));
    await page.goto(campaign.landingUrl);
    await page.getByLabel('Full Name').fill('Ann Lee');
    await use(requests);
  },
  names: ({ api, client }, use) => use(async () => (await api.leads(client)).map(({ fullName }) => fullName).sort()),
});

const send = (page: Page) => page.getByRole('button', { name: 'Get My Free Info' }).click();
const expectThanks = (page: Page) => expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
const expectRetrying = (page: Page) => expect(page.getByRole('status').getByText(RETRYING)).toBeAttached();
const keyCount = (requests: Request[]) => new Set(requests.map((request) => request.headers()['idempotency-key'])).size;

test(
  'a submission is retried when the network comes back, with a message meanwhile',
  { tag: '@touch' },
  async ({ page, requests, names, pageErrors }) => {
    pageErrors.expect(OFFLINE);
    await page.context().setOffline(true);
    await send(page);
    await expectRetrying(page);
    const button = page.locator('button.submit');
    await expect(button).toHaveText(RETRYING);
    await expect(button).toBeDisabled();
    await expect(page.getByLabel('Full Name')).toHaveValue('Ann Lee');
    await page.context().setOffline(false);
    await expectThanks(page);
    expect([await names(), keyCount(requests)]).toEqual([['Ann Lee'], 1]);
    expect(requests.length).toBeGreaterThan(1);
  },
);

test('a submission creates one lead when its response is lost', async ({ page, requests, names, pageErrors }) => {
  pageErrors.expect('console error: Failed to load resource: net::ERR_CONNECTION_RESET');
  const losesResponse = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    expect((await route.fetch()).status()).toBe(201);
    await route.abort('connectionreset');
  };
  await page.route(posts, losesResponse, { times: 2 });
  await send(page);
  await expectThanks(page);
  expect([await names(), requests.length, keyCount(requests)]).toEqual([['Ann Lee'], 3, 1]);
});

test('a submission is retried while a service is unavailable', async ({ page, requests, names, pageErrors }) => {
  pageErrors.allow(/503/);
  const json = { message: 'Service unavailable', code: 'UNAVAILABLE' };
  const unavailable = { status: 503, headers: { 'retry-after': '2' }, json };
  await page.route(posts, (route) => route.fulfill(unavailable), { times: 2 });
  await send(page);
  await expectRetrying(page);
  await expectThanks(page);
  expect([await names(), requests.length]).toEqual([['Ann Lee'], 3]);
});

test('a submission fails at once for a long Retry-After, keeps the input, and creates another lead for changed answers', async ({
  page,
  requests,
  names,
  pageErrors,
}) => {
  pageErrors.allow(/429|400/);
  const json = { message: 'Too many', code: 'RATE_LIMITED' };
  const limited = { status: 429, headers: { 'retry-after': '60' }, json };
  await page.route(posts, (route) => route.fulfill(limited), { times: 1 });
  await send(page);
  await expect(page.getByRole('alert')).toHaveText(FAILED);
  expect(requests).toHaveLength(1);
  await expect(page.locator('button.submit')).toHaveText('Get My Free Info');
  await expect(page.locator('button.submit')).toBeEnabled();
  // The lead was created without a successful response, so changed answers create another lead.
  await page.route(
    posts,
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 400, json: { message: 'no', code: 'BAD_USER_INPUT' } });
    },
    { times: 1 },
  );
  await Promise.all([page.waitForResponse((response) => response.status() === 400), send(page)]);
  await expect(page.getByRole('alert')).toHaveText(FAILED);
  expect([await names(), keyCount(requests)]).toEqual([['Ann Lee'], 1]);
  await page.getByLabel('Full Name').fill('Ann Leeds');
  await send(page);
  await expectThanks(page);
  expect([await names(), keyCount(requests)]).toEqual([['Ann Lee', 'Ann Leeds'], 2]);
});

test('a submission succeeds on a 400 kbit/s connection, with and without script', async ({
  page,
  openPage,
  campaign,
  names,
}) => {
  for (const [visitor, name] of [
    [page, 'Bo Kay'],
    [await openPage({ javaScriptEnabled: false }), 'Cy Ell'],
  ] as const) {
    await simulateSlowConnection(visitor);
    await visitor.goto(`${campaign.landingUrl}?source=slow`);
    await visitor.getByLabel('Full Name').fill(name);
    await send(visitor);
    await expectThanks(visitor);
  }
  expect(await names()).toEqual(['Bo Kay', 'Cy Ell']);
});
