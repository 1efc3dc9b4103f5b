import type { Page } from 'playwright-core';
import { recordVideo, drawPhoto } from '../testing/media';
import { createCampaign } from '../testing/create-campaign';
import { createClient, type CreatedClient } from '../testing/create-client';
import { uploadFile } from '../testing/upload-file';
import { useHarness } from '../testing/harness';

/** Which images and video a visitor's browser loads, and when. */
describe('media on the landing page', () => {
  const harness = useHarness();
  let admin: Page;
  let client: CreatedClient;
  let image: string;
  let video: string;

  beforeAll(async () => {
    ({ page: admin } = await harness.admin());
    client = await createClient(admin.context());
    await admin.request.put(`/api/clients/${client.id}`, { data: { monthlyCampaignLimit: 100 } });
    image = await uploadFile(admin, await drawPhoto(admin, 'Our van.jpg'));
    video = await uploadFile(admin, await recordVideo(admin, 'tour.webm'));
  });

  const defaultFields = { logoSize: 100, formImageSize: 240, subheadline: 'For every house in town, old or new.' };
  const campaignWith = async (fields: Record<string, unknown>) =>
    createCampaign(admin.context(), client.id, { ...defaultFields, ...fields });
  const visitor = async (
    url: string,
    size: { width: number; height: number },
    headers: Record<string, string> = {},
  ) => {
    const { page, context } = await harness.openSession(size);
    await context.setExtraHTTPHeaders(headers);
    const loaded: string[] = [];
    page.on(
      'request',
      (request) =>
        new URL(request.url()).pathname.startsWith('/objects/') && loaded.push(new URL(request.url()).pathname),
    );
    await page.goto(url, { waitUntil: 'networkidle' });
    return { page, context, loaded };
  };
  const idOf = (path: string) => path.split('/')[2]!;

  it('loads in the format and size that the screen needs, never as the original', async () => {
    const { landingUrl } = await campaignWith({ logoImageUrl: image, backgroundImageUrl: image, formImageUrl: image });
    for (const [size, background] of [
      [{ width: 360, height: 740 }, 480],
      [{ width: 1280, height: 900 }, 1600],
    ] as const) {
      const { page, context, loaded } = await visitor(landingUrl, size);
      expect(await page.locator('.backdrop').evaluate((shown: HTMLImageElement) => shown.currentSrc)).toMatch(
        new RegExp(`Our-van-${background}\\.avif$`),
      );
      expect(await page.locator('.logo').evaluate((shown: HTMLImageElement) => shown.currentSrc)).toMatch(
        /Our-van-480\.avif$/,
      );
      expect(
        await page
          .locator('.image')
          .evaluate((shown: HTMLImageElement) => [shown.width, shown.height, shown.getAttribute('fetchpriority')]),
      ).toEqual(size.width === 360 ? [320, 240, 'high'] : [480, 240, 'high']);
      expect(loaded.filter((path) => path.includes(idOf(image)))).toEqual([]);
      await context.close();
    }
    expect(harness.errorLog.pageErrors).toEqual([]);
  });

  it.each([
    ['a phone', { width: 360, height: 740 }],
    ['a desktop', { width: 1280, height: 900 }],
  ])('causes no layout shift while it loads on %s', async (_device, size) => {
    for (const media of [{ formImageUrl: image }, { formVideoUrl: video, formImageUrl: image }]) {
      const { landingUrl } = await campaignWith({ logoImageUrl: image, backgroundImageUrl: image, ...media });
      const { page, context } = await harness.openSession(size);
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
      await context.close();
    }
    expect(harness.errorLog.pageErrors).toEqual([]);
  });

  it('loads no video bytes before playback, and shows the campaign’s image or the default illustration as the poster', async () => {
    for (const formImageUrl of [image, null]) {
      const { landingUrl } = await campaignWith({ formVideoUrl: video, formImageUrl });
      const { page, context, loaded } = await visitor(landingUrl, { width: 1280, height: 900 });
      expect(loaded.filter((path) => path.includes(idOf(video)))).toEqual([]);
      expect(
        await page
          .locator('video')
          .evaluate((shown: HTMLVideoElement) => [shown.readyState, new URL(shown.poster).pathname]),
      ).toEqual([0, formImageUrl ? expect.stringMatching(/Our-van-960\.webp$/) : '/video-poster.svg']);
      await page.locator('video').evaluate((shown: HTMLVideoElement) => shown.play());
      expect(loaded.filter((path) => path.includes(idOf(video))).length).toBeGreaterThan(0);
      await context.close();
    }
    expect(harness.errorLog.pageErrors).toEqual([]);
  });

  it('keeps text readable over any background, with a contrast of 4.5:1 over white', async () => {
    const { landingUrl } = await campaignWith({ backgroundImageUrl: image });
    const { page, context } = await visitor(landingUrl, { width: 1280, height: 900 });
    const contrasts = await page.evaluate(() => {
      const parts = (color: string) => color.match(/[\d.]+/g)!.map(Number);
      const luminance = (rgb: number[]) => {
        const [r, g, b] = rgb.map((value) =>
          value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
      };
      const [r, g, b, alpha = 1] = parts(
        getComputedStyle(document.querySelector('.photo')!, '::before').backgroundColor,
      );
      const backgroundLuminance = luminance([r!, g!, b!].map((value) => value * alpha + 255 * (1 - alpha)));
      const textColors = ['.brand', 'h1', '.subheadline', '.footer'].map(
        (selector) => [selector, parts(getComputedStyle(document.querySelector(selector)!).color).slice(0, 3)] as const,
      );
      return textColors.map(
        ([selector, color]) => [selector, (luminance(color) + 0.05) / (backgroundLuminance + 0.05)] as const,
      );
    });
    expect(contrasts.filter(([, contrast]) => contrast < 4.5)).toEqual([]);
    expect(contrasts).toHaveLength(4);
    await context.close();
  });

  it('loads the smallest copies and no background for visitors with Save-Data', async () => {
    const { landingUrl } = await campaignWith({ logoImageUrl: image, backgroundImageUrl: image, formImageUrl: image });
    const { page, context, loaded } = await visitor(landingUrl, { width: 1280, height: 900 }, { 'save-data': 'on' });
    expect(await page.locator('.backdrop').count()).toBe(0);
    expect(await page.locator('body').innerText()).toContain('For every house in town');
    expect(loaded.filter((path) => !path.includes('-480.'))).toEqual([]);
    await context.close();
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
