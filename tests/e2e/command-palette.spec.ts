import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { expectAccessibleInAllThemes } from './testing/axe';
import { tabTo } from './testing/keyboard';
import { clipboardOf, expectToast } from './testing/ui';

const NAME = 'Search or go to…';

const input = (page: Page) => page.getByRole('combobox', { name: NAME });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
/** Opens the palette by its keys, once the screen listens for them. */
async function openPalette(page: Page) {
  await expect(page.getByRole('button', { name: NAME })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await expect(input(page)).toBeFocused();
}

test('the keyboard alone leads from the sign-in to a lead by the palette', async ({
  page,
  stack,
  api,
  client,
  campaign,
}) => {
  await api.createLead(client, campaign, { fullName: 'Zora Palette', phone: '(415) 555-2671' });
  await api.createLead(client, campaign, { fullName: 'Ann Other', phone: '(415) 555-2672' });
  const { keyboard } = page;
  await page.goto('/admin/login');
  await expect(page.getByPlaceholder('Enter username')).toBeVisible();
  await tabTo(page, 'Username');
  await keyboard.type(stack.admin.username);
  await tabTo(page, 'Password');
  await keyboard.type(stack.admin.password);
  await keyboard.press('Enter');

  await openPalette(page);
  await keyboard.type(client.businessName);
  await expect(option(page, new RegExp(client.businessName))).toHaveAttribute('data-highlighted', '');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/client/${client.id}`));
  await expect(input(page)).toBeHidden();

  await openPalette(page);
  await keyboard.type('zora');
  await expect(option(page, /Zora Palette/)).toHaveAttribute('data-highlighted', '');
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('1 result');
  await expect(input(page)).toHaveAttribute('aria-activedescendant', (await option(page, /Zora/).getAttribute('id'))!);
  await keyboard.press('Enter');
  const lead = page.getByRole('dialog', { name: 'Zora Palette' });
  await expect(lead).toBeVisible();
  await expect.poll(() => lead.evaluate((drawer) => drawer.contains(document.activeElement))).toBe(true);
});

test('typing another search cancels the request of the one before', async ({
  clientPage: page,
  client,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_ABORTED/);
  await page.goto(`/client/dashboard/${client.id}`);
  await openPalette(page);
  const searches: string[] = [];
  const cancelled: string[] = [];
  const searchOf = (data: unknown) =>
    (data as { variables?: { filter?: { search?: string } } })?.variables?.filter?.search;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/graphql', async (route) => {
    const search = searchOf(route.request().postDataJSON());
    if (search) searches.push(search);
    if (search === 'ann') await released;
    await route.continue().catch(() => undefined);
  });
  page.on('requestfailed', (request) => cancelled.push(searchOf(request.postDataJSON()) ?? ''));
  await input(page).fill('ann');
  await expect.poll(() => searches).toEqual(['ann']);
  await input(page).fill('bob');
  await expect.poll(() => searches).toEqual(['ann', 'bob']);
  await expect.poll(() => cancelled).toEqual(['ann']);
  release();
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Nothing found for “bob”');
});

test('the palette opens campaigns, copies their URL and does what the account may do', async ({
  clientPage: page,
  client,
  campaign,
}) => {
  await page.goto(`/client/dashboard/${client.id}`);
  await openPalette(page);
  await expect(option(page, 'New campaign')).toBeVisible();
  await expect(option(page, 'Add Client')).toHaveCount(0);
  await expect(option(page, /Client Management/)).toHaveCount(0);
  await input(page).fill(campaign.name);
  await option(page, `Copy landing URL: ${campaign.name}`).click();
  await expectToast(page, 'URL Copied!');
  expect(await clipboardOf(page)).toBe(campaign.landingUrl);
  await openPalette(page);
  await input(page).fill('upload');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Upload files' })).toBeFocused();
  await openPalette(page);
  await input(page).fill('sequence');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Create SMS sequence' })).toBeVisible();
});

test('single keys lead to tabs, and can be switched off for this browser', async ({ clientPage: page, client }) => {
  await page.goto(`/client/dashboard/${client.id}`);
  await expect(page.getByRole('button', { name: NAME })).toBeVisible();
  const tab = (name: string) => page.getByRole('tab', { name });
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(tab('Leads')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('g c');
  await expect(page.getByRole('searchbox')).toHaveValue('g c');
  await page.getByRole('searchbox').blur();
  await page.keyboard.press('?');
  const overview = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expectAccessibleInAllThemes(page);
  await overview.getByText('Single-key shortcuts').click();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('button', { name: NAME })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.keyboard.press('?');
  await expect(overview).toHaveCount(0);
  await expect(tab('Leads')).toHaveAttribute('aria-selected', 'true');
  await openPalette(page);
});

test('the palette is accessible, loads only when it is needed, and names no product on white-label dashboards', async ({
  clientPage: page,
  api,
  client,
  campaign,
}) => {
  await api.createLead(client, campaign, { fullName: 'Zora Palette', phone: '(415) 555-2671' });
  await api.put(`/api/clients/${client.id}`, { whiteLabelEnabled: true });
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  await expect(page.getByRole('button', { name: NAME })).toBeVisible();
  expect(scripts.filter((path) => path.includes('command-palette'))).toEqual([]);
  await openPalette(page);
  await expect(option(page, /Leads/).first()).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await input(page).fill('zora');
  await expect(option(page, /Zora Palette/)).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await expect(page.getByRole('dialog')).not.toContainText(/dripline/i);
});
