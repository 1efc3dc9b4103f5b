import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expectAccessibleInAllThemes } from './testing/all-themes';
import { expectFocusKept, expectFocusOn, focusedName, tabTo } from './testing/keyboard';
import { createClient, type CreatedClient } from './testing/create-client';
import { recordRequests } from './testing/network';
import { useHarness } from './testing/harness';

const CLIENT_COUNT = 27;

/**
 * The admin console. Tests run in order, and each continues where the previous one ended. An agency without clients is
 * covered by main-scenario.test.ts.
 */
describe('the admin console', () => {
  const harness = useHarness();
  const marker = `Sorted ${randomUUID().slice(0, 8)}`;
  let page: Page;
  let client: CreatedClient;

  beforeAll(async () => {
    ({ page } = await harness.admin());
    client = await createClient(page.context(), { businessName: `Texting ${marker}` });
    const numbers = Array.from({ length: CLIENT_COUNT }, (_, index) => index + 1);
    const noLogin = { authEnabled: false, username: '', password: '' };
    await Promise.all(
      numbers.map((number) => createClient(page.context(), { ...noLogin, businessName: `${marker} ${number}` })),
    );
    await page.goto('/admin');
    await page.getByRole('heading', { name: 'Admin Console', exact: true }).waitFor();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click();
  const dialog = () => page.getByRole('dialog');
  const field = (name: string) => dialog().getByRole('textbox', { name, exact: true });
  const toast = async (title: string, description?: string) => {
    const shown = page.getByRole('status').filter({ has: page.getByText(title, { exact: true }) });
    await (description ? shown.getByText(description, { exact: true }) : shown).waitFor();
  };
  const time = (name: string) => dialog().getByLabel(name);
  const problem = (text: string) => dialog().getByText(text, { exact: true }).waitFor();
  const closed = () => dialog().waitFor({ state: 'detached' });
  const table = () => page.getByRole('table', { name: 'clients' });
  const rows = () => table().locator('tbody').getByRole('row');
  const row = (name: string) => rows().filter({ has: page.getByRole('link', { name, exact: true }) });
  const cell = (of: Locator, label: string) => of.locator(`[data-label="${label}"]`);
  const firstNames = async (count: number) =>
    (await rows().getByRole('link').filter({ hasText: marker }).allInnerTexts()).slice(0, count);
  const filter = (text: string) => page.getByRole('searchbox', { name: 'Filter clients' }).fill(text);
  const find = async (name: string) => {
    await filter(name);
    await row(name).waitFor();
  };
  const change = (id: string, data: object) => page.request.put(`/api/clients/${id}`, { data });
  const submit = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

  it('opens on the Client Management tab', async () => {
    expect(await page.getByRole('tab').allInnerTexts()).toEqual([
      'Overview',
      'Client Management',
      'Analytics',
      'Billing & Limits',
    ]);
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Client Management');
    await button('Logout').waitFor();
    expect(await table().getByRole('columnheader').allInnerTexts()).toEqual([
      'Client',
      'Status',
      'Campaigns',
      'Leads',
      'SMS Usage',
      'Actions',
    ]);
  });

  it('shows the totals that the server returns', async () => {
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().postData()?.includes('AdminStats') ?? false),
      page.reload(),
    ]);
    const { adminStats } = ((await answer.json()) as { data: { adminStats: Record<string, number> } }).data;
    for (const [label, value] of [
      ['Total Clients', adminStats['totalClients']],
      ['Active Campaigns', adminStats['activeCampaigns']],
      ['Total Leads', adminStats['totalLeads']],
      ['SMS Sent', adminStats['totalSMSMessages']],
    ] as const) {
      await page
        .getByRole('group', { name: label, exact: true })
        .getByText(value!.toLocaleString('en-US'), { exact: true })
        .waitFor();
    }
  });

  it('filters clients while typing, and shows an empty state', async () => {
    await filter(`${marker.toUpperCase()} 27`);
    await row(`${marker} 27`).waitFor();
    expect(await rows().count()).toBe(1);
    expect(await row(`${marker} 27`).locator('td').first().innerText()).toContain('S2');
    await filter('no such client');
    await page.getByText('No clients found', { exact: true }).waitFor();
    await expectAccessibleInAllThemes(page);
    await button('Clear filter').press('Enter');
    await rows().first().waitFor();
    await expectFocusOn(page, 'Filter clients');
  });

  it('pages the table and sorts it by any column', async () => {
    await filter(marker);
    await page.getByText(`1–25 of ${CLIENT_COUNT + 1}`, { exact: true }).waitFor();
    expect(await rows().count()).toBe(25);
    const head = (name: string) => table().getByRole('columnheader', { name });
    await head('Client').getByRole('button').click();
    expect(await firstNames(3)).toEqual([`${marker} 1`, `${marker} 2`, `${marker} 3`]);
    expect(await head('Client').getAttribute('aria-sort')).toBe('ascending');
    await button('Next').click();
    expect(await firstNames(9)).toEqual([`${marker} 26`, `${marker} 27`, `Texting ${marker}`]);
    expect(await button('Next').isDisabled()).toBe(true);
    await expectAccessibleInAllThemes(page);
    await head('Client').getByRole('button').press('Enter');
    expect(await firstNames(2)).toEqual([`Texting ${marker}`, `${marker} 27`]);
    expect(await head('Client').getAttribute('aria-sort')).toBe('descending');
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Client');
    expect(await firstNames(1)).toEqual([`${marker} 1`]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await filter(`${marker} 1`);
    await page.getByText('1–25 of', { exact: false }).waitFor({ state: 'detached' });
    expect((await firstNames(3)).every((name) => name.includes(`${marker} 1`))).toBe(true);
  });

  it('shows what is missing in an incomplete client without sending a request', async () => {
    await button('Add Client').click();
    const requests = recordRequests(page);
    await dialog().getByRole('heading', { name: 'Add Client' }).waitFor();
    expect(await field('Contact Email').getAttribute('type')).toBe('email');
    await submit('Add Client');
    await toast('Missing Fields', 'Please fill in all required fields');
    await problem('Enter the name of the business');
    await problem('Enter a valid email address');
    await problem('Enter a phone number');
    await field('Business Name').fill('<b>Fat</b> & Sons');
    await field('Contact Email').fill('nobody');
    await field('Notification Phone').fill('  ');
    await submit('Add Client');
    await problem('Enter a valid email address');
    await problem('Enter a phone number');
    await field('Notification Phone').fill('(415) 555-0177');
    expect(await field('Username').count()).toBe(0);
    await dialog().getByText('Enable client login').click();
    await expectAccessibleInAllThemes(page);
    await submit('Add Client');
    await problem('Enter a username');
    await problem('Enter a password');
    await field('Password').fill('short');
    await submit('Add Client');
    await problem('Use 12 to 128 characters');
    expect(requests).toEqual([]);
  });

  it('shows the server’s validation errors at their fields', async () => {
    await field('Username').fill(client.login.username.toUpperCase());
    await field('Password').fill('long enough for it');
    await field('Contact Email').fill('a@b');
    await submit('Add Client');
    await toast('Error', 'Failed to create client');
    await problem('Contact email must be an email address.');
    await field('Contact Email').fill('fat@sons.example');
    await submit('Add Client');
    await problem('This username is taken. Choose another one.');
    await expectFocusOn(page, 'Username');
  });

  it('adds the client and escapes its name', async () => {
    await field('Username').fill(`fat-${marker.slice(-8)}`);
    await submit('Add Client');
    await toast('Client created successfully');
    await closed();
    await filter('fat@sons.example');
    await row('<b>Fat</b> & Sons').first().waitFor();
  });

  it('adds a client with the keyboard alone', async () => {
    await page.getByRole('searchbox').focus();
    await tabTo(page, 'Add Client', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    for (const [name, text] of [
      ['Business Name', `Keyboard ${marker}`],
      ['Contact Email', 'keys@client.example'],
      ['Notification Phone', '4155550199'],
    ] as const) {
      if ((await focusedName(page)) !== name) await tabTo(page, name);
      await page.keyboard.type(text);
    }
    await page.keyboard.press('Enter');
    await toast('Client created successfully');
    await closed();
    await expectFocusOn(page, 'Add Client');
    await find(`Keyboard ${marker}`);
  });

  it('gives a new client the default settings and validates the limits', async () => {
    await button(`Edit Keyboard ${marker}`).click();
    await dialog().getByRole('heading', { name: 'Edit Client Settings' }).waitFor();
    const limits = [
      ['Monthly Campaign Limit', '10', 1],
      ['Monthly Lead Limit', '1000', 0],
      ['Monthly SMS Limit', '1000', 0],
    ] as const;
    for (const [name, value, min] of limits) {
      const input = dialog().getByRole('spinbutton', { name });
      expect([await input.inputValue(), await input.getAttribute('min')]).toEqual([value, String(min)]);
      await input.fill(String(min - 1));
    }
    const switches = ['Enable client login', 'SMS Auto-Reply', 'Webhooks', 'A/B Testing', 'White Label', 'Quiet hours'];
    const on = await Promise.all(switches.map((name) => dialog().getByRole('checkbox', { name }).isChecked()));
    expect(on).toEqual([false, true, false, false, false, true]);
    expect(await dialog().getByRole('combobox', { name: 'Status' }).inputValue()).toBe('active');
    const requests = recordRequests(page);
    await submit('Save changes');
    await problem('Enter a whole number from 1 to 10,000,000');
    expect(await dialog().getByText('Enter a whole number from 0 to 10,000,000', { exact: true }).count()).toBe(2);
    await field('Business Name').fill(' ');
    await submit('Save changes');
    await toast('Missing Fields', 'Please fill in all required fields');
    expect(requests).toEqual([]);
    await expectAccessibleInAllThemes(page);
    await page.keyboard.press('Escape');
    await closed();
    await expectFocusOn(page, `Edit Keyboard ${marker}`);
  });

  it('changes every setting of a client, and a blank password keeps the current one', async () => {
    await find(client.businessName);
    await button(`Edit ${client.businessName}`).click();
    await field('Contact Email').fill('new@client.example');
    await field('Notification Phone').fill('(212) 555-0123');
    for (const [name, value] of [
      ['Monthly Campaign Limit', '1'],
      ['Monthly Lead Limit', '0'],
      ['Monthly SMS Limit', '3'],
    ] as const) {
      await dialog().getByRole('spinbutton', { name }).fill(value);
    }
    await dialog().getByRole('combobox', { name: 'Time zone' }).selectOption('UTC');
    await dialog().getByText('Webhooks', { exact: true }).click();
    await dialog().getByText('White Label', { exact: true }).click();
    expect([await time('From').inputValue(), await time('Until').inputValue()]).toEqual(['21:00', '08:00']);
    const requests = recordRequests(page);
    await time('From').fill('08:00');
    await submit('Save changes');
    await problem('Must differ from the start time');
    await time('From').fill('');
    await submit('Save changes');
    await problem('Enter a time');
    expect(requests).toEqual([]);
    await expectAccessibleInAllThemes(page);
    await time('From').fill('20:30');
    expect(await field('Password').inputValue()).toBe('');
    await submit('Save changes');
    await toast('Client updated successfully');
    await closed();
    expect(await (await page.request.get(`/api/clients/${client.id}`)).json()).toMatchObject({
      contactEmail: 'new@client.example',
      notificationPhone: '(212) 555-0123',
      monthlyCampaignLimit: 1,
      monthlyLeadLimit: 0,
      monthlySMSLimit: 3,
      timeZone: 'UTC',
      quietHours: { enabled: true, start: '20:30', end: '08:00' },
      smsAutoReplyEnabled: true,
      webhooksEnabled: true,
      abTestingEnabled: false,
      whiteLabelEnabled: true,
    });
    const { context } = await harness.openSession();
    const signIn = (password: string) =>
      context.request.post('/api/auth/client/login', { data: { ...client.login, password } });
    expect((await signIn(client.login.password)).status()).toBe(200);
    await button(`Edit ${client.businessName}`).click();
    await field('Password').fill('another password');
    await dialog().getByText('Quiet hours', { exact: true }).last().click();
    await time('From').waitFor({ state: 'detached' });
    await submit('Save changes');
    await closed();
    expect(await (await page.request.get(`/api/clients/${client.id}`)).json()).toMatchObject({
      quietHours: { enabled: false, start: '20:30', end: '08:00' },
    });
    expect([(await signIn(client.login.password)).status(), (await signIn('another password')).status()]).toEqual([
      401, 200,
    ]);
  });

  it('shows held leads, and releases them when the limit is raised', async () => {
    const campaign = { name: 'Held', slug: 'held' };
    const created = await page.request.post(`/api/clients/${client.id}/campaigns`, { data: campaign });
    const { id: campaignId } = (await created.json()) as { id: string };
    const sequence = {
      name: 'Hello',
      campaignId,
      triggerEvent: 'lead_created',
      steps: [{ delayMinutes: 0, message: 'Hello' }],
    };
    expect(
      (
        await page.request.post(`/api/clients/${client.id}/sms-sequences`, { data: { ...sequence, status: 'active' } })
      ).status(),
    ).toBe(201);
    const lead = { fullName: 'Held Person', phone: '(415) 555-2671' };
    expect((await page.request.post(`/api/campaigns/${client.handle}/held/leads`, { data: lead })).status()).toBe(201);
    await page.reload();
    await page.getByText(/leads? (is|are) held because a client reached its monthly lead limit/).waitFor();
    await find(client.businessName);
    await cell(row(client.businessName), 'Leads').getByText('1 held').waitFor();
    expect(await cell(row(client.businessName), 'SMS Usage').innerText()).toMatch(/0 \/ 3\s+0%/);
    await expectAccessibleInAllThemes(page);
    await button(`Edit ${client.businessName}`).click();
    await dialog().getByRole('spinbutton', { name: 'Monthly Lead Limit' }).fill('5');
    await submit('Save changes');
    await closed();
    await cell(row(client.businessName), 'Leads').getByText('held').waitFor({ state: 'detached' });
    expect(await cell(row(client.businessName), 'Leads').innerText()).toBe('1');
    expect(await cell(row(client.businessName), 'Campaigns').innerText()).toBe('1');
  });

  it('shows SMS usage as a rounded percentage, and 0 when the limit is 0', async () => {
    // Wait until the workflow has sent the message.
    const used = async () => {
      const clients = (await (await page.request.get('/api/clients')).json()) as {
        id: string;
        usage: { smsThisMonth: number };
      }[];
      return clients.find(({ id }) => id === client.id)!.usage.smsThisMonth;
    };
    while ((await used()) !== 1) await page.waitForTimeout(100);
    await page.reload();
    await find(client.businessName);
    const usage = () => cell(row(client.businessName), 'SMS Usage');
    expect(await usage().innerText()).toMatch(/1 \/ 3\s+33%/);
    expect(await usage().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('33');
    await change(client.id, { monthlySMSLimit: 0 });
    await page.reload();
    await find(client.businessName);
    expect(await usage().innerText()).toMatch(/1 \/ 0\s+0%/);
    await change(client.id, { monthlySMSLimit: 3 });
  });

  it('shows the busiest clients and the placeholder on Overview', async () => {
    await tab('Overview');
    await page.getByText('Overview coming soon', { exact: true }).waitFor();
    await page.getByRole('group', { name: 'Total Clients' }).waitFor();
    await page.getByRole('heading', { name: 'Busiest clients' }).waitFor();
    await row(client.businessName).waitFor();
    expect(await rows().count()).toBe(5);
    await expectAccessibleInAllThemes(page);
  });

  it('shows results by client and the placeholder on Analytics', async () => {
    await tab('Analytics');
    await page.getByText('Analytics coming soon', { exact: true }).waitFor();
    await row(client.businessName).waitFor();
    expect(await cell(row(client.businessName), 'Leads').innerText()).toBe('1');
    expect(await cell(row(client.businessName), 'Conversion rate').innerText()).toBe('0.0%');
    await button('Next').click();
    await expectAccessibleInAllThemes(page);
  });

  it('shows limit usage and the placeholder on Billing & Limits', async () => {
    await tab('Billing & Limits');
    await page.getByText('Billing & Limits coming soon', { exact: true }).waitFor();
    const campaigns = table().getByRole('columnheader', { name: 'Campaigns' });
    await campaigns.getByRole('button').click();
    await campaigns.getByRole('button').click();
    expect(await campaigns.getAttribute('aria-sort')).toBe('descending');
    await row(client.businessName).waitFor();
    expect(await cell(row(client.businessName), 'Campaigns').innerText()).toMatch(/1 \/ 1\s+100%/);
    expect(await cell(row(client.businessName), 'Leads').innerText()).toMatch(/1 \/ 5\s+20%/);
    expect(await cell(row(client.businessName), 'SMS').innerText()).toMatch(/1 \/ 3\s+33%/);
    await button('Next').click();
    await expectAccessibleInAllThemes(page);
    await tab('Client Management');
  });

  it('shows a deactivated client as inactive', async () => {
    await find(`${marker} 27`);
    await button(`Edit ${marker} 27`).click();
    await dialog().getByRole('combobox', { name: 'Status' }).selectOption('inactive');
    await submit('Save changes');
    await closed();
    await cell(row(`${marker} 27`), 'Status')
      .getByText('Inactive', { exact: true })
      .waitFor();
  });

  it('opens a client’s dashboard', async () => {
    await find(client.businessName);
    await page.getByRole('link', { name: `Open dashboard of ${client.businessName}` }).click();
    await page.waitForURL(`**/client/${client.id}`);
    await page.goBack();
    await table().waitFor();
  });

  it('asks for confirmation before it deletes a client', async () => {
    await find(`${marker} 26`);
    await button(`Delete ${marker} 26`).click();
    const confirmation = page.getByRole('alertdialog', { name: `Delete ${marker} 26?` });
    await confirmation.getByText(/This action cannot be undone/).waitFor();
    await expectFocusOn(page, 'Cancel');
    await expectAccessibleInAllThemes(page);
    await page.keyboard.press('Enter');
    await confirmation.waitFor({ state: 'detached' });
    await row(`${marker} 26`).waitFor();
    await button(`Delete ${marker} 26`).click();
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await toast('Client deleted successfully');
    await row(`${marker} 26`).waitFor({ state: 'detached' });
  });

  it('shows an error when a client that was deleted meanwhile is changed or deleted', async () => {
    await find(`Keyboard ${marker}`);
    const id = (await row(`Keyboard ${marker}`).getByRole('link').first().getAttribute('href'))!.split('/').at(-1)!;
    await button(`Edit Keyboard ${marker}`).click();
    expect((await page.request.delete(`/api/clients/${id}`)).status()).toBe(204);
    await submit('Save changes');
    await toast('Error', 'Failed to update client');
    await submit('Cancel');
    await closed();
    await button(`Delete Keyboard ${marker}`).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast('Error', 'Failed to delete client');
    await page.keyboard.press('Escape');
  });

  it('shows an error when the clients cannot be loaded, and loads them on retry', async () => {
    const failingOperations = ['Clients', 'AdminStats'];
    await page.route('**/graphql', (route) => {
      const { operationName } = route.request().postDataJSON() as { operationName: string };
      return failingOperations.includes(operationName) ? route.abort() : route.continue();
    });
    await page.reload();
    await page.getByText('We could not load the clients.').waitFor();
    await page.getByText('We could not load the totals.').waitFor();
    await expectAccessibleInAllThemes(page);
    await page.unroute('**/graphql');
    for (const _ of failingOperations) {
      await button('Try again').first().press('Enter');
      await expectFocusKept(page);
    }
    await rows().first().waitFor();
    await page.getByRole('group', { name: 'Total Clients' }).waitFor();
    const networkError = 'console error: Failed to load resource: net::ERR_FAILED';
    expect(new Set(harness.errorLog.pageErrors.splice(0))).toEqual(new Set([networkError]));
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
