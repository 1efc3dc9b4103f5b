import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { quiet } from './testing/browser';
import { expectEveryLookGood } from './testing/every-look';
import { tabTo } from './testing/keyboard';
import { newClient, type NewClient } from './testing/new-client';
import { useStage } from './testing/use-stage';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const NEEDS_ADMIN = 'Admin sign-in required';

/** The route table of the product spec, section 2, and the dashboard guard of section 4. */
describe('the routes', () => {
  const stage = useStage();
  let admin: Page;
  let visitor: Page;
  let client: NewClient;
  let open: NewClient;
  let campaign: { id: string; slug: string };

  beforeAll(async () => {
    const someone = await stage.admin();
    admin = someone.page;
    visitor = (await stage.person()).page;
    client = await newClient(someone.context);
    open = await newClient(someone.context, { authEnabled: false, username: '', password: '' });
    const made = await admin.request.post(`/api/clients/${client.id}/campaigns`, {
      data: { name: 'Routes', headline: 'Routes lead here' },
    });
    campaign = (await made.json()) as typeof campaign;
  });

  /** An address with this spec's own ids in it. */
  const address = (pattern: string) =>
    pattern
      .replace('{client}', client.id)
      .replace('{open}', open.id)
      .replace('{campaign}', campaign.id)
      .replace('{nobody}', NOBODY)
      .replace('{handle}', client.handle)
      .replace('{slug}', campaign.slug);
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem('clientUser'));
  const signIn = async (page: Page, { login }: NewClient) => {
    await page.getByLabel('Username').fill(login.username);
    await page.getByLabel('Password').fill(login.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };

  it.each([
    ['/', 'Client Login'],
    ['/admin', NEEDS_ADMIN],
    ['/admin/login', 'Dripline'],
    ['/dev/ui', NEEDS_ADMIN],
    ['/client/login', 'Client Login'],
    ['/client/{client}', NEEDS_ADMIN],
    ['/client/{client}/campaign/new', NEEDS_ADMIN],
    ['/client/{client}/campaign/{campaign}', NEEDS_ADMIN],
    ['/client/dashboard/{client}', 'Client Login'],
    ['/client/dashboard/{nobody}', 'Client not found'],
    ['/client/dashboard/not-an-id', 'Client not found'],
    ['/landing/{handle}/{slug}', 'Routes lead here'],
    ['/landing/{client}/{slug}', 'Routes lead here'],
    ['/no/such/page', 'Page not found'],
    ['/ADMIN', NEEDS_ADMIN],
    ['/Admin/Login', 'Dripline'],
    ['/CLIENT/LOGIN', 'Client Login'],
    ['/Client/{client}/Campaign/NEW', NEEDS_ADMIN],
    ['/Client/Dashboard/{nobody}', 'Client not found'],
    ['/Landing/{handle}/{slug}', 'Routes lead here'],
  ])('%s shows a visitor "%s"', async (pattern, title) => {
    await visitor.goto(address(pattern));
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
    await admin.goto(address(pattern));
    await heading(admin, title);
  });

  it.each(['/client/{client}/campaign/new', '/client/{client}/campaign/{campaign}', '/CLIENT/{client}/CAMPAIGN/New'])(
    '%s shows the administrator the builder',
    async (pattern) => {
      await admin.goto(address(pattern));
      await admin.getByRole('textbox', { name: 'Campaign Name' }).waitFor();
    },
  );

  it('passes the landing page’s source on to the campaign load', async () => {
    await visitor.goto(address('/landing/{handle}/{slug}?source=spec-flyer'));
    const sources = async () => {
      const answer = await admin.request.get(`/api/campaigns/${campaign.id}/scan-analytics`);
      return ((await answer.json()) as { bySource: { source: string }[] }).bySource.map(({ source }) => source);
    };
    // Counted a moment after the page was shown.
    while (!(await sources()).includes('spec-flyer')) await delay(50);
  });

  it('opens a dashboard without a login to whoever has its address, with Logout and without the way to the console', async () => {
    await visitor.goto(address('/client/dashboard/{open}'));
    await heading(visitor, open.businessName);
    await visitor.getByRole('button', { name: 'Logout' }).waitFor();
    expect(await visitor.getByRole('link', { name: 'Back to Admin' }).count()).toBe(0);
  });

  it('gives the administrator a way back in place of Logout', async () => {
    await admin.goto(address('/client/{client}'));
    await heading(admin, client.businessName);
    expect(await admin.title()).toBe(`${client.businessName} · Dripline`);
    expect(await admin.getByRole('button', { name: 'Logout' }).count()).toBe(0);
    await admin.getByRole('link', { name: 'Back to Admin' }).click();
    await admin.waitForURL('**/admin');
    await admin.getByRole('button', { name: 'Logout' }).waitFor();
  });

  it('sends a client to the login, and clears the session that is another’s', async () => {
    const { page } = await stage.person();
    await page.goto('/');
    await signIn(page, client);
    await page.waitForURL(`**/client/dashboard/${client.id}`);
    await heading(page, client.businessName);
    expect(JSON.parse((await stored(page))!)).toMatchObject({ id: client.id, businessName: client.businessName });
    await page.getByRole('button', { name: 'Logout' }).waitFor();

    await page.goto(address('/client/dashboard/{open}'));
    await heading(page, open.businessName);
    expect(await stored(page)).not.toBeNull();

    const other = await newClient(admin.context());
    await page.goto(`/client/dashboard/${other.id}`);
    await page.waitForURL('**/client/login');
    expect(await stored(page)).toBeNull();
    await page.goto(`/client/dashboard/${client.id}`);
    await page.waitForURL('**/client/login');

    await page.evaluate(() => sessionStorage.setItem('clientUser', 'not a session'));
    await page.goto(`/client/dashboard/${client.id}`);
    await page.waitForURL('**/client/login');
    expect(await stored(page)).toBeNull();
  });

  it('sends a client whose session has ended on the server back to the login', async () => {
    const { page } = await stage.person();
    await page.goto('/client/login');
    await signIn(page, client);
    await heading(page, client.businessName);
    // What is still under way would be refused, and lead to the login before the tab is pressed.
    await quiet(page);
    expect((await page.request.post('/api/auth/client/logout')).ok()).toBe(true);
    await page.getByRole('tab', { name: 'Leads' }).click();
    await page.waitForURL('**/client/login');
    expect(await stored(page)).toBeNull();
  });

  it('lets a client into its own builder, and nobody else’s', async () => {
    const { page, context } = await stage.person();
    await context.request.post('/api/auth/client/login', { data: client.login });
    await page.goto(address('/client/{client}/campaign/{campaign}'));
    await page.getByRole('textbox', { name: 'Campaign Name' }).waitFor();
    await page.goto(address('/client/{open}/campaign/new'));
    await heading(page, NEEDS_ADMIN);
  });

  it.each([
    ['/admin', NEEDS_ADMIN, 'Go to admin sign-in', '/admin/login'],
    ['/no/such/page', 'Page not found', 'Go to the home page', '/'],
    ['/client/dashboard/{nobody}', 'Client not found', 'Go to the home page', '/'],
  ])('%s looks good everywhere, and its way out is reached by the keyboard', async (pattern, title, way, to) => {
    await visitor.goto(address(pattern));
    await heading(visitor, title);
    await expectEveryLookGood(visitor);
    await tabTo(visitor, way);
    await visitor.keyboard.press('Enter');
    await visitor.waitForURL(`**${to}`);
  });

  it('lets the keyboard skip the header', async () => {
    await admin.goto('/admin');
    await heading(admin, 'Admin Console');
    await tabTo(admin, 'Skip to content');
    await admin.keyboard.press('Enter');
    expect(await admin.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  it('says so while there is no network, on every screen, and stops when it is back', async () => {
    await admin.goto('/admin');
    await heading(admin, 'Admin Console');
    const bar = admin.getByText('You are offline. Changes cannot be saved until the connection is back.');
    await admin.context().setOffline(true);
    await bar.waitFor();
    await expectEveryLookGood(admin);
    await admin.context().setOffline(false);
    await bar.waitFor({ state: 'detached' });
  });

  it('made no page complain, and asked nothing of another site', () => {
    expect(stage.watch.complaints).toEqual([]);
  });
});
