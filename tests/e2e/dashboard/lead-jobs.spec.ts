import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { downloadBy, pressInDialog, textOf } from '../testing/ui';

const LEADS = 60;

/** The Leads tab of a signed-in client with more leads than a page shows, all of them new. */
const test = base.extend({
  page: async ({ clientPage: page, api, client, campaign }, use) => {
    for (let number = 1; number <= LEADS; number += 1)
      await api.createLead(client, campaign, { fullName: `Lead ${String(number).padStart(2, '0')}` });
    await page.goto(`/client/dashboard/${client.id}?tab=leads`);
    await expect(page.getByRole('button', { name: 'Lead 60', exact: true })).toBeVisible();
    await use(page);
  },
});

const bar = (page: Page) => page.getByRole('region', { name: 'Selected leads' });
const job = (page: Page) => page.getByRole('group', { name: 'Change of many leads' }).first();
const selectAll = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Select all leads on this page' }).click();
  await bar(page)
    .getByRole('button', { name: /^Select all \d+ that match$/ })
    .click();
};

test('all leads that match get a status in a job, whose result survives a reload and is undone', async ({
  page,
  api,
  client,
}) => {
  await page.goto(`${page.url()}&search=Lead`);
  await selectAll(page);
  await expect(bar(page)).toContainText('All 60 that match');
  await expectAccessibleInAllThemes(page);
  await bar(page).getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'Qualified' }).click();
  await expect(bar(page)).toBeHidden();
  await expect(job(page)).toContainText('60 leads set to Qualified');
  await expect(page.locator('[data-row]').first()).toContainText('Qualified');
  expect(await api.leads(client, '?status=qualified')).toHaveLength(LEADS);
  await page.reload();
  await expect(job(page)).toContainText('60 leads set to Qualified');
  await expectAccessibleInAllThemes(page);
  await job(page).getByRole('button', { name: 'Undo change' }).click();
  await expect(job(page)).toContainText('Change of 60 leads undone');
  await expect(page.locator('[data-row]').first()).toContainText('New');
  expect(await api.leads(client, '?status=new')).toHaveLength(LEADS);
});

test('all leads that match are exported', async ({ page }) => {
  await page.goto(`${page.url()}&search=Lead&sort=fullName`);
  await selectAll(page);
  const download = await downloadBy(page, () => bar(page).getByRole('button', { name: 'Export' }).click());
  const [, ...rows] = (await textOf(download)).trim().split('\r\n');
  expect(rows).toHaveLength(LEADS);
  expect(rows[0]).toContain('"Lead 01"');
  await expect(bar(page)).toBeVisible();
});

test('all leads that match are deleted after a question', async ({ page, api, client }) => {
  await selectAll(page);
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete all 60 that match?' })).toBeVisible();
  await pressInDialog(page, 'Delete');
  await expect(job(page)).toContainText('Deleted 60 leads');
  await expect(page.getByText('No leads yet')).toBeVisible();
  expect(await api.leads(client)).toEqual([]);
});
