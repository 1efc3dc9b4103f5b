import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { dialogOf, expectToast, pressInDialog } from '../testing/ui';

/** The Billing & Limits tab of the admin console. `page` is the administrator's. Other tests use the same stack. */
const test = base.extend<{ marker: string }>({
  page: ({ adminPage }, use) => use(adminPage),
  marker: ({ baseURL: _ }, use) => use(`Billed ${randomUUID().slice(0, 8)}`),
});

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'clients', exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
const find = (page: Page, name: string) => page.getByRole('searchbox', { name: 'Find clients by name' }).fill(name);

test('a raised limit releases held leads, and its history says who raised it', async ({ page, api, marker }) => {
  const client = await api.createClient({ businessName: marker });
  await api.updateClient(client, { monthlyLeadLimit: 1 });
  const campaign = await api.createCampaign(client);
  for (const fullName of ['One', 'Two', 'Three']) await api.createLead(client, campaign, { fullName });
  await page.goto('/admin?tab=billing');
  await find(page, marker);
  const row = rowOf(page, marker);
  await expect(row.locator('[data-label=Leads]')).toHaveText(/1 \/ 1\s*100%/);
  await expect(row).toContainText('2 leads held');
  await expectAccessibleInAllThemes(page);
  await page.getByRole('button', { name: `Raise the limits of ${marker}`, exact: true }).click();
  await dialogOf(page).getByRole('spinbutton', { name: 'Monthly Lead Limit' }).fill('20');
  await expect(dialogOf(page)).toContainText('2 leads held. Saving releases 2, oldest first.');
  await pressInDialog(page, 'Save limits');
  await expectToast(page, 'Limits saved for 1 client');
  await expect(row.locator('[data-label=Leads]')).toContainText('/ 20');
  await page.getByRole('button', { name: `Limit changes of ${marker}`, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`dialog=history&id=${client.id}`));
  await expect(dialogOf(page).getByRole('listitem')).toHaveText([
    /^Lead limit: 1 → 20admin, just now/,
    /^Lead limit: 1,000 → 1admin, /,
  ]);
  await expectAccessibleInAllThemes(page);
  const { heldLeads } = await api.get<{ heldLeads: number }>(`/api/clients/${client.id}/stats`);
  expect(heldLeads).toBe(0);
});

test('an earlier month leaves out a client that did not exist yet', async ({ page, api, marker }) => {
  await api.createClient({ businessName: marker });
  await page.goto('/admin?tab=billing');
  await find(page, marker);
  await expect(rowOf(page, marker)).toBeVisible();
  await page.getByRole('combobox', { name: 'Month' }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/month=20\d\d-\d\d/);
  await expect(page.getByText('No client matches')).toBeVisible();
});

test('rates that are set apply to the statement of a client, which downloads as PDF and CSV', async ({
  page,
  api,
  marker,
}) => {
  const client = await api.createClient({ businessName: marker });
  const campaign = await api.createCampaign(client);
  for (const fullName of ['One', 'Two']) await api.createLead(client, campaign, { fullName });
  await page.goto('/admin?tab=billing');
  await page.getByRole('button', { name: 'Set rates' }).click();
  const rates = dialogOf(page);
  await rates.getByRole('textbox', { name: 'Base fee per month' }).fill('99');
  await rates.getByRole('textbox', { name: 'Price per lead' }).fill('1.5.0');
  await rates.getByRole('textbox', { name: 'Price per carrier segment' }).fill('0.0079');
  await rates.getByRole('combobox', { name: 'Currency' }).selectOption('EUR');
  await pressInDialog(page, 'Save rates');
  await expect(rates.getByText(/Price per lead must be a decimal/)).toBeVisible();
  await rates.getByRole('textbox', { name: 'Price per lead' }).fill('1.50');
  await expectAccessibleInAllThemes(page);
  await pressInDialog(page, 'Save rates');
  await expectToast(page, 'Rates saved');
  await expect(page.getByRole('region', { name: 'Rates' }).getByRole('definition').nth(2)).toHaveText('€0.0079');

  await find(page, marker);
  await expect(rowOf(page, marker).locator('[data-label=Amount]')).toHaveText('€102.00');
  await page.getByRole('button', { name: `Statement of ${marker}`, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`dialog=statement&id=${client.id}`));
  await pressInDialog(page, 'Own rates');
  await dialogOf(page).getByRole('textbox', { name: 'Base fee per month' }).fill('49.995');
  await pressInDialog(page, 'Save rates');
  await expect(rowOf(page, marker).locator('[data-label=Amount]')).toHaveText('€53.00');

  await page.getByRole('button', { name: `Statement of ${marker}`, exact: true }).click();
  const statement = dialogOf(page);
  await expect(statement.getByRole('row')).toContainText([
    /Item/,
    /Base fee1€49.995€50.00/,
    /Leads2€1.50€3.00/,
    /Carrier/,
    /Total of the statement€53.00/,
  ]);
  await expectAccessibleInAllThemes(page);
  for (const [name, start] of [
    ['PDF', '%PDF-'],
    ['CSV', '"Client","Month"'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      statement.getByRole('button', { name: `Download ${name}` }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^statement-20\\d\\d-\\d\\d\\.${name.toLowerCase()}$`));
    expect(await text(await download.createReadStream())).toContain(start);
  }
  await page.keyboard.press('Escape');
  const [all] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download statements' }).click(),
  ]);
  expect(await text(await all.createReadStream())).toContain(`"${marker}","${client.id}"`);
});
