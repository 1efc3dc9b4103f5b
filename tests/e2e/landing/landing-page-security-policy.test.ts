import type { Page } from 'playwright-core';
import { drawPng } from '../testing/media';
import { createCampaign, type CreatedCampaign } from '../testing/create-campaign';
import { createClient, type CreatedClient } from '../testing/create-client';
import { uploadFile } from '../testing/upload-file';
import { useHarness } from '../testing/harness';

declare global {
  interface Window {
    /** The violations of the page's security policy. */
    stopped: string[];
    /** Set by scripts that must not run. */
    ran?: string;
  }
}

/** The content security policy of landing pages. */
describe('the landing page’s security policy', () => {
  const harness = useHarness();
  let admin: Page;
  let page: Page;
  let client: CreatedClient;
  let campaign: CreatedCampaign;

  beforeAll(async () => {
    ({ page: admin } = await harness.admin());
    ({ page } = await harness.openSession());
    client = await createClient(admin.context());
    await page.addInitScript(() => {
      window.stopped = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        window.stopped.push(`${effectiveDirective} ${blockedURI}`),
      );
    });
    const image = await uploadFile(admin, await drawPng(page, 'van.png', '#0000ff'));
    campaign = await createCampaign(admin.context(), client.id, {
      logoImageUrl: image,
      backgroundImageUrl: image,
      formImageUrl: image,
    });
  });

  it('blocks nothing that the page itself needs', async () => {
    await page.goto(campaign.landingUrl);
    await page.getByLabel('Full Name').fill('Ann Lee');
    await page.locator('img.image').evaluate((image: HTMLImageElement) => image.decode());
    expect(await page.locator('.submit').evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(
      'rgb(20, 108, 116)',
    );
    await page.getByRole('button', { name: 'Get My Free Info' }).click();
    await page.getByRole('heading', { name: 'Thank You!' }).waitFor();
    expect(await page.evaluate(() => window.stopped)).toEqual([]);
    expect(harness.errorLog.pageErrors).toEqual([]);
  });

  it.each([
    ['a script', '<script>ran = "script"</script>', 'script-src-elem inline'],
    ['a handler', '<img src="/no-such-image.png" onerror="ran = \'handler\'">', 'script-src-attr inline'],
    [
      'another site’s script',
      '<script src="https://evil.example/x.js"></script>',
      'script-src-elem https://evil.example/x.js',
    ],
    ['an upload as a script', '<script src="data:text/javascript,ran=1"></script>', 'script-src-elem data'],
    ['a style', '<style>form { display: none }</style>', 'style-src-elem inline'],
    ['a frame', '<iframe src="https://evil.example/"></iframe>', 'frame-src https://evil.example'],
    ['a base', '<base href="https://evil.example/">', 'base-uri https://evil.example'],
    ['an object', '<object data="https://evil.example/x.swf"></object>', 'object-src https://evil.example/x.swf'],
  ])('blocks %s that was injected into the page', async (_kind, markup, violation) => {
    await page.route(campaign.landingUrl, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('<body>', `<body>${markup}`) });
    });
    await page.goto(campaign.landingUrl);
    await page.waitForFunction((expected) => window.stopped.some((entry) => entry.startsWith(expected)), violation);
    expect(await page.evaluate(() => window.ran)).toBeUndefined();
    expect(await page.locator('form').isVisible()).toBe(true);
    await page.unroute(campaign.landingUrl);
    harness.errorLog.pageErrors.splice(0);
  });

  it('blocks javascript: links and framing by other pages', async () => {
    await page.goto(campaign.landingUrl);
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: 'javascript:void(window.ran = "link")' });
      document.body.append(link);
      link.click();
    });
    await page.waitForFunction(() => window.stopped.length > 0);
    expect(await page.evaluate(() => [window.ran, ...window.stopped])).toEqual([undefined, 'script-src-elem inline']);

    await page.goto('/client/login');
    const framingBlocked = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.evaluate(
      (src) => document.body.append(Object.assign(document.createElement('iframe'), { src })),
      campaign.landingUrl,
    );
    await framingBlocked;
    harness.errorLog.pageErrors.splice(0);
  });
});
