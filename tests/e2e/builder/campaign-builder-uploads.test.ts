import { BACKGROUND_MAX_BYTES, LOGO_MAX_BYTES, MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import type { Page, Request } from 'playwright-core';
import { expectNoAxeViolations } from '../testing/axe';
import { recordVideo, drawPng, sparseFile } from '../testing/media';
import { createClient, type CreatedClient } from '../testing/create-client';
import { recordRequests, limitUploadSpeed } from '../testing/network';
import { useHarness } from '../testing/harness';

/**
 * The images and the video of the campaign builder. Tests run in order, and each continues where the previous one
 * ended.
 */
describe('uploads in the campaign builder', () => {
  const harness = useHarness();
  let page: Page;
  let client: CreatedClient;

  beforeAll(async () => {
    const admin = await harness.admin();
    ({ page } = admin);
    client = await createClient(admin.context);
    await page.goto(`/client/${client.id}/campaign/new`);
    await field('Logo').waitFor();
  });

  const field = (name: string) => page.getByRole('group', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const input = (name: string) => field(name).locator('input[type=file]').last();
  const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const preview = () => page.frameLocator('iframe[title="Preview of the landing page"]');
  const focused = () =>
    page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
    );
  const save = async () => {
    // The toast alone could belong to the previous save.
    const isSave = (request: Request) => request.postData()?.match(/"(Create|Update)Campaign"/) != null;
    await Promise.all([
      page.waitForResponse((response) => isSave(response.request())),
      button('Save Campaign').click(),
    ]);
    await toast('Campaign saved');
    await page.waitForURL(/campaign\/[0-9a-f-]{36}$/);
  };
  const stored = async () => {
    const answer = await page.request.get(`/api/campaigns/${new URL(page.url()).pathname.split('/').at(-1)!}`);
    return (await answer.json()) as Record<
      'logoImageUrl' | 'backgroundImageUrl' | 'formImageUrl' | 'formVideoUrl' | 'landingUrl',
      string | null
    >;
  };
  /** Returns the color at the middle of an image, to tell images apart. */
  const colorOf = (image: HTMLImageElement) =>
    image.decode().then(() => {
      const brush = document.createElement('canvas').getContext('2d')!;
      brush.drawImage(image, 0, 0);
      return [...brush.getImageData(60, 40, 1, 1).data].slice(0, 3).join(' ');
    });

  it('offers the right file types and size limit for each field', async () => {
    for (const [name, megabytes] of [
      ['Logo', 5],
      ['Background Image', 10],
      ['Form Image or Video', 120],
    ] as const) {
      await field(name).getByText(`Up to ${megabytes} MB`).waitFor();
      expect(await input(name).getAttribute('accept')).toContain('image/png');
    }
    expect(await input('Logo').getAttribute('accept')).not.toContain('video/');
    expect(await input('Form Image or Video').getAttribute('accept')).toContain('video/mp4');
    await expectNoAxeViolations(page);
  });

  it('rejects files of the wrong size or type at the field without sending a request', async () => {
    const requests = recordRequests(page);
    const expectRejected = async (name: string, file: string, message: string) => {
      await input(name).setInputFiles(file);
      await toast(message);
      await field(name).getByRole('alert').getByText(message, { exact: true }).waitFor();
    };
    await expectRejected('Logo', sparseFile('logo.png', LOGO_MAX_BYTES + 1), 'File size must be less than 5MB');
    await expectRejected(
      'Background Image',
      sparseFile('photo.jpg', BACKGROUND_MAX_BYTES + 1),
      'File size must be less than 10MB',
    );
    await expectRejected(
      'Form Image or Video',
      sparseFile('photo.png', MAX_UPLOAD_BYTES + 1),
      'File size must be less than 120MB',
    );
    const videoTooLarge = 'Video files must be less than 120MB (approximately 2 minutes)';
    await expectRejected('Form Image or Video', sparseFile('film.mp4', MAX_UPLOAD_BYTES + 1), videoTooLarge);
    await expectRejected('Logo', sparseFile('drawing.svg', 10), 'Choose an image: PNG, JPEG, GIF, WebP or AVIF');
    await expectNoAxeViolations(page);
    expect(requests).toEqual([]);
  });

  it('shows an uploaded logo in its field and in the live preview, at the size of the slider', async () => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Upload Logo').press('Enter')]);
    await chooser.setFiles(await drawPng(page, 'Our Logo.png', '#ff0000'));
    await button('Replace Logo').waitFor();
    expect(await focused()).toBe('Replace Logo');
    expect(await field('Logo').getByRole('alert').count()).toBe(0);
    await field('Logo').getByText('Our-Logo.png').waitFor();
    expect(await field('Logo').locator('img').evaluate(colorOf)).toBe('255 0 0');
    const logo = preview().locator('img.logo');
    expect(await logo.evaluate(colorOf)).toBe('255 0 0');
    expect(await logo.getAttribute('height')).toBe('64');
    await page.getByRole('slider', { name: 'Logo Size' }).press('ArrowRight');
    await preview().locator('img.logo[height="68"]').waitFor();
  });

  it('shows saved images on the landing page and after a reload', async () => {
    await input('Background Image').setInputFiles(await drawPng(page, 'back.png', '#00ff00'));
    await button('Replace Background Image').waitFor();
    await input('Form Image or Video').setInputFiles(await drawPng(page, 'van.png', '#0000ff'));
    await button('Replace Form Image').waitFor();
    await save();
    const { logoImageUrl, backgroundImageUrl, formImageUrl, formVideoUrl, landingUrl } = await stored();
    for (const path of [logoImageUrl, backgroundImageUrl, formImageUrl])
      expect(path).toMatch(/^\/objects\/[0-9a-f-]{36}\/[\w.-]+\.png$/);
    expect(formVideoUrl).toBeNull();

    const visitor = await harness.openSession();
    await visitor.page.goto(landingUrl!);
    expect(await visitor.page.locator('img.logo').evaluate(colorOf)).toBe('255 0 0');
    expect(await visitor.page.locator('img.backdrop').evaluate(colorOf)).toBe('0 255 0');
    expect(await visitor.page.locator('img.image').evaluate(colorOf)).toBe('0 0 255');

    await page.reload();
    await field('Logo').getByText('Our-Logo.png').waitFor();
    expect(await field('Background Image').locator('img').evaluate(colorOf)).toBe('0 255 0');
    await expectNoAxeViolations(page);
  });

  it('accepts a video beside the image, which becomes its cover', async () => {
    await field('Form Image or Video').getByText('Up to 120 MB').waitFor();
    await input('Form Image or Video').setInputFiles(await recordVideo(page, 'tour.webm'));
    await button('Replace Video').waitFor();
    const frame = field('Form Image or Video').locator('video');
    await frame.evaluate(
      (video: HTMLVideoElement) => video.readyState > 0 || new Promise((resolve) => (video.onloadedmetadata = resolve)),
    );
    expect(await frame.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(160);
    const shown = preview().locator('video');
    expect(await shown.getAttribute('poster')).toContain('van.png');
    await button('Remove Form Image').click();
    expect(await focused()).toBe('Upload Form Image');
    await shown.and(preview().locator('[poster="/video-poster.svg"]')).waitFor();
    await save();
    const { formImageUrl, formVideoUrl } = await stored();
    expect(formImageUrl).toBeNull();
    expect(formVideoUrl).toMatch(/tour\.webm$/);
  });

  it('replaces and removes an image', async () => {
    const before = (await stored()).logoImageUrl;
    await input('Logo').setInputFiles(await drawPng(page, 'New.png', '#ffff00'));
    await field('Logo').getByText('New.png', { exact: true }).waitFor();
    await button('Replace Logo').and(page.locator(':enabled')).waitFor();
    expect(await preview().locator('img.logo').evaluate(colorOf)).toBe('255 255 0');
    await button('Remove Background Image').click();
    await preview().locator('img.backdrop').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Upload Background Image');
    await save();
    const { logoImageUrl, backgroundImageUrl } = await stored();
    expect(logoImageUrl).toMatch(/New\.png$/);
    expect(logoImageUrl).not.toBe(before);
    expect(backgroundImageUrl).toBeNull();
  });

  it('shows the name of an external image, and a placeholder when it cannot be loaded', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    const address = `${harness.stack.origin}/not-there/winter%20photo.png`;
    expect((await page.request.put(`/api/campaigns/${id}`, { data: { backgroundImageUrl: address } })).ok()).toBe(true);
    await page.reload();
    await field('Background Image').getByText('winter photo.png').waitFor();
    await field('Background Image').locator('svg').first().waitFor();
    await button('Remove Background Image').click();
    await save();
    expect(new Set(harness.errorLog.pageErrors.splice(0))).toEqual(
      new Set(['console error: Failed to load resource: the server responded with a status of 404 (Not Found)']),
    );
  });

  it('shows upload progress, blocks saving meanwhile, and cancels', async () => {
    const { logoImageUrl } = await stored();
    const network = await limitUploadSpeed(page, 200_000);
    await button('Replace Logo').focus();
    await input('Logo').setInputFiles({ name: 'slow.png', mimeType: 'image/png', buffer: Buffer.alloc(5_000_000) });
    await page.getByRole('progressbar', { name: 'Upload of slow.png' }).waitFor();
    await page.waitForFunction(
      () => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) > 0,
    );
    await field('Logo').getByRole('status').waitFor({ state: 'attached' });
    expect(await button('Replace Logo').isDisabled()).toBe(true);
    await expectNoAxeViolations(page);
    await button('Save Campaign').click();
    await field('Logo').getByText('Wait until the upload is finished').waitFor();
    await button('Cancel upload of slow.png').click();
    await field('Logo').getByText('Wait until the upload is finished').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Replace Logo');
    await network.free();
    await save();
    expect((await stored()).logoImageUrl).toBe(logoImageUrl);
  }, 60_000);

  it('shows at the field when an upload fails or cannot be recorded', async () => {
    // The signed URL has been used already, so the server rejects the page's PUT.
    await page.route('**/objects/upload/**', async (route) => {
      await page.request.put(route.request().url(), { data: 'first' });
      await route.continue();
    });
    await input('Background Image').setInputFiles(await drawPng(page, 'late.png', '#123456'));
    await toast('Failed to upload file');
    await field('Background Image').getByText('Failed to upload file').waitFor();
    await page.unroute('**/objects/upload/**');
    expect(harness.errorLog.pageErrors.splice(0)).toEqual([
      'console error: Failed to load resource: the server responded with a status of 409 (Conflict)',
    ]);

    await input('Background Image').setInputFiles({
      name: 'page.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<!doctype html>'),
    });
    await toast('File uploaded but metadata could not be saved');
    await button('Upload Background Image').waitFor();
  });

  it('fits a phone in light and dark mode', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.reload();
      await field('Logo').getByText('New.png').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await expectNoAxeViolations(page);
    }
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
