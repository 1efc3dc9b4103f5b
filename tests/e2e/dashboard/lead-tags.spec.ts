import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { downloadBy, expectToast, textOf } from '../testing/ui';

const test = base.extend({
  client: async ({ api }, use) => use(await api.createClient({ authEnabled: false })),
});

const nameOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rowOf = (page: Page, name: string) => page.locator('[data-row]').filter({ has: nameOf(page, name) });
const filters = (page: Page) => page.getByRole('dialog', { name: 'Filters' });
const choose = (page: Page, name: string, option: string) =>
  filters(page).getByRole('combobox', { name }).selectOption({ label: option });

test('leads get tags in the drawer and as a selection, are filtered by them, and exported with them', async ({
  page,
  api,
  client,
  campaign,
}) => {
  for (const fullName of ['Lead 1', 'Lead 2', 'Lead 3']) await api.createLead(client, campaign, { fullName });
  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  await expect(page.getByRole('columnheader', { name: 'Tags' })).toBeHidden();
  await nameOf(page, 'Lead 1').click();
  const drawer = page.getByRole('dialog', { name: 'Lead 1' });
  await drawer.getByRole('combobox', { name: 'Add a tag' }).fill('VIP');
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('button', { name: 'Remove the tag VIP' })).toBeVisible();
  await expect(rowOf(page, 'Lead 1')).toContainText('VIP');
  await expectAccessibleInAllThemes(page);
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: 'Select Lead 1' }).click();
  await page.getByRole('checkbox', { name: 'Select Lead 2' }).click();
  await page.getByRole('region', { name: 'Selected leads' }).getByRole('button', { name: 'Tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags: 2 selected leads' });
  await dialog.getByRole('combobox', { name: 'Add a tag' }).fill('Roof');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expectToast(page, '2 leads updated successfully');
  await expect(rowOf(page, 'Lead 2')).toContainText('Roof');

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await choose(page, 'Tag', 'VIP');
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expectAccessibleInAllThemes(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused();
  const file = await textOf(await downloadBy(page, () => page.getByRole('link', { name: /Export/ }).click()));
  expect(file.trim().split('\n')).toHaveLength(2);
  expect(file).toContain('"Roof, VIP"');

  await page.reload();
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove the filter Tagged VIP' }).click();
  await expect(page.locator('[data-row]')).toHaveCount(3);
  await page.goBack();
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.locator('[data-row]')).toHaveCount(3);
});

test(
  'filters open in a sheet on phones, with the days in the client’s time zone',
  { tag: '@touch' },
  async ({ page, api, client, campaign }) => {
    await api.createLead(client, campaign, { fullName: 'Lead 1' });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/client/dashboard/${client.id}?tab=leads`);
    await expect(nameOf(page, 'Lead 1')).toBeVisible();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await filters(page).getByLabel('Received until').fill('2020-01-31');
    await expectAccessibleInAllThemes(page);
    await page.keyboard.press('Escape');
    await expect(page.getByText('No leads match')).toBeVisible();
    await page.getByRole('button', { name: 'Remove the filter On or before Jan 31, 2020' }).click();
    await expect(nameOf(page, 'Lead 1')).toBeVisible();
  },
);
