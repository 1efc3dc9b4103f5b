import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { expectAccessibleInAllThemes } from './testing/axe';
import { expectToast, pressInDialog } from './testing/ui';

const dialogOf = (page: Page) => page.getByRole('dialog');
const keys = (page: Page) => page.getByRole('table', { name: 'keys' });
const tokenOf = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'API key', exact: true });

test('a client creates a key for some areas, uses it, sees its last use and revokes it', async ({
  clientPage: page,
  client,
  playwright,
  stack,
}) => {
  await page.goto(`/client/dashboard/${client.id}?tab=settings`);
  await expect(page.getByText('No API keys yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create API key' }).click();
  await pressInDialog(page, 'Create API key');
  await expect(dialogOf(page).getByText('Name the key')).toBeVisible();
  await dialogOf(page).getByLabel('Key name').fill('Zapier');
  await dialogOf(page).getByLabel('Access').selectOption('Choose by area');
  await pressInDialog(page, 'Create API key');
  await expect(dialogOf(page).getByText('Choose at least one area')).toBeVisible();
  await dialogOf(page).getByLabel('Leads').selectOption('Read and write');
  await dialogOf(page).getByLabel('Statistics').selectOption('Read');
  await expect(dialogOf(page).getByLabel('Client settings').getByRole('option')).toHaveText(['No access', 'Read']);
  await expectAccessibleInAllThemes(page);
  await pressInDialog(page, 'Create API key');
  const token = (await tokenOf(page).textContent())!;
  expect(token).toMatch(/^apikey_[\w-]{43}$/);
  await expectAccessibleInAllThemes(page);
  await pressInDialog(page, 'I have saved it');
  const row = keys(page).getByRole('row', { name: /Zapier/ });
  await expect(row).toContainText(token.slice(0, 11));
  await expect(row).toContainText('Read: Statistics');
  await expect(row).toContainText('Read and write: Leads');
  await expect(row).toContainText('Never');
  await expect(row).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}$/);
  await expect(page.locator('body')).not.toContainText(token);

  const program = await playwright.request.newContext({
    baseURL: stack.origin,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const statusOf = async (path: string) => (await program.get(`/api/clients/${client.id}/${path}`)).status();
  expect([await statusOf('leads'), await statusOf('files')]).toEqual([200, 403]);
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('just now', { timeout: 2_000 });
    await expect(row).not.toContainText('Never', { timeout: 2_000 });
  }).toPass();
  await expectAccessibleInAllThemes(page);

  await page.getByRole('button', { name: 'Revoke Zapier' }).click();
  await pressInDialog(page, 'Revoke key');
  await expectToast(page, 'API key revoked');
  await expect(row).toContainText('Revoked');
  expect(await statusOf('leads')).toBe(401);
  await program.dispose();
});

test('the console creates a key of the agency, and the activity log names it', async ({
  adminPage: page,
  client,
  playwright,
  stack,
}) => {
  await page.goto('/admin/team?tab=api-keys');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const name = `Reports ${client.handle}`;
  await dialogOf(page).getByLabel('Key name').fill(name);
  await dialogOf(page).getByLabel('Access').selectOption('Read and write everything');
  await dialogOf(page).getByLabel('Expiry').selectOption('No expiry');
  await pressInDialog(page, 'Create API key');
  const token = (await tokenOf(page).textContent())!;
  await pressInDialog(page, 'I have saved it');
  await expect(keys(page).getByRole('row', { name })).toContainText('Read and write everything');
  const program = await playwright.request.newContext({
    baseURL: stack.origin,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const created = await program.post(`/api/clients/${client.id}/campaigns`, { data: { name: 'From a program' } });
  expect(created.status()).toBe(201);
  await program.dispose();
  await page.getByRole('tab', { name: 'Activity' }).click();
  await expect(page.getByText(`${name} (API key of Agency)`)).toBeVisible();
  await page.getByRole('tab', { name: 'API keys' }).click();
  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  await pressInDialog(page, 'Revoke key');
  await expectToast(page, 'API key revoked');
});
