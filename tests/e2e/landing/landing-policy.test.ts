import type { Page } from 'playwright-core';
import { picture } from '../testing/media';
import { newCampaign, type NewCampaign } from '../testing/new-campaign';
import { newClient, type NewClient } from '../testing/new-client';
import { upload } from '../testing/upload';
import { useStage } from '../testing/use-browser';

declare global {
  interface Window {
    /** What the page's policy stopped. */
    stopped: string[];
    /** Set by scripts that must not run. */
    ran?: string;
  }
}

/** What a browser may do with the visitor's page. */
describe('the landing page’s policy', () => {
  const stage = useStage();
  let admin: Page;
  let page: Page;
  let client: NewClient;
  let campaign: NewCampaign;

  beforeAll(async () => {
    ({ page: admin } = await stage.admin());
    ({ page } = await stage.person());
    client = await newClient(admin.context());
    await page.addInitScript(() => {
      window.stopped = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        window.stopped.push(`${effectiveDirective} ${blockedURI}`),
      );
    });
    const image = await upload(admin, await picture(page, 'van.png', '#0000ff'));
    campaign = await newCampaign(admin.context(), client.id, {
      logoImageUrl: image,
      backgroundImageUrl: image,
      formImageUrl: image,
    });
  });

  it('stops nothing of the page itself, from the first view to the thanks', async () => {
    await page.goto(campaign.landingUrl);
    await page.getByLabel('Full Name').fill('Ann Lee');
    await page.locator('img.image').evaluate((image: HTMLImageElement) => image.decode());
    expect(await page.locator('.submit').evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(
      'rgb(20, 108, 116)',
    );
    await page.getByRole('button', { name: 'Get My Free Info' }).click();
    await page.getByRole('heading', { name: 'Thank You!' }).waitFor();
    expect(await page.evaluate(() => window.stopped)).toEqual([]);
    expect(stage.watch.complaints).toEqual([]);
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
  ])('stops %s that got into the page', async (_what, markup, stopped) => {
    await page.route(campaign.landingUrl, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('<body>', `<body>${markup}`) });
    });
    await page.goto(campaign.landingUrl);
    await page.waitForFunction((one) => window.stopped.some((other) => other.startsWith(one)), stopped);
    expect(await page.evaluate(() => window.ran)).toBeUndefined();
    expect(await page.locator('form').isVisible()).toBe(true);
    await page.unroute(campaign.landingUrl);
    stage.watch.complaints.splice(0);
  });

  it('stops a link that runs script, and a page that frames this one', async () => {
    await page.goto(campaign.landingUrl);
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: 'javascript:void(window.ran = "link")' });
      document.body.append(link);
      link.click();
    });
    await page.waitForFunction(() => window.stopped.length > 0);
    expect(await page.evaluate(() => [window.ran, ...window.stopped])).toEqual([undefined, 'script-src-elem inline']);

    await page.goto('/client/login');
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.evaluate(
      (src) => document.body.append(Object.assign(document.createElement('iframe'), { src })),
      campaign.landingUrl,
    );
    await refused;
    stage.watch.complaints.splice(0);
  });
});
