import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { expectAccessibleInAllThemes } from '../testing/all-themes';
import { expectFocusKept, expectFocusOn, tabTo } from '../testing/keyboard';
import { type CreatedCampaign, createCampaign, createLead, viewLandingPage } from '../testing/create-campaign';
import { createClient, type CreatedClient } from '../testing/create-client';
import { useHarness } from '../testing/harness';

/**
 * The Dashboard tab, and who may open a dashboard. Tests run in order, and each continues where the previous one ended.
 */
describe('the client dashboard', () => {
  const harness = useHarness();
  let admin: BrowserContext;
  let adminPage: Page;
  let page: Page;
  let client: CreatedClient;
  let campaign: CreatedCampaign;

  beforeAll(async () => {
    ({ context: admin, page: adminPage } = await harness.admin());
    client = await createClient(admin, { businessName: 'Linked & Open', authEnabled: false });
    ({ page } = await harness.openSession());
    await page.goto(`/client/dashboard/${client.id}`);
  });

  const card = (label: string) => page.getByRole('group', { name: label, exact: true });
  const shows = async (expected: Record<string, string>) => {
    for (const [label, value] of Object.entries(expected))
      await card(label).getByText(value, { exact: true }).waitFor();
  };
  const activity = () => page.getByRole('region', { name: 'Recent Activity' });
  const chart = () => page.getByRole('slider', { name: 'Views, QR scans and leads of the last 30 days' });
  const selectedDay = () => chart().getAttribute('aria-valuetext');
  const setClient = async (data: object) =>
    expect((await admin.request.put(`/api/clients/${client.id}`, { data })).ok()).toBe(true);

  it('opens by its link when the client has no login, and shows empty states', async () => {
    await page.getByRole('heading', { level: 1, name: 'Linked & Open' }).waitFor();
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual([
      'Dashboard',
      'Campaigns',
      'Leads',
      'SMS Follow-ups',
      'File Manager',
      'Settings',
    ]);
    await shows({ 'Total Leads': '0', 'Active Campaigns': '0', 'SMS Sent': '0' });
    await card('Conversions').getByText('0.0% of leads').waitFor();
    await activity().getByText('No leads yet').waitFor();
    await page.getByText('No data yet').waitFor();
    expect(await chart().count()).toBe(0);
    await expectAccessibleInAllThemes(page);
  });

  it('counts leads, active campaigns, conversions with their percentage, and messages', async () => {
    campaign = await createCampaign(admin, client.id, { name: 'Spring' });
    await createCampaign(admin, client.id, { name: 'Old', status: 'inactive' });
    const sequence = {
      name: 'Hello',
      campaignId: campaign.id,
      triggerEvent: 'lead_created',
      steps: [{ delayMinutes: 0, message: 'Hi' }],
    };
    expect((await admin.request.post(`/api/clients/${client.id}/sms-sequences`, { data: sequence })).ok()).toBe(true);
    await setClient({ monthlySMSLimit: 8 });
    const ids: string[] = [];
    for (let nth = 1; nth <= 7; nth += 1) {
      // Only three leads have a phone number.
      const phone = nth > 4 ? { phone: `(415) 555-267${nth}` } : {};
      ids.push(
        (
          await createLead(admin, client.id, campaign, {
            fullName: nth === 7 ? '<b>Seventh</b>' : `Lead ${nth}`,
            ...phone,
          })
        ).id,
      );
    }
    for (const [nth, status] of ['converted', 'qualified', 'contacted'].entries())
      await admin.request.put(`/api/leads/${ids[nth]}`, { data: { status } });
    for (const source of ['qr', 'qr', undefined]) await viewLandingPage(admin, client.id, campaign, source);
    while ((await sentMessages()).length < 3) await new Promise((resolve) => setTimeout(resolve, 200));
    await page.reload();
    await shows({ 'Total Leads': '7', 'Active Campaigns': '1', Conversions: '2', 'SMS Sent': '3' });
    await card('Conversions').getByText('28.6% of leads').waitFor();
  });
  const sentMessages = async () => {
    const messages = (await (await admin.request.get(`/api/clients/${client.id}/sms-messages`)).json()) as {
      status: string;
    }[];
    return messages.filter(({ status }) => status === 'sent');
  };

  it('lists the five latest leads and escapes their names', async () => {
    const lines = activity().getByRole('listitem');
    await lines.first().waitFor();
    expect(await lines.evaluateAll((items) => items.map((item) => item.querySelector('p')!.textContent))).toEqual([
      '<b>Seventh</b>',
      'Lead 6',
      'Lead 5',
      'Lead 4',
      'Lead 3',
    ]);
    expect(await lines.first().innerText()).toContain('Spring');
    expect(await lines.last().innerText()).toContain('Contacted');
  });

  it('shows the usage of the monthly limits, rounded', async () => {
    const sms = page.getByRole('group', { name: 'SMS usage' });
    await sms.getByText('3 / 8').waitFor();
    await sms.getByText('38%', { exact: true }).waitFor();
    expect(await page.getByRole('progressbar', { name: 'SMS used this month' }).getAttribute('aria-valuenow')).toBe(
      '38',
    );
    await page.getByRole('group', { name: 'Leads usage' }).getByText('7 / 1,000').waitFor();
    await page.getByRole('group', { name: 'Campaigns usage' }).getByText('2 / 10').waitFor();
  });

  it('charts the last 30 days, shows a day by pointer and keyboard, and lists all days in a table', async () => {
    const today = await selectedDay();
    expect(today).toMatch(/^\w{3} \d+: Views 3, QR scans 2, Leads 7$/);
    await chart().focus();
    await page.keyboard.press('ArrowLeft');
    expect(await selectedDay()).toMatch(/: Views 0, QR scans 0, Leads 0$/);
    const yesterday = await selectedDay();
    await page.keyboard.press('Home');
    expect(await chart().getAttribute('aria-valuenow')).toBe('0');
    await page.keyboard.press('End');
    expect(await selectedDay()).toBe(today);
    await page.keyboard.press('ArrowRight');
    expect(await selectedDay()).toBe(today);
    const { x, y, width, height } = (await chart().locator('svg').boundingBox())!;
    await page.mouse.move(x + (width * 28) / 29, y + height / 2);
    expect(await selectedDay()).toBe(yesterday);
    await page.mouse.move(x + width - 1, y + height / 2);
    expect(await page.locator('[data-readout]').innerText()).toMatch(/Views\s+3\s+QR scans\s+2\s+Leads\s+7$/);
    await page.mouse.move(0, 0);
    const rows = page.getByRole('table', { name: 'Views, QR scans and leads of the last 30 days' }).getByRole('row');
    expect(await rows.count()).toBe(31);
    expect((await rows.last().allInnerTexts())[0]).toMatch(/3\s+2\s+7$/);
    await expectAccessibleInAllThemes(page);
  });

  it('explains held leads, and releases them when the limit is raised', async () => {
    await setClient({ monthlyLeadLimit: 7 });
    await createLead(admin, client.id, campaign, { fullName: 'Held back' });
    await page.reload();
    await page
      .getByRole('status')
      .getByText(
        '1 lead is held because the monthly lead limit is reached. It is released when the limit is raised or a new month starts.',
      )
      .waitFor();
    await shows({ 'Total Leads': '7' });
    expect(await activity().getByText('Held back').count()).toBe(0);
    await adminPage.goto(`/client/${client.id}`);
    await adminPage.getByRole('region', { name: 'Recent Activity' }).getByText('Held back').waitFor();
    await expectAccessibleInAllThemes(page);
    await setClient({ monthlyLeadLimit: 20 });
    await page.reload();
    await activity().getByText('Held back').waitFor();
    await shows({ 'Total Leads': '8' });
    expect(await page.getByText('is held because').count()).toBe(0);
  });

  it('offers a retry for each part that cannot be loaded', async () => {
    const parts = {
      ClientStats: 'the totals',
      ClientDays: 'the last 30 days',
      ClientUsage: 'this month’s usage',
      Leads: 'recent activity',
    };
    await page.route('**/graphql', (route) =>
      (route.request().postDataJSON() as { operationName: string }).operationName in parts
        ? route.abort()
        : route.continue(),
    );
    await page.reload();
    for (const what of Object.values(parts)) await page.getByText(`We could not load ${what}.`).waitFor();
    await expectAccessibleInAllThemes(page);
    await page.unroute('**/graphql');
    for (let left = 4; left > 0; left -= 1) {
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(left);
      await page.getByRole('button', { name: 'Try again' }).first().press('Enter');
      await page.waitForFunction((count) => document.querySelectorAll('[role=alert]').length === count, left - 1);
      await expectFocusKept(page);
    }
    await shows({ 'Total Leads': '8' });
    await activity().getByText('Held back').waitFor();
    await chart().waitFor();
    expect(new Set(harness.errorLog.pageErrors.splice(0))).toEqual(
      new Set(['console error: Failed to load resource: net::ERR_FAILED']),
    );
  });

  it('can be navigated with the keyboard alone', async () => {
    await page.reload();
    await page.getByRole('tab', { name: 'Dashboard' }).waitFor();
    await tabTo(page, 'Dashboard');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('heading', { name: 'Campaigns', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?tab=campaigns');
    await expectFocusOn(page, 'Campaigns');
    await page.keyboard.press('ArrowLeft');
    await tabTo(page, 'Views, QR scans and leads of the last 30 days');
  });

  it('shows that a client does not exist', async () => {
    const missingId = randomUUID();
    for (const [user, path] of [
      [page, `/client/dashboard/${missingId}`],
      [page, '/client/dashboard/no-id-at-all'],
      [adminPage, `/client/${missingId}`],
    ] as const) {
      await user.goto(path);
      await user.getByRole('heading', { name: 'Client not found' }).waitFor();
    }
    await expectAccessibleInAllThemes(page);
  });

  it('shows Logout, or Back to Admin on an admin route', async () => {
    await adminPage.goto(`/client/${client.id}`);
    await adminPage.getByRole('link', { name: 'Back to Admin' }).waitFor();
    expect(await adminPage.getByRole('button', { name: 'Logout' }).count()).toBe(0);
    await page.goto(`/client/dashboard/${client.id}`);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/client/login');
    await page.getByRole('status').getByText('Logged Out', { exact: true }).waitFor();
  });

  it('redirects to the login without a session for a client with a login, and clears another client’s session', async () => {
    const protectedClient = await createClient(admin, { businessName: 'Closed' });
    const otherClient = await createClient(admin, { businessName: 'Other' });
    await page.goto(`/client/dashboard/${protectedClient.id}`);
    await page.waitForURL('**/client/login');
    await page.getByLabel('Username').fill(otherClient.login.username);
    await page.getByLabel('Password').fill(otherClient.login.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(`**/client/dashboard/${otherClient.id}`);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('clientUser'))).toContain(otherClient.id);
    await page.goto(`/client/dashboard/${protectedClient.id}`);
    await page.waitForURL('**/client/login');
    expect(await page.evaluate(() => sessionStorage.getItem('clientUser'))).toBeNull();
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
