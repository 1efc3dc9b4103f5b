import type { Page, Request } from 'playwright-core';
import { slowLink } from '../testing/network';
import { newCampaign, type NewCampaign } from '../testing/new-campaign';
import { newClient, type NewClient } from '../testing/new-client';
import { useStage } from '../testing/use-browser';

const AGAIN = 'Sending again…';
const FAILED = 'Failed to submit form. Please try again.';

/** A submission survives what a visitor's network and our own parts do to it. */
describe('a submission', () => {
  const stage = useStage();
  let admin: Page;
  let page: Page;
  let client: NewClient;
  let campaign: NewCampaign;

  beforeAll(async () => {
    ({ page: admin } = await stage.admin());
    client = await newClient(admin.context());
  });
  beforeEach(async () => {
    ({ page } = await stage.person());
    campaign = await newCampaign(admin.context(), client.id);
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
  const sent = () => {
    const requests: Request[] = [];
    page.on('request', (request) => request.method() === 'POST' && requests.push(request));
    return requests;
  };

  it('goes again by itself when the network comes back, and says so meanwhile', async () => {
    const requests = sent();
    await page.context().setOffline(true);
    await send();
    await page.getByRole('status').getByText(AGAIN, { exact: true }).waitFor({ state: 'attached' });
    expect([await button().innerText(), await button().isDisabled()]).toEqual([AGAIN, true]);
    expect(await page.getByLabel('Full Name').inputValue()).toBe('Ann Lee');
    await page.context().setOffline(false);
    await thanked();
    expect([await names(), keysOf(requests).size]).toEqual([['Ann Lee'], 1]);
    expect(requests.length).toBeGreaterThan(1);
    expect(stage.watch.complaints.splice(0)).toEqual([
      'console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED',
    ]);
  });

  it('whose answer was lost is one lead', async () => {
    let lost = 0;
    await page.route(posts, async (route) => {
      if (lost > 1) return route.continue();
      lost += 1;
      expect((await route.fetch()).status()).toBe(201);
      await route.abort('connectionreset');
    });
    const requests = sent();
    await send();
    await thanked();
    expect([await names(), lost, requests.length, keysOf(requests).size]).toEqual([['Ann Lee'], 2, 3, 1]);
    stage.watch.complaints.splice(0);
  });

  it('goes again while a part behind is away', async () => {
    let refused = 0;
    await page.route(posts, (route) => {
      if (refused > 1) return route.continue();
      refused += 1;
      return route.fulfill({
        status: 503,
        headers: { 'retry-after': '2' },
        json: { message: 'A part is away', code: 'UNAVAILABLE' },
      });
    });
    await send();
    await page.getByRole('status').getByText(AGAIN, { exact: true }).waitFor({ state: 'attached' });
    await thanked();
    expect(await names()).toEqual(['Ann Lee']);
    stage.watch.complaints.splice(0);
  });

  it('that is refused for longer is told of at once, kept, and can be sent again; with other answers it is another', async () => {
    const requests = sent();
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
    // Taken, but never heard of: what is typed now is another lead.
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
    stage.watch.complaints.splice(0);
  });

  it('is taken on a line of 400 kbit/s, with script and without', async () => {
    const plain = await stage.personWithoutScript();
    for (const visitor of [page, plain.page]) {
      await slowLink(visitor);
      await visitor.goto(`${campaign.landingUrl}?source=slow`);
      await visitor.getByLabel('Full Name').fill(visitor === page ? 'Bo Kay' : 'Cy Ell');
      await visitor.getByRole('button', { name: 'Get My Free Info' }).click();
      await thanked(visitor);
    }
    expect(await names()).toEqual(['Bo Kay', 'Cy Ell']);
    await plain.context.close();
    expect(stage.watch.complaints).toEqual([]);
  });
});
