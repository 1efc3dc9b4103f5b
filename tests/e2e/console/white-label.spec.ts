import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { drawPng } from '../testing/media';
import { dialogOf, expectToast, pressInDialog } from '../testing/ui';

const brand = { productName: 'Lead Boost', color: '#7c3aed' };

/** Returns the color of a token of the theme. */
const tokenOf = (page: Page, name: string) =>
  page.evaluate(
    (token) => getComputedStyle(document.documentElement).getPropertyValue(token),
    `--chakra-colors-${name}`,
  );
const iconOf = (page: Page) => page.locator('link[rel=icon]').getAttribute('href');

test('an administrator sets the brand of a client, whose sign-in, dashboard and landing pages then have it', async ({
  adminPage: admin,
  api,
  client,
  openPage,
}) => {
  const campaign = await api.createCampaign(client, { headline: 'A free check' });
  await admin.goto(`/client/${client.id}?tab=settings`);
  const teal = await tokenOf(admin, 'brand-600');
  await admin.getByRole('button', { name: 'Edit Client Settings' }).click();
  const dialog = dialogOf(admin);
  await expect(dialog.getByLabel('Product Name')).toBeHidden();
  await dialog.getByText('White Label', { exact: true }).click();
  await dialog.getByLabel('Product Name').fill(brand.productName);
  await dialog.getByRole('textbox', { name: 'Client Brand Color' }).fill('violet');
  for (const [name, color] of [
    ['Brand Logo', '#00aa00'],
    ['Favicon', '#0000ff'],
    ['Social Card', '#ff0000'],
  ] as const) {
    await dialog
      .getByRole('group', { name })
      .locator('input[type=file]')
      .last()
      .setInputFiles(await drawPng(admin, `${name}.png`, color));
    await expect(dialog.getByRole('button', { name: `Replace ${name}` })).toBeVisible();
  }
  await pressInDialog(admin, 'Save changes');
  await expect(dialog.getByText('Enter a color as # and six hexadecimal digits.')).toBeVisible();
  await expectAccessibleInAllThemes(admin);
  await dialog.getByRole('textbox', { name: 'Client Brand Color' }).fill(brand.color);
  await expect(dialog.getByText(/with white text \([4-9]\.\d:1\)/)).toBeVisible();
  await pressInDialog(admin, 'Save changes');
  await expectToast(admin, 'Client updated successfully');
  // Administrators keep their own product.
  expect(await tokenOf(admin, 'brand-600')).toBe(teal);

  const page = await openPage();
  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  await expect(page.getByText(`Your campaigns and leads on ${brand.productName}`)).toBeVisible();
  await expect(page).toHaveTitle(`Sign in · ${brand.productName}`);
  await expect(page.getByRole('link', { name: 'Admin login' })).toBeHidden();
  const violet = await tokenOf(page, 'brand-600');
  expect(violet).not.toBe(teal);
  await expectAccessibleInAllThemes(page);
  await page.getByLabel('Username').fill(client.login.username);
  await page.getByLabel('Password').fill(client.login.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
  await expect(page).toHaveTitle(`${client.businessName} · ${brand.productName}`);
  const header = page.getByRole('banner');
  await expect(header.getByText(brand.productName, { exact: true })).toBeVisible();
  const { brand: stored } = await api.get<{ brand: Record<string, string> }>(`/api/clients/${client.id}`);
  await expect(header.locator('img').first()).toHaveAttribute('src', /^\/objects\//);
  expect(await iconOf(page)).toMatch(/^\/objects\//);
  expect(await tokenOf(page, 'brand-600')).toBe(violet);
  await expectAccessibleInAllThemes(page);

  const landing = await openPage();
  await landing.goto(campaign.landingUrl);
  await expect(landing.getByText(`Powered by ${brand.productName}`)).toBeVisible();
  await expect(landing.locator('img.logo')).toBeVisible();
  expect(await landing.locator('meta[property="og:image"]').getAttribute('content')).toContain(
    stored['socialImageUrl'],
  );
  expect(await iconOf(landing)).toMatch(/^\/objects\//);
  expect(await landing.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))).toBe(
    brand.color,
  );
  await expectAccessibleInAllThemes(landing);
});
