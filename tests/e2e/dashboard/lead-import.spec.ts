import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { pressInDialog } from '../testing/ui';

/** The Leads tab of a signed-in client with one lead. */
const test = base.extend({
  page: async ({ clientPage: page, api, client, campaign }, use) => {
    await api.createLead(client, campaign, { fullName: 'Old Lead', phone: '(415) 555-0199' });
    await page.goto(`/client/dashboard/${client.id}?tab=leads`);
    await expect(page.getByRole('button', { name: 'Old Lead', exact: true })).toBeVisible();
    await use(page);
  },
});

const lines = [
  'Name;Mobile;Consent;Status;Tags;Company',
  ...Array.from({ length: 1_100 }, (_, nth) => `Lead ${nth + 1};(415) 2${String(nth).padStart(6, '0')};yes;;Fair;ACME`),
  'Bad phone;none;yes;;;',
  'Known;+1 415 555 0199;yes;;;',
];
const file = { name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`) };
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import leads' });
const job = (page: Page) => page.getByRole('group', { name: 'Change of many leads' }).first();

test('leads are imported from a file, rejected rows are returned, and the import is undone', async ({
  page,
  api,
  client,
}) => {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page).toHaveURL(/dialog=import/);
  await expectAccessibleInAllThemes(page);
  await dialog(page).locator('input[type=file]').setInputFiles(file);
  await expect(dialog(page)).toContainText('1,102 rows in the file');
  await expect(page.getByRole('combobox', { name: 'Content of Consent' })).toHaveValue('consent');
  await expectAccessibleInAllThemes(page);
  await page.getByRole('textbox', { name: 'How did these people agree?' }).fill('Signed the form at the fair');
  await pressInDialog(page, 'Check the rows');
  await expect(dialog(page)).toContainText('1,100 rows can be imported');
  await expect(dialog(page)).toContainText('1,100 of them with consent to text messages');
  await expect(dialog(page).getByRole('listitem')).toHaveText([
    '1Phone must be a phone number (first in row 1,102)',
    '1A lead with this phone number or email exists (first in row 1,103)',
  ]);
  await expectAccessibleInAllThemes(page);
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download these rows' }).click();
  const rejected = await readFile(await (await download).path(), 'utf8');
  expect(rejected).toContain('"1102","Phone must be a phone number","Bad phone","none","yes"');
  await pressInDialog(page, 'Import 1,100 leads');
  await expect(dialog(page)).toBeHidden();
  await expect(job(page)).toContainText('Imported 1,100 leads');
  await expect(page.getByText('1,101', { exact: true })).toBeVisible();
  const [imported] = await api.leads(client, '?search=Lead%20777');
  expect(imported).toMatchObject({ fullName: 'Lead 777', source: 'fair.csv', formData: { Company: 'ACME' } });
  await page.getByRole('button', { name: 'Lead 1100', exact: true }).click();
  const timeline = page.getByRole('dialog', { name: 'Lead 1100' }).getByRole('list', { name: 'Timeline' });
  await expect(timeline.getByRole('listitem').first()).toContainText(
    `Imported from fair.csv by ${client.login.username}`,
  );
  await page.keyboard.press('Escape');
  await job(page).getByRole('button', { name: 'Undo change' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete the 1,100 leads of this import?' })).toBeVisible();
  await pressInDialog(page, 'Delete');
  await expect(job(page)).toContainText('Deleted 1,100 leads of an import');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  expect(await api.leads(client)).toHaveLength(1);
});

test('an import is kept while its file is chosen on a phone, and asks before it is left', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${page.url()}&dialog=import`);
  await dialog(page).locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('combobox', { name: 'Content of Mobile' })).toHaveValue('answer phone');
  await page.keyboard.press('Escape');
  await pressInDialog(page, 'Keep editing');
  await expect(dialog(page)).toContainText('fair.csv');
});
