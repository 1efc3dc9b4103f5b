import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { expectNoAxeViolations } from '../testing/axe';
import { drawPng, type FilePayload, recordVideo, sparseFile } from '../testing/media';
import { abortOperations, limitUploadSpeed, recordRequests, useUploadUrlFirst } from '../testing/network';
import { ABORTED, statusError } from '../testing/page-errors';
import { runSql } from '../testing/database';
import { clipboardOf, expectCard, expectToast, pressInDialog } from '../testing/ui';

const LIMIT = 125_829_120;

interface StoredFile {
  id: string;
  originalName: string;
  objectPath: string;
}

interface Fixtures {
  /** Uploads a text file through the API. */
  createFile: (name: string, content?: string) => Promise<StoredFile>;
  files: () => Promise<StoredFile[]>;
  openTab: () => Promise<void>;
}

/** The File Manager tab. `page` is the client's. */
const test = base.extend<Fixtures>({
  page: ({ clientPage }, use) => use(clientPage),
  files: ({ api, client }, use) => use(() => api.get(`/api/clients/${client.id}/files`)),
  createFile: ({ api, client, files }, use) =>
    use(async (name, content = 'content') => {
      await api.upload(textFile(name, content), client);
      return (await files()).find(({ originalName }) => originalName === name)!;
    }),
  openTab: ({ page, client }, use) =>
    use(async () => void (await page.goto(`/client/dashboard/${client.id}?tab=files`))),
});

const textFile = (name: string, content: string): FilePayload => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});
const choose = (page: Page, files: FilePayload | string) => page.locator('input[type=file]').setInputFiles(files);
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

test('the file manager explains itself when there are no files', async ({ page, openTab }) => {
  await openTab();
  await expect(page.getByText('No files yet')).toBeVisible();
  await expectCard(page, 'Total Files', '0');
  await expectCard(page, 'Total Storage', '0 bytes');
  await expectCard(page, 'Uploaded Today', '0');
  await expectNoAxeViolations(page);
});

test('the file manager counts and pages more files than one request returns', async ({
  page,
  client,
  stack,
  openTab,
}) => {
  const sql = `INSERT INTO files (client_id, original_name, file_size, mime_type, object_path)
    SELECT $1, 'File ' || n, 1024, 'text/plain', '/objects/' || $1::uuid || '/' || n FROM generate_series(1, 1201) n`;
  await runSql(stack.dataDir, sql, [client.id]);
  await openTab();
  await expectCard(page, 'Total Files', '1,201');
  await expectCard(page, 'Total Storage', '1.17 MB');
  await expect(page.getByText('1–25 of 1,201')).toBeVisible();
});

test('the file manager uploads several files one after the other and counts them', async ({ page, openTab }) => {
  await openTab();
  const photo = await drawPng(page, 'Team photo.png', 'teal');
  const video = await recordVideo(page, 'tour.webm');
  const list = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.alloc(1536, 'a') };
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload files' }).press('Enter'),
  ]);
  expect(chooser.isMultiple()).toBe(true);
  await chooser.setFiles([photo, video, list]);
  for (const { name } of [photo, video, list]) await expect(rowOf(page, name)).toBeVisible();
  await expectToast(page, 'File uploaded successfully');
  await expectCard(page, 'Total Files', '3');
  const bytes = photo.buffer.length + video.buffer.length + list.buffer.length;
  await expectCard(page, 'Total Storage', `${(bytes / 1024).toFixed(2)} KB`);
  await expectCard(page, 'Uploaded Today', '3');
  await expect(rowOf(page, 'prices.csv')).toContainText('1.50 KB');
  const image = rowOf(page, photo.name).locator('img');
  expect(await image.evaluate((shown: HTMLImageElement) => shown.decode().then(() => shown.naturalWidth))).toBe(120);
  await expect(rowOf(page, 'tour.webm').locator('img')).toHaveCount(0);
  await expectNoAxeViolations(page);
});

test('the file manager copies a URL at which anyone can download the file', async ({
  page,
  stack,
  createFile,
  openTab,
}) => {
  const { objectPath } = await createFile('prices.csv', 'a'.repeat(1536));
  await openTab();
  await press(page, 'Copy URL of prices.csv');
  await expectToast(page, 'URL Copied!');
  const url = await clipboardOf(page);
  expect(url).toBe(stack.origin + objectPath);
  const answer = await fetch(url);
  expect(await answer.text()).toBe('a'.repeat(1536));
  expect(answer.headers.get('content-disposition')).toContain('prices.csv');
});

test('the file manager uploads files that are dropped on the table, except one that is too large', async ({
  page,
  openTab,
}) => {
  await openTab();
  const table = page.getByText('No files yet');
  await expect(table).toBeVisible();
  const { x, y } = (await table.boundingBox())!;
  const pointer = await page.context().newCDPSession(page);
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    pointer.send('Input.dispatchDragEvent', {
      type,
      x,
      y,
      data: {
        items: [],
        files: [sparseFile('dropped.txt', 7), sparseFile('backup.zip', LIMIT + 1)],
        dragOperationsMask: 1,
      },
    });
  await drag('dragEnter');
  await expect(page.getByText('Drop files here')).toBeHidden();
  await drag('dragOver');
  await expect(page.getByText('Drop files here')).toBeVisible();
  await drag('drop');
  await expect(rowOf(page, 'dropped.txt')).toContainText('7 bytes');
  await expect(page.getByText('Drop files here')).toBeHidden();
  const failed = page.getByRole('list', { name: 'uploads' });
  await expect(failed.getByText('backup.zip')).toBeVisible();
  await expect(failed.getByText('File size must be less than 120MB')).toBeVisible();
});

test('the file manager rejects files that are too large without sending a request', async ({ page, openTab }) => {
  await openTab();
  await expect(page.getByText('No files yet')).toBeVisible();
  const requests = recordRequests(page);
  await choose(page, sparseFile('backup.zip', LIMIT + 1));
  await expectToast(page, 'File size must be less than 120MB');
  await choose(page, sparseFile('wedding.mp4', LIMIT + 1));
  await expectToast(page, 'Video files must be less than 120MB (approximately 2 minutes)');
  expect(requests).toEqual([]);
});

test('the file manager uploads a file of exactly the limit', async ({ page, openTab }) => {
  await openTab();
  await choose(page, sparseFile('full.bin', LIMIT));
  await expect(rowOf(page, 'full.bin')).toContainText('120.00 MB', { timeout: 90_000 });
});

test('the file manager shows upload progress, continues it on other tabs, and cancels it', async ({
  page,
  files,
  openTab,
}) => {
  await openTab();
  await expect(page.getByText('No files yet')).toBeVisible();
  const network = await limitUploadSpeed(page, 300_000);
  const slow = { name: 'slow.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(12_000_000) };
  await choose(page, slow);
  const bar = page.getByRole('progressbar', { name: 'Upload of slow.bin' });
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]/);
  await expect(page.getByRole('status').getByText('Uploading slow.bin: 0%')).toBeAttached();
  await expectNoAxeViolations(page);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'File Manager' }).click();
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]/);
  const requests = recordRequests(page);
  await press(page, 'Cancel upload of slow.bin');
  await expect(bar).toBeHidden();
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeFocused();
  await network.free();
  await choose(page, textFile('after.txt', 'after'));
  await expect(rowOf(page, 'after.txt')).toBeVisible();
  expect(requests.filter((name) => name === 'CompleteUpload')).toHaveLength(1);
  expect(await files()).toMatchObject([{ originalName: 'after.txt' }]);
});

test('the file manager shows why an upload fails or cannot be recorded', async ({ page, openTab, pageErrors }) => {
  pageErrors.expect(statusError('409 (Conflict)'), ABORTED);
  await openTab();
  await expect(page.getByText('No files yet')).toBeVisible();
  await useUploadUrlFirst(page);
  await choose(page, textFile('late.txt', 'late'));
  await expectToast(page, 'Failed to upload file', 'This upload URL was already used. Request a new one.');

  const requests = recordRequests(page);
  await choose(page, {
    name: 'prices.pdf',
    mimeType: 'application/pdf',
    buffer: (await drawPng(page, '', 'teal')).buffer,
  });
  const wrongType = 'This file is not of type application/pdf.';
  await expectToast(page, 'Failed to upload file', wrongType);
  const failed = page.getByRole('list', { name: 'uploads' }).getByRole('listitem');
  await expect(failed.filter({ hasText: 'prices.pdf' }).getByText(wrongType, { exact: true })).toBeVisible();
  await expectNoAxeViolations(page);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  // The list is not refreshed.
  expect(requests.map((name) => name.replace(/upload\/.*/, 'upload'))).toEqual([
    'CreateUpload',
    'PUT /objects/upload',
    'CompleteUpload',
  ]);

  await abortOperations(page, 'CompleteUpload');
  await choose(page, textFile('kept.txt', 'kept'));
  await expectToast(page, 'File uploaded but metadata could not be saved');
  await expect(failed).toHaveCount(3);
  await press(page, 'Dismiss kept.txt');
  await expect(failed).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeFocused();
  await expect(page.getByText('No files yet')).toBeVisible();
});

test('the file manager uploads under another host name than PUBLIC_URL has', async ({
  client,
  files,
  openPage,
  stack,
  pageErrors,
}) => {
  const otherOrigin = stack.origin.replace('localhost', '127.0.0.1');
  pageErrors.expect(`request to ${otherOrigin}`);
  const page = await openPage({ baseURL: otherOrigin });
  await page.request.post('/api/auth/client/login', { data: client.login });
  await page.goto(`/client/dashboard/${client.id}?tab=files`);
  await choose(page, textFile('menu.txt', 'menu'));
  await expectToast(page, 'File uploaded successfully');
  await expect(page.getByRole('link', { name: 'menu.txt' })).toBeVisible();
  expect(await files()).toHaveLength(1);
});

test('the file manager renames a file and requires a name', async ({ page, createFile, openTab }) => {
  await createFile('prices.csv');
  await openTab();
  await press(page, 'Rename prices.csv');
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('File Name');
  await expect(name).toHaveValue('prices.csv');
  await name.fill('   ');
  await pressInDialog(page, 'Save name');
  await expect(dialog.getByText('File name must have 1 to 200 characters.')).toBeVisible();
  await expectNoAxeViolations(page);
  await name.fill(' Prices 2026.csv ');
  await page.keyboard.press('Enter');
  await expectToast(page, 'File name updated successfully');
  await expect(rowOf(page, 'Prices 2026.csv')).toBeVisible();
  await expect(rowOf(page, 'prices.csv')).toHaveCount(0);
});

test('the file manager opens its dialogs by a link, closes them by Back, and says when the file is gone', async ({
  page,
  client,
  createFile,
  openTab,
}) => {
  const { id } = await createFile('prices.csv');
  await openTab();
  await press(page, 'Rename prices.csv');
  await expect(page.getByRole('dialog', { name: 'Rename file' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`\\?tab=files&dialog=rename&id=${id}$`));
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Rename prices.csv' })).toBeFocused();
  await page.goto(`/client/dashboard/${client.id}?tab=files&dialog=delete&id=${id}`);
  await expect(page.getByRole('alertdialog', { name: 'Delete prices.csv?' })).toBeVisible();
  await page.goto(`/client/dashboard/${client.id}?tab=files&dialog=rename&id=${client.id}`);
  await expect(page.getByRole('dialog', { name: 'This file was not found' })).toBeVisible();
});

test('the file manager deletes a file and its URL after confirmation', async ({ page, stack, createFile, openTab }) => {
  const { objectPath } = await createFile('old.txt');
  await openTab();
  await press(page, 'Delete old.txt');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('This action cannot be undone', { exact: false })).toBeVisible();
  await expectNoAxeViolations(page);
  await pressInDialog(page, 'Cancel');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'old.txt')).toBeVisible();
  await press(page, 'Delete old.txt');
  await pressInDialog(page, 'Delete');
  await expectToast(page, 'File deleted successfully');
  await expect(rowOf(page, 'old.txt')).toHaveCount(0);
  expect((await fetch(stack.origin + objectPath)).status).toBe(404);
});

test('the file manager shows an error when a file that was deleted meanwhile is renamed or deleted', async ({
  page,
  api,
  createFile,
  openTab,
}) => {
  const { id } = await createFile('gone.txt');
  await openTab();
  await press(page, 'Rename gone.txt');
  await api.delete(`/api/files/${id}`);
  await page.getByRole('dialog').getByLabel('File Name').fill('too-late.txt');
  await pressInDialog(page, 'Save name');
  await expectToast(page, 'Failed to update file name');
  await page.keyboard.press('Escape');
  await press(page, 'Discard changes');
  await press(page, 'Delete gone.txt');
  await pressInDialog(page, 'Delete');
  await expectToast(page, 'Failed to delete file');
});

test('the file manager offers a retry when the list cannot be loaded', async ({
  page,
  createFile,
  openTab,
  pageErrors,
}) => {
  pageErrors.expect(ABORTED);
  await createFile('prices.csv');
  const restore = await abortOperations(page, 'Files');
  await openTab();
  await expect(page.getByText('We could not load the files.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Total Files' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await restore();
  await press(page, 'Try again');
  await expect(rowOf(page, 'prices.csv')).toBeVisible();
});

test('the file manager fits a phone in light and dark mode', async ({ page, createFile, openTab }) => {
  await createFile('prices.csv');
  await page.setViewportSize({ width: 360, height: 740 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await openTab();
    await expect(page.getByRole('link', { name: 'prices.csv' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectNoAxeViolations(page);
  }
});
