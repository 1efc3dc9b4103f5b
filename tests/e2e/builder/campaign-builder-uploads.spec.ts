import { BACKGROUND_MAX_BYTES, LOGO_MAX_BYTES, MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { expectNoAxeViolations } from '../testing/axe';
import { expectFocusOn } from '../testing/keyboard';
import { drawPng, recordVideo, sparseFile } from '../testing/media';
import { abortOperations, limitUploadSpeed, recordRequests, useUploadUrlFirst } from '../testing/network';
import { ABORTED, statusError } from '../testing/page-errors';
import { expectToast, saveCampaign } from '../testing/ui';

type Media = Record<'logoImageUrl' | 'backgroundImageUrl' | 'formImageUrl' | 'formVideoUrl', string | null>;

interface Fixtures {
  /** Opens the builder with `campaign`, after storing media in it. */
  openBuilder: (media?: Partial<Media>) => Promise<void>;
  stored: () => Promise<Media>;
}

/** The images and the video of the campaign builder. `page` is the administrator's. */
const test = base.extend<Fixtures>({
  page: ({ adminPage }, use) => use(adminPage),
  openBuilder: ({ page, api, client, campaign }, use) =>
    use(async (media = {}) => {
      await api.put(`/api/campaigns/${campaign.id}`, media);
      await page.goto(`/client/${client.id}/campaign/${campaign.id}`);
      await expect(fieldOf(page, 'Logo')).toBeVisible();
    }),
  stored: ({ api, campaign }, use) => use(() => api.get(`/api/campaigns/${campaign.id}`)),
});

const fieldOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const inputOf = (page: Page, name: string) => fieldOf(page, name).locator('input[type=file]').last();
const previewOf = (page: Page) => page.frameLocator('iframe[title="Preview of the landing page"]');
const expectRejected = async (page: Page, name: string, file: string, message: string) => {
  await inputOf(page, name).setInputFiles(file);
  await expectToast(page, message);
  await expect(fieldOf(page, name).getByRole('alert').getByText(message, { exact: true })).toBeVisible();
};
/** Returns the color at the middle of an image, to tell images apart. */
const colorOf = (image: HTMLImageElement) =>
  image.decode().then(() => {
    const brush = document.createElement('canvas').getContext('2d')!;
    brush.drawImage(image, 0, 0);
    return [...brush.getImageData(60, 40, 1, 1).data].slice(0, 3).join(' ');
  });

test('offers the right file types and size limit for each field', async ({ page, openBuilder }) => {
  await openBuilder();
  for (const [name, megabytes] of [
    ['Logo', 5],
    ['Background Image', 10],
    ['Form Image or Video', 120],
  ] as const) {
    await expect(fieldOf(page, name).getByText(`Up to ${megabytes} MB`)).toBeVisible();
    await expect(inputOf(page, name)).toHaveAttribute('accept', /image\/png/);
  }
  await expect(inputOf(page, 'Logo')).not.toHaveAttribute('accept', /video\//);
  await expect(inputOf(page, 'Form Image or Video')).toHaveAttribute('accept', /video\/\*/);
  await expectNoAxeViolations(page);
});

test('rejects files of the wrong size or type at the field without sending a request', async ({
  page,
  openBuilder,
}) => {
  await openBuilder();
  const requests = recordRequests(page);
  const videoTooLarge = 'Video files must be less than 120MB (approximately 2 minutes)';
  for (const [name, file, bytes, message] of [
    ['Logo', 'logo.png', LOGO_MAX_BYTES + 1, 'File size must be less than 5MB'],
    ['Background Image', 'photo.jpg', BACKGROUND_MAX_BYTES + 1, 'File size must be less than 10MB'],
    ['Form Image or Video', 'photo.png', MAX_UPLOAD_BYTES + 1, 'File size must be less than 120MB'],
    ['Form Image or Video', 'film.mp4', MAX_UPLOAD_BYTES + 1, videoTooLarge],
    ['Logo', 'drawing.svg', 10, 'Choose an image: PNG, JPEG, GIF, WebP or AVIF'],
  ] as const)
    await expectRejected(page, name, sparseFile(file, bytes), message);
  await expectNoAxeViolations(page);
  expect(requests).toEqual([]);
});

test('shows an uploaded logo in its field and in the live preview, at the size of the slider', async ({
  page,
  openBuilder,
}) => {
  await openBuilder();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Upload Logo').press('Enter')]);
  await chooser.setFiles(await drawPng(page, 'Our Logo.png', '#ff0000'));
  await expect(button(page, 'Replace Logo')).toBeVisible();
  await expectFocusOn(page, 'Replace Logo');
  await expect(fieldOf(page, 'Logo').getByRole('alert')).toHaveCount(0);
  await expect(fieldOf(page, 'Logo').getByText('Our-Logo.png')).toBeVisible();
  expect(await fieldOf(page, 'Logo').locator('img').evaluate(colorOf)).toBe('255 0 0');
  const logo = previewOf(page).locator('img.logo');
  expect(await logo.evaluate(colorOf)).toBe('255 0 0');
  await expect(logo).toHaveAttribute('height', '64');
  await page.getByRole('slider', { name: 'Logo Size' }).press('ArrowRight');
  await expect(logo).toHaveAttribute('height', '68');
});

test('shows saved images on the landing page and after a reload', async ({
  page,
  openPage,
  campaign,
  openBuilder,
  stored,
}) => {
  await openBuilder();
  for (const [name, color, replace] of [
    ['Logo', '#ff0000', 'Replace Logo'],
    ['Background Image', '#00ff00', 'Replace Background Image'],
    ['Form Image or Video', '#0000ff', 'Replace Form Image'],
  ] as const) {
    await inputOf(page, name).setInputFiles(await drawPng(page, 'van.png', color));
    await expect(button(page, replace)).toBeVisible();
  }
  await saveCampaign(page);
  const { logoImageUrl, backgroundImageUrl, formImageUrl, formVideoUrl } = await stored();
  for (const path of [logoImageUrl, backgroundImageUrl, formImageUrl])
    expect(path).toMatch(/^\/objects\/[0-9a-f-]{36}\/[\w.-]+\.png$/);
  expect(formVideoUrl).toBeNull();

  const visitor = await openPage();
  await visitor.goto(campaign.landingUrl);
  expect(await visitor.locator('img.logo').evaluate(colorOf)).toBe('255 0 0');
  expect(await visitor.locator('img.backdrop').evaluate(colorOf)).toBe('0 255 0');
  expect(await visitor.locator('img.image').evaluate(colorOf)).toBe('0 0 255');

  await page.reload();
  await expect(fieldOf(page, 'Logo').getByText('van.png')).toBeVisible();
  expect(await fieldOf(page, 'Background Image').locator('img').evaluate(colorOf)).toBe('0 255 0');
  await expectNoAxeViolations(page);
});

test('accepts a video beside the image, which becomes its cover', async ({ page, api, openBuilder, stored }) => {
  await openBuilder({ formImageUrl: await api.upload(await drawPng(page, 'van.png', '#0000ff')) });
  const field = fieldOf(page, 'Form Image or Video');
  await expect(field.getByText('Up to 120 MB')).toBeVisible();
  await inputOf(page, 'Form Image or Video').setInputFiles(await recordVideo(page, 'tour.webm'));
  await expect(button(page, 'Replace Video')).toBeVisible();
  await expect.poll(() => field.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(160);
  const shown = previewOf(page).locator('video');
  await expect(shown).toHaveAttribute('poster', /van\.png/);
  await button(page, 'Remove Form Image').click();
  await expectFocusOn(page, 'Upload Form Image');
  await expect(shown).toHaveAttribute('poster', '/video-poster.svg');
  await saveCampaign(page);
  expect(await stored()).toMatchObject({
    formImageUrl: null,
    formVideoUrl: expect.stringMatching(/tour\.webm$/),
  });
});

test('replaces and removes an image', async ({ page, api, openBuilder, stored }) => {
  const image = await api.upload(await drawPng(page, 'van.png', '#0000ff'));
  await openBuilder({ logoImageUrl: image, backgroundImageUrl: image });
  await expect(previewOf(page).locator('img.backdrop')).toBeVisible();
  await inputOf(page, 'Logo').setInputFiles(await drawPng(page, 'New.png', '#ffff00'));
  await expect(fieldOf(page, 'Logo').getByText('New.png', { exact: true })).toBeVisible();
  await expect(button(page, 'Replace Logo')).toBeEnabled();
  expect(await previewOf(page).locator('img.logo').evaluate(colorOf)).toBe('255 255 0');
  await button(page, 'Remove Background Image').click();
  await expect(previewOf(page).locator('img.backdrop')).toHaveCount(0);
  await expectFocusOn(page, 'Upload Background Image');
  await saveCampaign(page);
  expect(await stored()).toMatchObject({
    logoImageUrl: expect.stringMatching(/New\.png$/),
    backgroundImageUrl: null,
  });
});

test('shows the name of an external image, and a placeholder when it cannot be loaded', async ({
  page,
  openBuilder,
  stored,
  pageErrors,
}) => {
  pageErrors.expect(statusError('404 (Not Found)'), 'request to https://pictures.example');
  const missing = 'https://pictures.example/not-there/winter%20photo.png';
  await page.route(missing, (route) => route.fulfill({ status: 404 }));
  await openBuilder({ backgroundImageUrl: missing });
  const field = fieldOf(page, 'Background Image');
  await expect(field.getByText('winter photo.png')).toBeVisible();
  await expect(field.locator('svg').first()).toBeVisible();
  await button(page, 'Remove Background Image').click();
  await saveCampaign(page);
  expect(await stored()).toMatchObject({ backgroundImageUrl: null });
});

test('shows upload progress, blocks saving meanwhile, and cancels', async ({ page, api, openBuilder, stored }) => {
  const logoImageUrl = await api.upload(await drawPng(page, 'van.png', '#0000ff'));
  await openBuilder({ logoImageUrl });
  const field = fieldOf(page, 'Logo');
  const network = await limitUploadSpeed(page, 200_000);
  await button(page, 'Replace Logo').focus();
  const slow = { name: 'slow.png', mimeType: 'image/png', buffer: Buffer.alloc(5_000_000) };
  await inputOf(page, 'Logo').setInputFiles(slow);
  const bar = page.getByRole('progressbar', { name: 'Upload of slow.png' });
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]/);
  await expect(field.getByRole('status')).toBeAttached();
  await expect(button(page, 'Replace Logo')).toBeDisabled();
  await expectNoAxeViolations(page);
  await button(page, 'Save Campaign').click();
  const wait = field.getByText('Wait until the upload is finished');
  await expect(wait).toBeVisible();
  await button(page, 'Cancel upload of slow.png').click();
  await expect(wait).toBeHidden();
  await expectFocusOn(page, 'Replace Logo');
  await network.free();
  await saveCampaign(page);
  expect(await stored()).toMatchObject({ logoImageUrl });
});

test('shows at the field why an upload fails or cannot be recorded', async ({ page, openBuilder, pageErrors }) => {
  pageErrors.expect(statusError('409 (Conflict)'), ABORTED);
  await openBuilder();
  await useUploadUrlFirst(page);
  const input = inputOf(page, 'Background Image');
  await input.setInputFiles(await drawPng(page, 'late.png', '#123456'));
  const reason = 'This upload URL was already used. Request a new one.';
  await expectToast(page, 'Failed to upload file', reason);
  await expect(fieldOf(page, 'Background Image').getByText(reason)).toBeVisible();

  await input.setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html>') });
  await expectToast(page, 'Failed to upload file', 'This file is not of type image/png.');

  const video = { name: 'film.avi', mimeType: 'video/x-msvideo', buffer: Buffer.from('RIFF') };
  await inputOf(page, 'Form Image or Video').setInputFiles(video);
  const unplayable = 'Browsers cannot play this video. Choose an MP4, WebM, QuickTime or Ogg video.';
  await expectToast(page, 'Failed to upload file', unplayable);
  await expect(fieldOf(page, 'Form Image or Video').getByRole('alert').getByText(unplayable)).toBeVisible();

  await abortOperations(page, 'CompleteUpload');
  await input.setInputFiles(await drawPng(page, 'kept.png', '#123456'));
  await expectToast(page, 'File uploaded but metadata could not be saved');
  await expect(button(page, 'Upload Background Image')).toBeVisible();
});

test('fits a phone in light and dark mode', async ({ page, openBuilder }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await openBuilder();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectNoAxeViolations(page);
  }
});
