import { randomUUID } from 'node:crypto';
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
