import { expect, test } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { drawPng } from '../testing/media';
import { statusError } from '../testing/page-errors';
import { dialogOf, expectToast, pressInDialog } from '../testing/ui';

test('a client has its landing pages, its sign-in and its dashboard on a domain of its own', async ({
  adminPage: admin,
  api,
  client,
  openPage,
  pageErrors,
}) => {
  pageErrors.expect(statusError('404 (Not Found)'));
  // Browsers send each subdomain of localhost to this machine.
  const domain = `${client.handle}.localhost`;
  const other = await api.createClient();
  const [campaign, others] = [
    await api.createCampaign(client, { headline: 'A free check', submitButtonText: 'Send' }),
    await api.createCampaign(other, { headline: 'Of somebody else' }),
  ];
  await admin.goto(`/client/${client.id}?tab=settings`);
  await admin.getByRole('button', { name: 'Edit Client Settings' }).click();
  const dialog = dialogOf(admin);
  await dialog.getByText('White Label', { exact: true }).click();
  await dialog.getByLabel('Product Name').fill('Lead Boost');
  await dialog.getByRole('textbox', { name: 'Client Brand Color' }).fill('#7c3aed');
  await dialog.getByLabel('Domain').fill('https://offers.example.com');
  await pressInDialog(admin, 'Save changes');
  await expect(dialog.getByText('Enter a domain such as offers.example.com, without')).toBeVisible();
  await expectAccessibleInAllThemes(admin);
  await dialog.getByLabel('Domain').fill(domain);
  await pressInDialog(admin, 'Save changes');
  await expectToast(admin, 'Client updated successfully');

  const { landingUrl } = await api.get<{ landingUrl: string }>(`/api/campaigns/${campaign.id}`);
  const site = new URL(landingUrl).origin;
  expect(new URL(landingUrl).hostname).toBe(domain);
  pageErrors.expect(`request to ${site}`);
  const visitor = await openPage();
  await visitor.goto(landingUrl);
  await expect(visitor.locator('link[rel=canonical]')).toHaveAttribute('href', landingUrl);
  await visitor.getByLabel('Full Name').fill('Ann Lee');
  await visitor.getByLabel('Phone').fill('(212) 555-0179');
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText('Thanks!')).toBeVisible();
  await visitor.goto(`${site}${new URL(others.landingUrl).pathname}`);
  await expect(visitor.getByRole('heading', { name: 'Campaign not found' })).toBeVisible();

  const page = await openPage();
  await page.goto(`${site}/nowhere`);
  await page.getByRole('link', { name: /home/i }).click();
  await expect(page.getByText('Your campaigns and leads on Lead Boost')).toBeVisible();
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', 'data:,');
  await expect(page.getByRole('main').locator('svg[viewBox="0 0 32 32"]')).toHaveCount(0);
  await page.goto(`${site}/client/${client.id}`);
  await expect(page).toHaveURL(`${site}/client/login`);
  await page.goto(`${site}/admin`);
  await expect(page).toHaveURL(`${site}/client/login`);
  await expect(page).toHaveTitle('Sign in · Lead Boost');
  await expect(page.getByText('Your campaigns and leads on Lead Boost')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Admin login' })).toBeHidden();
  expect(await page.content()).not.toMatch(/dripline/i);
  await expectAccessibleInAllThemes(page);
  await page.getByLabel('Username').fill(client.login.username);
  await page.getByLabel('Password').fill(client.login.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(`${site}/client/dashboard/${client.id}`);
  await expect(page.getByText('Ann Lee').first()).toBeVisible();
  await page.goto(`${site}/client/dashboard/${client.id}?tab=files`);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await drawPng(page, 'menu.png', '#00aa00'));
  await expect(page.getByRole('link', { name: 'menu.png' })).toBeVisible();
  // The session belongs to the domain.
  await page.goto(`/client/dashboard/${client.id}`);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
});
