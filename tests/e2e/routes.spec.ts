import type { Page } from '@playwright/test';
import { expect, test as base } from './fixtures';
import type { CreatedClient } from './testing/api';
import { expectAccessibleInAllThemes } from './testing/axe';
import { tabTo } from './testing/keyboard';
import { ABORTED } from './testing/page-errors';
import { recordRequests, responseTo } from './testing/network';

const MISSING_ID = '00000000-0000-4000-8000-000000000000';
const ADMIN_REQUIRED = 'Admin sign-in required';

interface Fixtures {
  /** A client whose dashboard is open to anyone with its link. */
  openClient: CreatedClient;
  /** Fills in the ids and slugs of this test. */
  url: (pattern: string) => string;
}

/** The route table of the product spec, section 2, and the dashboard guard of section 4. */
const test = base.extend<Fixtures>({
  campaign: async ({ api, client }, use) => use(await api.createCampaign(client, { headline: 'Routes lead here' })),
  openClient: async ({ api }, use) => use(await api.createClient({ authEnabled: false, username: '', password: '' })),
  url: ({ client, campaign, openClient }, use) =>
    use((pattern) =>
      pattern
        .replace('{client}', client.id)
        .replace('{open}', openClient.id)
        .replace('{campaign}', campaign.id)
        .replace('{nobody}', MISSING_ID)
        .replace('{handle}', client.handle)
        .replace('{slug}', campaign.slug),
    ),
});

const expectHeading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
const expectDashboardOf = (page: Page, name: string) =>
  expect(page.getByRole('banner').getByText(name, { exact: true })).toBeVisible();
const storedClient = (page: Page) => page.evaluate(() => sessionStorage.getItem('clientUser'));

test('every route shows a visitor its screen', async ({ page, url }) => {
  for (const [pattern, title] of [
    ['/', 'Client Login'],
    ['/admin', ADMIN_REQUIRED],
    ['/admin/login', 'Dripline'],
    ['/dev/ui', ADMIN_REQUIRED],
    ['/client/login', 'Client Login'],
    ['/client/{client}', ADMIN_REQUIRED],
    ['/client/{client}/campaign/new', ADMIN_REQUIRED],
    ['/client/{client}/campaign/{campaign}', ADMIN_REQUIRED],
    ['/client/dashboard/{client}', 'Client Login'],
    ['/client/dashboard/{nobody}', 'Client not found'],
    ['/client/dashboard/not-an-id', 'Client not found'],
    ['/landing/{handle}/{slug}', 'Routes lead here'],
    ['/landing/{client}/{slug}', 'Routes lead here'],
    ['/no/such/page', 'Page not found'],
    ['/ADMIN', ADMIN_REQUIRED],
    ['/Admin/Login', 'Dripline'],
    ['/CLIENT/LOGIN', 'Client Login'],
    ['/Client/{client}/Campaign/NEW', ADMIN_REQUIRED],
    ['/Client/Dashboard/{nobody}', 'Client not found'],
    ['/Landing/{handle}/{slug}', 'Routes lead here'],
  ] as const)
    await test.step(pattern, async () => {
      await page.goto(url(pattern));
      await expectHeading(page, title);
    });
});

test('every route shows the administrator its screen', async ({ adminPage, url }) => {
  for (const [pattern, title] of [
    ['/', 'Overview'],
    ['/admin', 'Overview'],
    ['/ADMIN', 'Overview'],
    ['/client/login', 'Client Login'],
    ['/CLIENT/Login', 'Client Login'],
    ['/client/{nobody}', 'Client not found'],
    ['/client/dashboard/{client}', 'Client Login'],
    ['/dev/ui', 'Design system'],
  ] as const)
    await test.step(pattern, async () => {
      await adminPage.goto(url(pattern));
      await expectHeading(adminPage, title);
    });
  for (const pattern of [
    '/client/{client}/campaign/new',
    '/client/{client}/campaign/{campaign}',
    '/CLIENT/{client}/CAMPAIGN/New',
  ])
    await test.step(pattern, async () => {
      await adminPage.goto(url(pattern));
      await expect(adminPage.getByRole('textbox', { name: 'Campaign Name' })).toBeVisible();
    });
});

test('counts the view of a landing page under its source', async ({ page, api, url }) => {
  await page.goto(url('/landing/{handle}/{slug}?source=spec-flyer'));
  const scans = () => api.get(url('/api/campaigns/{campaign}/scan-analytics'));
  await expect.poll(scans).toMatchObject({ bySource: [{ source: 'spec-flyer' }] });
});

test('a dashboard without login opens to anyone with its URL, with Logout and without Back to Admin', async ({
  page,
  openClient,
}) => {
  await page.goto(`/client/dashboard/${openClient.id}`);
  await expectDashboardOf(page, openClient.businessName);
  await expect(page.getByRole('link', { name: 'Back to Admin' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(/\/client\/login/);
  await expect(page.getByRole('status').getByText('Logged Out', { exact: true })).toBeVisible();
});

test('administrators get Back to Admin instead of Logout', async ({ adminPage: page, client }) => {
  await page.goto(`/client/${client.id}`);
  await expectDashboardOf(page, client.businessName);
  await expect(page).toHaveTitle(`${client.businessName} · Dripline`);
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Admin' }).click();
  await page.waitForURL('**/admin');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('a client without a matching session is redirected to the login, and another client’s session is cleared', async ({
  clientPage: page,
  api,
  client,
  openClient,
}) => {
  await page.goto(`/client/dashboard/${client.id}`);
  await expectDashboardOf(page, client.businessName);
  expect(JSON.parse((await storedClient(page))!)).toMatchObject({ id: client.id, businessName: client.businessName });
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();

  await page.goto(`/client/dashboard/${openClient.id}`);
  await expectDashboardOf(page, openClient.businessName);
  expect(await storedClient(page)).not.toBeNull();

  await page.goto(`/client/dashboard/${(await api.createClient()).id}`);
  await page.waitForURL(/\/client\/login/);
  expect(await storedClient(page)).toBeNull();

  await page.request.post('/api/auth/client/logout');
  await page.evaluate(() => sessionStorage.setItem('clientUser', 'not a session'));
  await page.goto(`/client/dashboard/${client.id}`);
  await page.waitForURL(/\/client\/login/);
  expect(await storedClient(page)).toBeNull();
});

test('a client whose session ended on the server is redirected to the login', async ({ clientPage: page, client }) => {
  // Requests in progress would fail and redirect to the login before the tab is pressed.
  await page.goto(`/client/dashboard/${client.id}?tab=campaigns`);
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  expect((await page.request.post('/api/auth/client/logout')).ok()).toBe(true);
  await page.getByRole('tab', { name: 'Leads' }).click();
  await page.waitForURL(/\/client\/login/);
  expect(await storedClient(page)).toBeNull();
});

test('a client can open only its own builder', async ({ clientPage: page, url }) => {
  await page.goto(url('/client/{client}/campaign/{campaign}'));
  await expect(page.getByRole('textbox', { name: 'Campaign Name' })).toBeVisible();
  await page.goto(url('/client/{open}/campaign/new'));
  await expectHeading(page, ADMIN_REQUIRED);
});

test('the builder opens under IDs in upper case, as other screens do', async ({
  clientPage: page,
  client,
  campaign,
}) => {
  await page.goto(`/client/${client.id.toUpperCase()}/campaign/${campaign.id.toUpperCase()}`);
  await expect(page.getByRole('textbox', { name: 'Campaign Name' })).toBeVisible();
});

test('the tab in the address is the first that is shown', async ({ clientPage: page, api, client, pageErrors }) => {
  pageErrors.expect(ABORTED);
  await api.updateClient(client, { webhooksEnabled: true });
  const requests = recordRequests(page);
  // What the account may see arrives after the client, because the query of both fails.
  const loaded = responseTo(page, /^Client$/);
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('"Dashboard"')) return route.abort();
    if (route.request().postData()?.includes('"Viewer"')) await loaded;
    await route.continue();
  });
  await page.goto(`/client/dashboard/${client.id}?tab=webhooks`);
  await expect(page.getByRole('tab', { name: 'Webhooks' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  expect(requests).not.toContain('ClientSources');
});

test('Back returns to the tab before', async ({ clientPage: page, client }) => {
  await page.goto(`/client/dashboard/${client.id}`);
  for (const name of ['Leads', 'File Manager']) await page.getByRole('tab', { name }).click();
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Leads' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Dashboard' })).toHaveAttribute('aria-selected', 'true');
});

test('the theme can be switched where storage is blocked', async ({ page }) => {
  await page.addInitScript(() => {
    const block = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    Object.assign(Storage.prototype, { getItem: block, setItem: block, removeItem: block });
  });
  await page.goto('/client/login');
  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  await expect(page.locator('html')).toHaveClass('dark');
  await page.getByRole('button', { name: 'Switch to light mode' }).click();
  await expect(page.locator('html')).toHaveClass('light');
});

for (const [path, title, link, target] of [
  ['/admin', ADMIN_REQUIRED, 'Go to admin sign-in', '/admin/login'],
  ['/no/such/page', 'Page not found', 'Go to the home page', '/'],
  [`/client/dashboard/${MISSING_ID}`, 'Client not found', 'Go to the home page', '/'],
] as const)
  test(`${path} is accessible in all themes, and its link is reachable by keyboard`, async ({ page }) => {
    await page.goto(path);
    await expectHeading(page, title);
    await expectAccessibleInAllThemes(page);
    await tabTo(page, link);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === target);
  });

test('keyboard users can skip the header', async ({ adminPage: page }) => {
  await page.goto('/admin');
  await expectHeading(page, 'Overview');
  await tabTo(page, 'Skip to content');
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
});

test('every screen shows a message while the browser is offline', async ({ adminPage: page }) => {
  await Promise.all([responseTo(page, /^AdminStats$/), responseTo(page, /^Clients$/), page.goto('/admin?tab=clients')]);
  const bar = page.getByText('You are offline. Changes cannot be saved until the connection is back.');
  await page.context().setOffline(true);
  await expect(bar).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await page.context().setOffline(false);
  await expect(bar).toBeHidden();
});
