import { expect, test as base } from '../fixtures';
import { drawPng } from '../testing/media';

declare global {
  interface Window {
    /** The violations of the page's security policy. */
    stopped: string[];
    /** Set by scripts that must not run. */
    ran?: string;
  }
}

/** The content security policy of landing pages. */
const test = base.extend({
  page: async ({ page }, use) => {
    await page.addInitScript(() => {
      window.stopped = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        window.stopped.push(`${effectiveDirective} ${blockedURI}`),
      );
    });
    await use(page);
  },
});

test('the security policy blocks nothing that the page itself needs', async ({ page, api, client }) => {
  const image = await api.upload(await drawPng(page, 'van.png', '#0000ff'));
  const images = { logoImageUrl: image, backgroundImageUrl: image, formImageUrl: image };
  const { landingUrl } = await api.createCampaign(client, images);
  await page.goto(landingUrl);
  await page.getByLabel('Full Name').fill('Ann Lee');
  await page.locator('img.image').evaluate((shown: HTMLImageElement) => shown.decode());
  await expect(page.locator('.submit')).toHaveCSS('background-color', 'rgb(20, 108, 116)');
  await page.getByRole('button', { name: 'Get My Free Info' }).click();
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  expect(await page.evaluate(() => window.stopped)).toEqual([]);
});

for (const [kind, markup, violation] of [
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
  ['an object', '<object data="https://evil.example/x.swf"></object>', 'object-src https://evil.example'],
] as const)
  test(`the security policy blocks ${kind} that was injected into the page`, async ({ page, campaign, pageErrors }) => {
    pageErrors.allow(/./);
    await page.route(campaign.landingUrl, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('<body>', `<body>${markup}`) });
    });
    await page.goto(campaign.landingUrl);
    await expect
      .poll(() => page.evaluate(() => window.stopped))
      .toContainEqual(expect.stringMatching(new RegExp(`^${violation}`)));
    expect(await page.evaluate(() => window.ran)).toBeUndefined();
    await expect(page.locator('form')).toBeVisible();
  });

test('the security policy blocks javascript: links and framing by other pages', async ({
  page,
  campaign,
  pageErrors,
}) => {
  pageErrors.allow(/./);
  await page.goto(campaign.landingUrl);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: 'javascript:void(window.ran = "link")' });
    document.body.append(link);
    link.click();
  });
  await expect.poll(() => page.evaluate(() => window.stopped)).toEqual(['script-src-elem inline']);
  expect(await page.evaluate(() => window.ran)).toBeUndefined();

  await page.goto('/client/login');
  const framingBlocked = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.evaluate(
    (src) => document.body.append(Object.assign(document.createElement('iframe'), { src })),
    campaign.landingUrl,
  );
  await framingBlocked;
});
