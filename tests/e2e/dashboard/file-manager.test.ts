import type { Page } from 'playwright-core';
import { expectNoAxeViolations } from '../testing/axe';
import { recordVideo, drawPng, sparseFile } from '../testing/media';
import { createClient, type CreatedClient } from '../testing/create-client';
import { recordRequests, limitUploadSpeed } from '../testing/network';
import { useHarness } from '../testing/harness';

const LIMIT = 125_829_120;

/** The File Manager tab. Tests run in order, and each continues where the previous one ended. */
describe('the file manager', () => {
  const harness = useHarness();
  let page: Page;
  let client: CreatedClient;

  beforeAll(async () => {
    const admin = await harness.admin();
    client = await createClient(admin.context, { businessName: 'Files and Sons' });
    const person = await harness.client(client);
    ({ page } = person);
    await page.getByRole('tab', { name: 'File Manager' }).click();
  });

  const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const card = async (label: string, value: string) =>
    page.getByRole('group', { name: label, exact: true }).getByText(value, { exact: true }).waitFor();
  const choose = (...files: Parameters<ReturnType<Page['locator']>['setInputFiles']>) =>
    page.locator('input[type=file]').setInputFiles(...files);
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
  const files = async () =>
    (await (await page.request.get(`/api/clients/${client.id}/files`)).json()) as {
      id: string;
      originalName: string;
      objectPath: string;
    }[];

  it('explains itself when there are no files', async () => {
    await page.getByText('No files yet').waitFor();
    await card('Total Files', '0');
    await card('Total Storage', '0 bytes');
    await card('Uploaded Today', '0');
    await expectNoAxeViolations(page);
  });

  it('uploads several files one after the other and counts them', async () => {
    const photo = await drawPng(page, 'Team photo.png', 'teal');
    const video = await recordVideo(page, 'tour.webm');
    const list = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.alloc(1536, 'a') };
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Upload files' }).press('Enter'),
    ]);
    expect(chooser.isMultiple()).toBe(true);
    await chooser.setFiles([photo, video, list]);
    for (const { name } of [photo, video, list]) await row(name).waitFor();
    await toast('File uploaded successfully');
    await card('Total Files', '3');
    await card('Total Storage', `${((photo.buffer.length + video.buffer.length + 1536) / 1024).toFixed(2)} KB`);
    await card('Uploaded Today', '3');
    expect(await row('prices.csv').innerText()).toContain('1.50 KB');
    expect(
      await row('Team photo.png')
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBe(120);
    expect(await row('tour.webm').locator('img').count()).toBe(0);
    await expectNoAxeViolations(page);
  });

  it('copies a URL at which anyone can download the file', async () => {
    await page.getByRole('button', { name: 'Copy URL of prices.csv' }).click();
    await toast('URL Copied!');
    const url = await page.evaluate(() => navigator.clipboard.readText());
    expect(url).toMatch(new RegExp(`^${harness.stack.origin}/objects/`));
    const answer = await fetch(url);
    expect(await answer.text()).toBe('a'.repeat(1536));
    expect(answer.headers.get('content-disposition')).toContain('prices.csv');
  });

  it('uploads a dropped file', async () => {
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
      return data;
    });
    const dropZone = page.getByText('Drop files here');
    await dropZone.dispatchEvent('dragover', { dataTransfer: transfer });
    await dropZone.dispatchEvent('drop', { dataTransfer: transfer });
    await row('dropped.txt').waitFor();
    expect(await row('dropped.txt').innerText()).toContain('7 bytes');
  });

  it('rejects files that are too large without sending a request', async () => {
    const requests = recordRequests(page);
    await choose(sparseFile('backup.zip', LIMIT + 1));
    await toast('File size must be less than 120MB');
    await choose(sparseFile('wedding.mp4', LIMIT + 1));
    await toast('Video files must be less than 120MB (approximately 2 minutes)');
    expect(requests).toEqual([]);
  });

  it('uploads a file of exactly the limit', async () => {
    await choose(sparseFile('full.bin', LIMIT));
    await row('full.bin').waitFor({ timeout: 60_000 });
    expect(await row('full.bin').innerText()).toContain('120.00 MB');
    await page.getByRole('button', { name: 'Delete full.bin' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast('File deleted successfully');
  }, 90_000);

  it('shows upload progress, continues it on other tabs, and cancels it', async () => {
    const before = await files();
    const network = await limitUploadSpeed(page, 300_000);
    await choose({ name: 'slow.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(12_000_000) });
    const bar = page.getByRole('progressbar', { name: 'Upload of slow.bin' });
    const hasProgress = () =>
      page.waitForFunction(
        () => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) > 0,
      );
    await bar.waitFor();
    await hasProgress();
    await page.getByRole('status').getByText('Uploading slow.bin: 0%').waitFor({ state: 'attached' });
    await expectNoAxeViolations(page);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'File Manager' }).click();
    await bar.waitFor();
    await hasProgress();
    const requests = recordRequests(page);
    await page.getByRole('button', { name: 'Cancel upload of slow.bin' }).click();
    await bar.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Upload files');
    await network.free();
    await choose({ name: 'after.txt', mimeType: 'text/plain', buffer: Buffer.from('after') });
    await row('after.txt').waitFor();
    expect(requests.filter((name) => name === 'CompleteUpload')).toHaveLength(1);
    expect((await files()).map(({ originalName }) => originalName)).toEqual([
      'after.txt',
      ...before.map(({ originalName }) => originalName),
    ]);
  }, 60_000);

  it('shows when an upload fails', async () => {
    // The signed URL has been used already, so the server rejects the page's PUT.
    await page.route('**/objects/upload/**', async (route) => {
      await page.request.put(route.request().url(), { data: 'first' });
      await route.continue();
    });
    await choose({ name: 'late.txt', mimeType: 'text/plain', buffer: Buffer.from('late') });
    await toast('Failed to upload file');
    await page.unroute('**/objects/upload/**');
    expect(await row('late.txt').count()).toBe(0);
    expect(harness.errorLog.pageErrors.splice(0)).toEqual([
      'console error: Failed to load resource: the server responded with a status of 409 (Conflict)',
    ]);
  });

  it('warns when an uploaded file cannot be recorded, and does not refresh the list', async () => {
    const requests = recordRequests(page);
    await choose({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html>') });
    await toast('File uploaded but metadata could not be saved');
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(requests.map((name) => name.replace(/upload\/.*/, 'upload'))).toEqual([
      'CreateUpload',
      'PUT /objects/upload',
      'CompleteUpload',
    ]);
    expect(await row('page.png').count()).toBe(0);
  });

  it('renames a file and requires a name', async () => {
    await page.getByRole('button', { name: 'Rename prices.csv' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByLabel('File Name');
    expect(await name.inputValue()).toBe('prices.csv');
    await name.fill('   ');
    await dialog.getByRole('button', { name: 'Save name' }).click();
    await dialog.getByText('Enter a name for the file').waitFor();
    await expectNoAxeViolations(page);
    await name.fill(' Prices 2026.csv ');
    await page.keyboard.press('Enter');
    await toast('File name updated successfully');
    await row('Prices 2026.csv').waitFor();
    expect(await row('prices.csv').count()).toBe(0);
  });

  it('deletes a file and its URL after confirmation', async () => {
    const { objectPath } = (await files()).find(({ originalName }) => originalName === 'dropped.txt')!;
    await page.getByRole('button', { name: 'Delete dropped.txt' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByText('This action cannot be undone', { exact: false }).waitFor();
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row('dropped.txt').waitFor();
    await page.getByRole('button', { name: 'Delete dropped.txt' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await toast('File deleted successfully');
    await row('dropped.txt').waitFor({ state: 'detached' });
    expect((await fetch(harness.stack.origin + objectPath)).status).toBe(404);
  });

  it('shows an error when a file that was deleted meanwhile is renamed or deleted', async () => {
    const { id } = (await files()).find(({ originalName }) => originalName === 'after.txt')!;
    await page.getByRole('button', { name: 'Rename after.txt' }).click();
    expect((await page.request.delete(`/api/files/${id}`)).status()).toBe(204);
    await page.getByRole('dialog').getByLabel('File Name').fill('too-late.txt');
    await page.getByRole('button', { name: 'Save name' }).click();
    await toast('Failed to update file name');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete after.txt' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast('Failed to delete file');
    await page.keyboard.press('Escape');
    await page.reload();
    await card('Total Files', '3');
    expect(await row('after.txt').count()).toBe(0);
  });

  it('offers a retry when the list cannot be loaded', async () => {
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('"Files"') ? route.abort() : route.continue(),
    );
    await page.reload();
    await page.getByText('We could not load the files.').waitFor();
    expect(await page.getByRole('group', { name: 'Total Files' }).count()).toBe(0);
    await expectNoAxeViolations(page);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await row('Team photo.png').waitFor();
    expect(new Set(harness.errorLog.pageErrors.splice(0))).toEqual(
      new Set(['console error: Failed to load resource: net::ERR_FAILED']),
    );
  });

  it('fits a phone in light and dark mode', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.reload();
      await page.getByRole('link', { name: 'Team photo.png' }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await expectNoAxeViolations(page);
    }
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
