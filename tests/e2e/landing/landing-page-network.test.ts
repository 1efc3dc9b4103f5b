import type { Page, Request } from 'playwright-core';
import { simulateSlowConnection } from '../testing/network';
import { createCampaign, type CreatedCampaign } from '../testing/create-campaign';
import { createClient, type CreatedClient } from '../testing/create-client';
import { useHarness } from '../testing/harness';

const RETRYING = 'Sending again…';
const FAILED = 'Failed to submit form. Please try again.';

/** A submission survives network and server failures. */
describe('a submission', () => {
  const harness = useHarness();
  let admin: Page;
  let page: Page;
  let client: CreatedClient;
  let campaign: CreatedCampaign;

  beforeAll(async () => {
    ({ page: admin } = await harness.admin());
    client = await createClient(admin.context());
  });
  beforeEach(async () => {
    ({ page } = await harness.openSession());
    campaign = await createCampaign(admin.context(), client.id);
    await page.goto(campaign.landingUrl);
    await page.getByLabel('Full Name').fill('Ann Lee');
  });
  afterEach(() => page.context().close());

  const button = () => page.locator('button.submit');
  const send = () => page.getByRole('button', { name: 'Get My Free Info' }).click();
  const thanked = (on = page) => on.getByRole('heading', { name: 'Thank You!' }).waitFor();
  const posts = '**/api/campaigns/*/*/leads?*';
  const keysOf = (requests: Request[]) => new Set(requests.map((request) => request.headers()['idempotency-key']));
  const names = async () => {
    const all = (await (
      await admin.request.get(`/api/clients/${client.id}/leads?campaignId=${campaign.id}`)
    ).json()) as { formData: { fullName: string } }[];
    return all.map(({ formData }) => formData.fullName).sort();
  };
  const recordPosts = () => {
    const requests: Request[] = [];
    page.on('request', (request) => request.method() === 'POST' && requests.push(request));
    return requests;
  };

  it('is retried when the network comes back, with a message meanwhile', async () => {
    const requests = recordPosts();
    await page.context().setOffline(true);
    await send();
    await page.getByRole('status').getByText(RETRYING, { exact: true }).waitFor({ state: 'attached' });
    expect([await button().innerText(), await button().isDisabled()]).toEqual([RETRYING, true]);
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Ann Lee');
    await page.context().setOffline(false);
    await thanked();
    expect([await names(), keysOf(requests).size]).toEqual([['Ann Lee'], 1]);
    expect(requests.length).toBeGreaterThan(1);
    expect(harness.errorLog.pageErrors.splice(0)).toEqual([
      'console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED',
    ]);
  });

  it('creates one lead when its response is lost', async () => {
    let lostResponses = 0;
    await page.route(posts, async (route) => {
      if (lostResponses > 1) return route.continue();
      lostResponses += 1;
      expect((await route.fetch()).status()).toBe(201);
      await route.abort('connectionreset');
    });
    const requests = recordPosts();
    await send();
    await thanked();
    expect([await names(), lostResponses, requests.length, keysOf(requests).size]).toEqual([['Ann Lee'], 2, 3, 1]);
    harness.errorLog.pageErrors.splice(0);
  });

  it('is retried while a service is unavailable', async () => {
    let rejections = 0;
    await page.route(posts, (route) => {
      if (rejections > 1) return route.continue();
      rejections += 1;
      return route.fulfill({
        status: 503,
        headers: { 'retry-after': '2' },
        json: { message: 'Service unavailable', code: 'UNAVAILABLE' },
      });
    });
    await send();
    await page.getByRole('status').getByText(RETRYING, { exact: true }).waitFor({ state: 'attached' });
    await thanked();
    expect(await names()).toEqual(['Ann Lee']);
    harness.errorLog.pageErrors.splice(0);
  });

  it('shows an error at once for a long Retry-After, keeps the input, and creates another lead for changed answers', async () => {
    const requests = recordPosts();
    await page.route(
      posts,
      (route) =>
        route.fulfill({
          status: 429,
          headers: { 'retry-after': '60' },
          json: { message: 'Too many', code: 'RATE_LIMITED' },
        }),
      { times: 1 },
    );
    await send();
    await page.getByRole('alert').getByText(FAILED, { exact: true }).waitFor();
    expect([requests.length, await button().innerText(), await button().isEnabled()]).toEqual([
      1,
      'Get My Free Info',
      true,
    ]);
    // The lead was created without a successful response, so changed answers create another lead.
    await page.route(
      posts,
      async (route) => {
        await route.fetch();
        await route.fulfill({ status: 400, json: { message: 'no', code: 'BAD_USER_INPUT' } });
      },
      { times: 1 },
    );
    await send();
    await page.getByRole('alert').getByText(FAILED, { exact: true }).waitFor();
    expect([await names(), keysOf(requests).size]).toEqual([['Ann Lee'], 1]);
    await page.getByLabel('Full Name').fill('Ann Leeds');
    await send();
    await thanked();
    expect([await names(), keysOf(requests).size]).toEqual([['Ann Lee', 'Ann Leeds'], 2]);
    harness.errorLog.pageErrors.splice(0);
  });

  it('succeeds on a 400 kbit/s connection, with and without script', async () => {
    const plain = await harness.personWithoutScript();
    for (const visitor of [page, plain.page]) {
      await simulateSlowConnection(visitor);
      await visitor.goto(`${campaign.landingUrl}?source=slow`);
      await visitor.getByLabel('Full Name').fill(visitor === page ? 'Bo Kay' : 'Cy Ell');
      await visitor.getByRole('button', { name: 'Get My Free Info' }).click();
      await thanked(visitor);
    }
    expect(await names()).toEqual(['Bo Kay', 'Cy Ell']);
    await plain.context.close();
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
