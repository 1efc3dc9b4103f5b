import type { BrowserContextOptions, Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import type { CreatedCampaign } from '../testing/api';
import { drawPhoto, recordVideo } from '../testing/media';

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 900 };

interface Fixtures {
  /** The path of an uploaded image. */
  imagePath: string;
  /** The path of an uploaded video. */
  videoPath: string;
  createCampaign: (media: Record<string, unknown>) => Promise<CreatedCampaign>;
  /** Opens a landing page as a visitor. Returns it with the paths of the files that it has loaded. */
  visit: (campaign: CreatedCampaign, options: BrowserContextOptions) => Promise<{ page: Page; loaded: string[] }>;
}

/** Which images and video a visitor's browser loads, and when. */
const test = base.extend<Fixtures>({
  imagePath: async ({ api, page }, use) => use(await api.upload(await drawPhoto(page, 'Our van.jpg'))),
  videoPath: async ({ api, page }, use) => use(await api.upload(await recordVideo(page, 'tour.webm'))),
  createCampaign: ({ api, client }, use) =>
    use((media) => {
      const fields = { logoSize: 100, formImageSize: 240, subheadline: 'For every house in town, old or new.' };
      return api.createCampaign(client, { ...fields, ...media });
    }),
  visit: ({ openPage }, use) =>
    use(async ({ landingUrl }, options) => {
      const page = await openPage(options);
      const loaded: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/objects/')) loaded.push(pathname);
      });
      await page.goto(landingUrl, { waitUntil: 'networkidle' });
      return { page, loaded };
    }),
});

const idOf = (path: string) => path.split('/')[2]!;
const sourceOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((shown: HTMLImageElement) => shown.currentSrc);

test(
  'images load in the format and size that the screen needs, never as the original',
  { tag: '@touch' },
  async ({ api, page: drawing, createCampaign, visit }) => {
    const upload = async (name: string) => api.upload(await drawPhoto(drawing, name));
    // Three images, because Chromium prefers a larger copy that is already in its cache to the smallest sufficient one.
    const logoImageUrl = await upload('Logo.jpg');
    const backgroundImageUrl = await upload('Background.jpg');
    const formImageUrl = await upload('Our van.jpg');
    const campaign = await createCampaign({ logoImageUrl, backgroundImageUrl, formImageUrl });
    for (const [viewport, background, imageSize] of [
      [phone, 480, [320, 240]],
      [desktop, 1600, [608, 240]],
    ] as const) {
      const { page, loaded } = await visit(campaign, { viewport });
      expect(await sourceOf(page, '.backdrop')).toMatch(new RegExp(`Background-${background}\\.avif$`));
      expect(await sourceOf(page, '.logo')).toMatch(/Logo-480\.avif$/);
      const shown = page.locator('.image');
      expect(await shown.evaluate(({ width, height }: HTMLImageElement) => [width, height])).toEqual(imageSize);
      await expect(shown).toHaveAttribute('fetchpriority', 'high');
      const originals = [logoImageUrl, backgroundImageUrl, formImageUrl].map(idOf);
      expect(loaded.filter((path) => originals.some((id) => path.includes(id)))).toEqual([]);
    }
  },
);

for (const [device, viewport] of [
  ['a phone', phone],
  ['a desktop', desktop],
] as const)
  test(`media cause no layout shift while they load on ${device}`, async ({
    imagePath,
    videoPath,
    createCampaign,
    openPage,
  }) => {
    for (const media of [{ formImageUrl: imagePath }, { formVideoUrl: videoPath, formImageUrl: imagePath }]) {
      const { landingUrl } = await createCampaign({ logoImageUrl: imagePath, backgroundImageUrl: imagePath, ...media });
      const page = await openPage({ viewport });
      // Images that arrive long after the text was painted.
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/objects/**', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(landingUrl, { waitUntil: 'domcontentloaded' });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      const button = () => page.locator('.submit').boundingBox();
      const before = await button();
      release();
      await page.locator('.logo').evaluate((shown: HTMLImageElement) => shown.decode());
      await page.waitForLoadState('networkidle');
      expect(await button()).toEqual(before);
      const shifts = await page.evaluate(
        () =>
          new Promise<string[]>((resolve) => {
            type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] };
            const describeShift = (entry: PerformanceEntry) =>
              `${(entry as Shift).value}: ${(entry as Shift).sources.map(({ node }) => node?.className ?? 'gone').join(', ')}`;
            new PerformanceObserver((list) => resolve(list.getEntries().map(describeShift))).observe({
              type: 'layout-shift',
              buffered: true,
            });
            // Without shifts the observer is never called.
            requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
          }),
      );
      expect(shifts).toEqual([]);
    }
  });

test('no video bytes load before playback, and the poster is the campaign’s image or the default illustration', async ({
  imagePath,
  videoPath,
  createCampaign,
  visit,
}) => {
  for (const formImageUrl of [imagePath, null]) {
    const campaign = await createCampaign({ formVideoUrl: videoPath, formImageUrl });
    const { page, loaded } = await visit(campaign, { viewport: desktop });
    const shown = page.locator('video');
    const videoLoads = () => loaded.filter((path) => path.includes(idOf(videoPath))).length;
    expect(videoLoads()).toBe(0);
    expect(await shown.evaluate((element: HTMLVideoElement) => element.readyState)).toBe(0);
    await expect(shown).toHaveAttribute('poster', formImageUrl ? /Our-van-960\.webp$/ : '/video-poster.svg');
    await shown.evaluate((element: HTMLVideoElement) => element.play());
    expect(videoLoads()).toBeGreaterThan(0);
  }
});

test('text is readable over any background, with a contrast of 4.5:1 over white', async ({
  imagePath,
  createCampaign,
  visit,
}) => {
  const campaign = await createCampaign({ backgroundImageUrl: imagePath });
  const { page } = await visit(campaign, { viewport: desktop });
  const contrasts = await page.evaluate(() => {
    const parts = (color: string) => color.match(/[\d.]+/g)!.map(Number);
    const luminance = (rgb: number[]) => {
      const [r, g, b] = rgb.map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const [r, g, b, alpha = 1] = parts(getComputedStyle(document.querySelector('.photo')!, '::before').backgroundColor);
    const backgroundLuminance = luminance([r!, g!, b!].map((value) => value * alpha + 255 * (1 - alpha)));
    return ['.brand', 'h1', '.subheadline', '.footer'].map((selector) => {
      const color = parts(getComputedStyle(document.querySelector(selector)!).color).slice(0, 3);
      return [selector, (luminance(color) + 0.05) / (backgroundLuminance + 0.05)] as const;
    });
  });
  expect(contrasts.filter(([, contrast]) => contrast < 4.5)).toEqual([]);
  expect(contrasts).toHaveLength(4);
});

test('visitors with Save-Data load the smallest copies and no background', async ({
  imagePath,
  createCampaign,
  visit,
}) => {
  const campaign = await createCampaign({
    logoImageUrl: imagePath,
    backgroundImageUrl: imagePath,
    formImageUrl: imagePath,
  });
  const { page, loaded } = await visit(campaign, { viewport: desktop, extraHTTPHeaders: { 'save-data': 'on' } });
  await expect(page.locator('.backdrop')).toHaveCount(0);
  await expect(page.locator('body')).toContainText('For every house in town');
  expect(loaded.filter((path) => !path.includes('-480.'))).toEqual([]);
});
