import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { waitForNoRequests } from './testing/browser';
import { expectAccessibleInAllThemes } from './testing/all-themes';
import { tabTo } from './testing/keyboard';
import { createClient, type CreatedClient } from './testing/create-client';
import { useHarness } from './testing/harness';

const MISSING_ID = '00000000-0000-4000-8000-000000000000';
const ADMIN_REQUIRED = 'Admin sign-in required';

/** The route table of the product spec, section 2, and the dashboard guard of section 4. */
describe('the routes', () => {
  const harness = useHarness();
  let admin: Page;
  let visitor: Page;
  let client: CreatedClient;
  let open: CreatedClient;
  let campaign: { id: string; slug: string };

  beforeAll(async () => {
    const adminSession = await harness.admin();
    admin = adminSession.page;
    visitor = (await harness.openSession()).page;
    client = await createClient(adminSession.context);
    open = await createClient(adminSession.context, { authEnabled: false, username: '', password: '' });
    const created = await admin.request.post(`/api/clients/${client.id}/campaigns`, {
      data: { name: 'Routes', headline: 'Routes lead here' },
    });
    campaign = (await created.json()) as typeof campaign;
  });

  /** Fills in this spec's ids. */
  const url = (pattern: string) =>
    pattern
      .replace('{client}', client.id)
      .replace('{open}', open.id)
      .replace('{campaign}', campaign.id)
      .replace('{nobody}', MISSING_ID)
      .replace('{handle}', client.handle)
      .replace('{slug}', campaign.slug);
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem('clientUser'));
  const signIn = async (page: Page, { login }: CreatedClient) => {
    await page.getByLabel('Username').fill(login.username);
    await page.getByLabel('Password').fill(login.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };

  it.each([
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
  ])('%s shows a visitor "%s"', async (pattern, title) => {
    await visitor.goto(url(pattern));
    await heading(visitor, title);
  });

  it.each([
    ['/', 'Admin Console'],
    ['/admin', 'Admin Console'],
    ['/ADMIN', 'Admin Console'],
    ['/client/login', 'Client Login'],
    ['/CLIENT/Login', 'Client Login'],
    ['/client/{nobody}', 'Client not found'],
    ['/client/dashboard/{client}', 'Client Login'],
    ['/dev/ui', 'Design system'],
  ])('%s shows the administrator "%s"', async (pattern, title) => {
    await admin.goto(url(pattern));
    await heading(admin, title);
  });

  it.each(['/client/{client}/campaign/new', '/client/{client}/campaign/{campaign}', '/CLIENT/{client}/CAMPAIGN/New'])(
    '%s shows the administrator the builder',
    async (pattern) => {
      await admin.goto(url(pattern));
      await admin.getByRole('textbox', { name: 'Campaign Name' }).waitFor();
    },
  );

  it('counts the view of a landing page under its source', async () => {
    await visitor.goto(url('/landing/{handle}/{slug}?source=spec-flyer'));
    const sources = async () => {
      const answer = await admin.request.get(`/api/campaigns/${campaign.id}/scan-analytics`);
      return ((await answer.json()) as { bySource: { source: string }[] }).bySource.map(({ source }) => source);
    };
    // Views are counted asynchronously.
    while (!(await sources()).includes('spec-flyer')) await delay(50);
  });

  it('a dashboard without login opens to anyone with its URL, with Logout and without Back to Admin', async () => {
    await visitor.goto(url('/client/dashboard/{open}'));
    await heading(visitor, open.businessName);
    await visitor.getByRole('button', { name: 'Logout' }).waitFor();
    expect(await visitor.getByRole('link', { name: 'Back to Admin' }).count()).toBe(0);
  });

  it('administrators get Back to Admin instead of Logout', async () => {
    await admin.goto(url('/client/{client}'));
    await heading(admin, client.businessName);
    expect(await admin.title()).toBe(`${client.businessName} · Dripline`);
    expect(await admin.getByRole('button', { name: 'Logout' }).count()).toBe(0);
    await admin.getByRole('link', { name: 'Back to Admin' }).click();
    await admin.waitForURL('**/admin');
    await admin.getByRole('button', { name: 'Logout' }).waitFor();
  });

  it('a client without a matching session is redirected to the login, and another client’s session is cleared', async () => {
    const { page } = await harness.openSession();
    await page.goto('/');
    await signIn(page, client);
    await page.waitForURL(`**/client/dashboard/${client.id}`);
    await heading(page, client.businessName);
    expect(JSON.parse((await stored(page))!)).toMatchObject({ id: client.id, businessName: client.businessName });
    await page.getByRole('button', { name: 'Logout' }).waitFor();

    await page.goto(url('/client/dashboard/{open}'));
    await heading(page, open.businessName);
    expect(await stored(page)).not.toBeNull();

    const otherClient = await createClient(admin.context());
    await page.goto(`/client/dashboard/${otherClient.id}`);
    await page.waitForURL('**/client/login');
    expect(await stored(page)).toBeNull();
    await page.goto(`/client/dashboard/${client.id}`);
    await page.waitForURL('**/client/login');

    await page.evaluate(() => sessionStorage.setItem('clientUser', 'not a session'));
    await page.goto(`/client/dashboard/${client.id}`);
    await page.waitForURL('**/client/login');
    expect(await stored(page)).toBeNull();
  });

  it('a client whose session ended on the server is redirected to the login', async () => {
    const { page } = await harness.openSession();
    await page.goto('/client/login');
    await signIn(page, client);
    await heading(page, client.businessName);
    // Requests in progress would fail and redirect to the login before the tab is pressed.
    await waitForNoRequests(page);
    expect((await page.request.post('/api/auth/client/logout')).ok()).toBe(true);
    await page.getByRole('tab', { name: 'Leads' }).click();
    await page.waitForURL('**/client/login');
    expect(await stored(page)).toBeNull();
  });

  it('a client can open only its own builder', async () => {
    const { page, context } = await harness.openSession();
    await context.request.post('/api/auth/client/login', { data: client.login });
    await page.goto(url('/client/{client}/campaign/{campaign}'));
    await page.getByRole('textbox', { name: 'Campaign Name' }).waitFor();
    await page.goto(url('/client/{open}/campaign/new'));
    await heading(page, ADMIN_REQUIRED);
  });

  it.each([
    ['/admin', ADMIN_REQUIRED, 'Go to admin sign-in', '/admin/login'],
    ['/no/such/page', 'Page not found', 'Go to the home page', '/'],
    ['/client/dashboard/{nobody}', 'Client not found', 'Go to the home page', '/'],
  ])('%s is accessible in all themes, and its link is reachable by keyboard', async (pattern, title, link, target) => {
    await visitor.goto(url(pattern));
    await heading(visitor, title);
    await expectAccessibleInAllThemes(visitor);
    await tabTo(visitor, link);
    await visitor.keyboard.press('Enter');
    await visitor.waitForURL(`**${target}`);
  });

  it('keyboard users can skip the header', async () => {
    await admin.goto('/admin');
    await heading(admin, 'Admin Console');
    await tabTo(admin, 'Skip to content');
    await admin.keyboard.press('Enter');
    expect(await admin.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  it('every screen shows a message while the browser is offline', async () => {
    await admin.goto('/admin');
    await heading(admin, 'Admin Console');
    const bar = admin.getByText('You are offline. Changes cannot be saved until the connection is back.');
    await admin.context().setOffline(true);
    await bar.waitFor();
    await expectAccessibleInAllThemes(admin);
    await admin.context().setOffline(false);
    await bar.waitFor({ state: 'detached' });
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
