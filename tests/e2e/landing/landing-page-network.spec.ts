import type { Page, Request } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { simulateSlowConnection } from '../testing/network';
import { OFFLINE } from '../testing/page-errors';

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
const toast = (page: Page) => page.getByRole('status').getByText(FAILED);
const expectFailed = async (page: Page) => {
  await expect(page.getByRole('alert')).toHaveText(FAILED);
  await expect(toast(page)).toBeVisible();
  await expect(page.locator('button.submit')).toBeEnabled();
};
const keyCount = (requests: Request[]) => new Set(requests.map((request) => request.headers()['idempotency-key'])).size;

test(
  'a submission without a network fails at once, keeps the answers, and succeeds when it is sent again',
  { tag: '@touch' },
  async ({ page, requests, names, pageErrors }) => {
    pageErrors.expect(OFFLINE);
    await page.context().setOffline(true);
    await send(page);
    await expectFailed(page);
    await expect(page.getByLabel('Full Name')).toHaveValue('Ann Lee');
    await page.context().setOffline(false);
    expect(requests).toHaveLength(1);
    await send(page);
    await expectThanks(page);
    await expect(toast(page)).toHaveCount(0);
    expect([await names(), requests.length, keyCount(requests)]).toEqual([['Ann Lee'], 2, 1]);
  },
);

test('a submission whose response is lost creates one lead when it is sent again', async ({
  page,
  requests,
  names,
  pageErrors,
}) => {
  pageErrors.expect('console error: Failed to load resource: net::ERR_CONNECTION_RESET');
  const losesResponse = async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
    expect((await route.fetch()).status()).toBe(201);
    await route.abort('connectionreset');
  };
  await page.route(posts, losesResponse, { times: 1 });
  await send(page);
  await expectFailed(page);
  await send(page);
  await expectThanks(page);
  expect([await names(), requests.length, keyCount(requests)]).toEqual([['Ann Lee'], 2, 1]);
});

test('the toast of a failed submission disappears after 5000 ms, closes by its button, and is replaced by the next', async ({
  page,
  campaign,
  pageErrors,
}) => {
  pageErrors.allow(/503/);
  await page.clock.install();
  await page.goto(campaign.landingUrl);
  await page.getByLabel('Full Name').fill('Ann Lee');
  await page.route(posts, (route) => route.fulfill({ status: 503, json: { message: 'no', code: 'UNAVAILABLE' } }));
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await send(page);
  await expectFailed(page);
  await page.clock.runFor(4900);
  expect(await toast(page).count()).toBe(1);
  await page.clock.runFor(200);
  expect(await toast(page).count()).toBe(0);
  await expect(page.getByRole('alert')).toHaveText(FAILED);

  for (let attempt = 0; attempt < 2; attempt++) {
    await send(page);
    await expectFailed(page);
  }
  expect(await toast(page).count()).toBe(1);
  await page.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast(page)).toHaveCount(0);
  await expect(page.locator('button.submit')).toBeFocused();
});

test('the toast of a failed submission is at most 420 px wide, and covers neither the message nor the button', async ({
  page,
  requests: _,
  pageErrors,
}) => {
  pageErrors.allow(/503/);
  await page.route(posts, (route) => route.fulfill({ status: 503, json: { message: 'no', code: 'UNAVAILABLE' } }));
  for (const [size, width] of [
    [{ width: 1280, height: 900 }, 420],
    [{ width: 768, height: 900 }, 420],
    [{ width: 390, height: 664 }, 358],
  ] as const) {
    await page.setViewportSize(size);
    await page.getByLabel('Full Name').press('Enter');
    await expectFailed(page);
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!;
    await expect.poll(async () => (await boxOf('.toast')).width).toBe(width);
    const top = (await boxOf('.toast')).y;
    for (const selector of ['.notice', 'button.submit']) {
      const { y, height } = await boxOf(selector);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y + height).toBeLessThanOrEqual(top);
    }
  }
});

test('a submission that is limited fails at once, and changed answers create another lead', async ({
  page,
  requests,
  names,
  pageErrors,
}) => {
  pageErrors.allow(/429|400/);
  const json = { message: 'Too many', code: 'RATE_LIMITED' };
  const limited = { status: 429, headers: { 'retry-after': '2' }, json };
  await page.route(posts, (route) => route.fulfill(limited), { times: 1 });
  await send(page);
  await expectFailed(page);
  expect(requests).toHaveLength(1);
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
  await expectFailed(page);
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
