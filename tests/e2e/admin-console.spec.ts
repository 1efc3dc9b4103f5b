import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, test as base } from './fixtures';
import type { Api, CreatedClient } from './testing/api';
import { expectAccessibleInAllThemes } from './testing/axe';
import { expectFocusKept, expectFocusOn, focusedName, tabTo } from './testing/keyboard';
import { abortOperations, recordRequests, responseTo } from './testing/network';
import { ABORTED } from './testing/page-errors';
import { expectCard, expectToast, openConsole, pressInDialog } from './testing/ui';

const CLIENT_COUNT = 27;
const noLogin = { authEnabled: false, username: '', password: '' };

interface Fixtures {
  /** Part of the names of this test's clients. */
  marker: string;
  /** Opens the console and lists only this test's clients. */
  openConsole: () => Promise<void>;
  /** Opens the drawer that edits `client`. */
  openSettings: () => Promise<void>;
}

/** The admin console. `page` is the administrator's. main-scenario.spec.ts covers an agency without clients. */
const test = base.extend<Fixtures>({
  page: ({ adminPage }, use) => use(adminPage),
  marker: ({ baseURL: _ }, use) => use(`Agency ${randomUUID().slice(0, 8)}`),
  client: async ({ api, marker }, use) => use(await api.createClient({ businessName: `Texting ${marker}` })),
  openConsole: ({ page, client: _, marker }, use) => use(() => openConsole(page, marker)),
  openSettings: ({ page, client, openConsole }, use) =>
    use(async () => {
      await openConsole();
      await button(page, `Edit ${client.businessName}`).click();
      await expect(dialogOf(page).getByRole('heading', { name: 'Edit Client Settings' })).toBeVisible();
    }),
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog');
const fieldOf = (page: Page, name: string) => dialogOf(page).getByRole('textbox', { name, exact: true });
const numberOf = (page: Page, name: string) => dialogOf(page).getByRole('spinbutton', { name });
const timeOf = (page: Page, name: string) => dialogOf(page).getByLabel(name);
const expectProblem = (page: Page, text: string) =>
  expect(dialogOf(page).getByText(text, { exact: true }).first()).toBeVisible();
const tableOf = (page: Page) => page.getByRole('table', { name: 'clients', exact: true });
const rowsOf = (page: Page) => tableOf(page).locator('tbody').getByRole('row');
const rowOf = (page: Page, name: string) => rowsOf(page).filter({ has: page.getByRole('link', { name, exact: true }) });
const cellOf = (row: Locator, label: string) => row.locator(`[data-label="${label}"]`);
const filter = (page: Page, text: string) => page.getByRole('searchbox', { name: 'Filter clients' }).fill(text);
const expectNames = (page: Page, expected: string[]) =>
  expect
    .poll(async () => (await rowsOf(page).locator('td:first-child').getByRole('link').allInnerTexts()).slice(0, 3))
    .toEqual(expected);
const submit = async (page: Page, name: string) => {
  await pressInDialog(page, name);
  await expect(dialogOf(page)).toBeHidden();
};
/** Creates a lead that causes a message. */
const createLead = async (api: Api, client: CreatedClient) => {
  const campaign = await api.createCampaign(client);
  await api.createSequence(client, campaign);
  await api.createLead(client, campaign, { fullName: 'Held Person', phone: '(415) 555-2671' });
};

test('a link opens the settings of a client in the console and in its dashboard, and Back closes them', async ({
  page,
  client,
  openSettings,
}) => {
  await openSettings();
  await expect(page).toHaveURL(new RegExp(`\\?tab=clients&dialog=edit&id=${client.id}$`));
  await page.goBack();
  await expect(dialogOf(page)).toBeHidden();
  await expect(button(page, `Edit ${client.businessName}`)).toBeFocused();
  await page.goto(`/admin?tab=clients&dialog=delete&id=${client.id}`);
  await expect(page.getByRole('alertdialog', { name: `Delete ${client.businessName}?` })).toBeVisible();
  await page.goto(`/client/${client.id}?tab=settings&dialog=edit`);
  await expect(dialogOf(page).getByRole('heading', { name: 'Edit Client Settings' })).toBeVisible();
  await pressInDialog(page, 'Cancel');
  await expect(page).toHaveURL(/\?tab=settings$/);
});

test('the console opens on the Overview tab', { tag: '@touch' }, async ({ page, client: _ }) => {
  await page.goto('/admin');
  await expect(page.getByRole('tab')).toHaveText([
    'Overview',
    'Client Management',
    'Playbooks',
    'Analytics',
    'Billing & Limits',
  ]);
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Overview');
  await expect(button(page, 'Logout')).toBeVisible();
  await expect(rowsOf(page).first()).toBeVisible();
});

test('the console shows the totals that the server returns', async ({ page, client: _ }) => {
  const [answer] = await Promise.all([responseTo(page, /^ClientsNeedingAttention$/), page.goto('/admin')]);
  const { adminStats } = ((await answer.json()) as { data: { adminStats: Record<string, number> } }).data;
  for (const [label, name] of [
    ['Total Clients', 'totalClients'],
    ['Active Campaigns', 'activeCampaigns'],
    ['Total Leads', 'totalLeads'],
    ['SMS Sent', 'totalSMSMessages'],
  ] as const)
    await expectCard(page, label, adminStats[name]!.toLocaleString('en-US'));
});

test('the console filters clients while typing, and shows an empty state', async ({
  page,
  api,
  marker,
  openConsole,
}) => {
  for (let number = 1; number <= 10; number += 1)
    await api.createClient({ ...noLogin, businessName: `${marker} ${number}` });
  await openConsole();
  await filter(page, `TEXTING ${marker.toUpperCase()}`);
  await expect(rowsOf(page)).toHaveCount(1);
  // The initials of the first and the last word.
  const initials = `T${marker.split(' ')[1]![0]!.toUpperCase()}`;
  await expect(rowOf(page, `Texting ${marker}`).getByText(initials, { exact: true })).toBeVisible();
  await filter(page, 'no such client');
  await expect(page.getByText('No clients found', { exact: true })).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await button(page, 'Clear filter').press('Enter');
  await expect(rowsOf(page).first()).toBeVisible();
  await expectFocusOn(page, 'Filter clients');
});

test('the console pages the table and sorts it by any column', async ({ page, api, marker, openConsole }) => {
  for (let number = 1; number <= CLIENT_COUNT; number += 1)
    await api.createClient({ ...noLogin, businessName: `${marker} ${number}` });
  await openConsole();
  await expect(tableOf(page).getByRole('columnheader')).toHaveText(
    ['Client', 'Status', 'Campaigns', 'Leads', 'SMS Usage', 'Actions'],
    { useInnerText: true },
  );
  await expect(page.getByText(`1–25 of ${CLIENT_COUNT + 1}`, { exact: true })).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(25);
  const head = tableOf(page).getByRole('columnheader', { name: 'Client' });
  await head.getByRole('button').click();
  await expectNames(page, [`${marker} 1`, `${marker} 2`, `${marker} 3`]);
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await button(page, 'Next').click();
  await expectNames(page, [`${marker} 26`, `${marker} 27`, `Texting ${marker}`]);
  await expect(button(page, 'Next')).toBeDisabled();
  await expectAccessibleInAllThemes(page);
  await head.getByRole('button').press('Enter');
  await expectNames(page, [`Texting ${marker}`, `${marker} 27`, `${marker} 26`]);
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Client');
  await expectNames(page, [`${marker} 1`, `${marker} 2`, `${marker} 3`]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await filter(page, `${marker} 1`);
  await expect(rowsOf(page)).toHaveCount(11);
  await expectNames(page, [`${marker} 1`, `${marker} 10`, `${marker} 11`]);
});

test('the console shows what is missing in an incomplete client without sending a request, and the server’s errors at their fields', async ({
  page,
  client,
  marker,
  openConsole,
}) => {
  await openConsole();
  await button(page, 'Add Client').click();
  const requests = recordRequests(page);
  await expect(dialogOf(page).getByRole('heading', { name: 'Add Client' })).toBeVisible();
  await expect(fieldOf(page, 'Contact Email')).toHaveAttribute('type', 'email');
  await pressInDialog(page, 'Add Client');
  await expectToast(page, 'Missing Fields', 'Please fill in all required fields');
  await expectProblem(page, 'Business name is required.');
  await expectProblem(page, 'Contact email must be an email address.');
  await expectProblem(page, 'Notification phone is required.');
  const name = `<b>Fat</b> & Sons ${marker}`;
  await fieldOf(page, 'Business Name').fill(name);
  await fieldOf(page, 'Contact Email').fill('nobody');
  await fieldOf(page, 'Notification Phone').fill('  ');
  await pressInDialog(page, 'Add Client');
  await expectProblem(page, 'Contact email must be an email address.');
  await expectProblem(page, 'Notification phone is required.');
  await fieldOf(page, 'Notification Phone').fill('(415) 555-0177');
  await expect(fieldOf(page, 'Username')).toHaveValue(/^b-fat-b-sons-/);
  await expect(fieldOf(page, 'Password')).toHaveValue(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  await expectAccessibleInAllThemes(page);
  await fieldOf(page, 'Username').fill('');
  await fieldOf(page, 'Password').fill('');
  await pressInDialog(page, 'Add Client');
  await expectProblem(page, 'Username is required when login is enabled.');
  await expectProblem(page, 'Password is required when login is enabled.');
  await fieldOf(page, 'Password').fill('short');
  await pressInDialog(page, 'Add Client');
  await expectProblem(page, 'Password must have 12 to 128 characters.');
  expect(requests).toEqual([]);

  await fieldOf(page, 'Username').fill(client.login.username.toUpperCase());
  await fieldOf(page, 'Password').fill('long enough for it');
  await fieldOf(page, 'Contact Email').fill('a@b');
  await pressInDialog(page, 'Add Client');
  await expectToast(page, 'Error', 'Failed to create client');
  await expectProblem(page, 'Contact email must be an email address.');
  await fieldOf(page, 'Contact Email').fill('fat@sons.example');
  await pressInDialog(page, 'Add Client');
  await expectProblem(page, 'This username is taken. Choose another one.');
  await expectFocusOn(page, 'Username');
  await fieldOf(page, 'Username').fill(`fat-${marker.slice(-8)}`);
  await pressInDialog(page, 'Add Client');
  await expectToast(page, 'Client created successfully');
  await pressInDialog(page, 'I have saved it');
  await expect(rowOf(page, name)).toBeVisible();
});

test('the console adds a client with the keyboard alone', async ({ page, marker, openConsole }) => {
  await openConsole();
  await tabTo(page, 'Add Client', 'Shift+Tab');
  await page.keyboard.press('Enter');
  // The dialog takes the focus after it appears.
  await expect(fieldOf(page, 'Business Name')).toBeFocused();
  for (const [name, text] of [
    ['Business Name', `Keyboard ${marker}`],
    ['Contact Email', 'keys@client.example'],
    ['Notification Phone', '4155550199'],
  ] as const) {
    if ((await focusedName(page)) !== name) await tabTo(page, name);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expectToast(page, 'Client created successfully');
  await tabTo(page, 'I have saved it');
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeHidden();
  await expectFocusOn(page, 'Add Client');
  await expect(rowOf(page, `Keyboard ${marker}`)).toBeVisible();
});

test('a new client signs in with the proposed username and the generated password', async ({
  page,
  marker,
  openConsole,
}) => {
  await openConsole();
  await button(page, 'Add Client').click();
  await fieldOf(page, 'Business Name').fill(`Handed Over ${marker}`);
  await fieldOf(page, 'Contact Email').fill('owner@client.example');
  await fieldOf(page, 'Notification Phone').fill('(415) 555-0188');
  await dialogOf(page).getByRole('button', { name: 'Copy password' }).click();
  await expectToast(page, 'Password copied');
  const [username, password] = [
    await fieldOf(page, 'Username').inputValue(),
    await fieldOf(page, 'Password').inputValue(),
  ];
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
  await pressInDialog(page, 'Add Client');
  await expectToast(page, 'Client created successfully');
  const access = page.getByRole('textbox', { name: 'Access to the dashboard' });
  await expect(access).toHaveText(
    `${new URL(page.url()).origin}/client/login Username: ${username} Password: ${password}`,
  );
  await expectAccessibleInAllThemes(page);
  await pressInDialog(page, 'I have saved it');
  await page.goto('/client/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await expectToast(page, 'Login successful', `Welcome back, Handed Over ${marker}!`);
});

test(
  'a toast on a phone covers nothing of the sign-in details of a new client',
  { tag: '@touch' },
  async ({ page, marker, openConsole }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openConsole();
    await button(page, 'Add Client').click();
    await fieldOf(page, 'Business Name').fill(`Phone ${marker}`);
    await fieldOf(page, 'Contact Email').fill('owner@client.example');
    await fieldOf(page, 'Notification Phone').fill('(415) 555-0188');
    await pressInDialog(page, 'Add Client');
    const access = page.getByRole('textbox', { name: 'Access to the dashboard' });
    await expect(access).toBeVisible();
    const toast = page.locator('[data-scope=toast][data-part=root][data-state=open]');
    await expect(toast).toContainText('Client created successfully');
    const endOf = async () => Math.round((await toast.boundingBox())!.y + (await toast.boundingBox())!.height);
    // Both slide in.
    await expect.poll(async () => (await dialogOf(page).boundingBox())!.y - (await endOf())).toBeGreaterThan(0);
    await pressInDialog(page, 'I have saved it');
    await expect(dialogOf(page)).toBeHidden();
  },
);

test('the console gives a new client the default settings and validates the limits', async ({
  page,
  api,
  client,
  openSettings,
}) => {
  await api.updateClient(client, { authEnabled: false });
  await openSettings();
  for (const [name, value, min] of [
    ['Monthly Campaign Limit', '10', 1],
    ['Monthly Lead Limit', '1000', 0],
    ['Monthly SMS Limit', '1000', 0],
  ] as const) {
    await expect(numberOf(page, name)).toHaveValue(value);
    await expect(numberOf(page, name)).toHaveAttribute('min', String(min));
    await numberOf(page, name).fill(String(min - 1));
  }
  for (const [name, isOn] of [
    ['Enable client login', false],
    ['SMS Auto-Reply', true],
    ['Webhooks', false],
    ['A/B Testing', false],
    ['White Label', false],
    ['Quiet hours', true],
  ] as const)
    await expect(dialogOf(page).getByRole('checkbox', { name })).toBeChecked({ checked: isOn });
  await expect(dialogOf(page).getByRole('combobox', { name: 'Status' })).toHaveValue('active');
  const requests = recordRequests(page);
  await pressInDialog(page, 'Save changes');
  await expectProblem(page, 'Campaign limit must be at least 1.');
  await expectProblem(page, 'Lead limit must be at least 0.');
  await expectProblem(page, 'SMS limit must be at least 0.');
  await fieldOf(page, 'Business Name').fill(' ');
  await pressInDialog(page, 'Save changes');
  await expectToast(page, 'Missing Fields', 'Please fill in all required fields');
  expect(requests).toEqual([]);
  await expectAccessibleInAllThemes(page);
  await page.keyboard.press('Escape');
  await button(page, 'Discard changes').click();
  await expect(dialogOf(page)).toBeHidden();
  await expectFocusOn(page, `Edit ${client.businessName}`);
});

test('the console changes every setting of a client, and a blank password keeps the current one', async ({
  page,
  openPage,
  api,
  client,
  openSettings,
}) => {
  const { request } = await openPage();
  const signIn = async (password: string) =>
    (await request.post('/api/auth/client/login', { data: { ...client.login, password } })).status();
  await openSettings();
  await fieldOf(page, 'Contact Email').fill('new@client.example');
  await fieldOf(page, 'Notification Phone').fill('(212) 555-0123');
  await numberOf(page, 'Monthly Campaign Limit').fill('1');
  await numberOf(page, 'Monthly Lead Limit').fill('0');
  await numberOf(page, 'Monthly SMS Limit').fill('3');
  await dialogOf(page).getByRole('combobox', { name: 'Time zone' }).selectOption('UTC');
  await dialogOf(page).getByText('Webhooks', { exact: true }).click();
  await dialogOf(page).getByText('White Label', { exact: true }).click();
  await expect(timeOf(page, 'From')).toHaveValue('21:00');
  await expect(timeOf(page, 'Until')).toHaveValue('08:00');
  const requests = recordRequests(page);
  await timeOf(page, 'From').fill('08:00');
  await pressInDialog(page, 'Save changes');
  await expectProblem(page, 'Must differ from the start time');
  await timeOf(page, 'From').fill('');
  await pressInDialog(page, 'Save changes');
  await expectProblem(page, 'Enter a time');
  expect(requests).toEqual([]);
  await expectAccessibleInAllThemes(page);
  await timeOf(page, 'From').fill('20:30');
  await expect(fieldOf(page, 'Password')).toHaveValue('');
  await submit(page, 'Save changes');
  await expectToast(page, 'Client updated successfully');
  expect(await api.get(`/api/clients/${client.id}`)).toMatchObject({
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
  expect(await signIn(client.login.password)).toBe(200);
  await button(page, `Edit ${client.businessName}`).click();
  await fieldOf(page, 'Password').fill('another password');
  await dialogOf(page).getByText('Quiet hours', { exact: true }).last().click();
  await expect(timeOf(page, 'From')).toHaveCount(0);
  await dialogOf(page).getByRole('combobox', { name: 'Status' }).selectOption('inactive');
  await submit(page, 'Save changes');
  await expect(cellOf(rowOf(page, client.businessName), 'Status')).toHaveText('Inactive');
  expect(await api.get(`/api/clients/${client.id}`)).toMatchObject({
    status: 'inactive',
    quietHours: { enabled: false, start: '20:30', end: '08:00' },
  });
  await api.updateClient(client, { status: 'active' });
  expect([await signIn(client.login.password), await signIn('another password')]).toEqual([401, 200]);
});

test('the settings of a client are a drawer of 672 px at the side of the table, and a sheet on phones', async ({
  page,
  client,
  openSettings,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openSettings();
  await expect.poll(() => dialogOf(page).boundingBox()).toEqual({ x: 608, y: 0, width: 672, height: 900 });
  await fieldOf(page, 'Business Name').fill('Somebody else');
  await page.keyboard.press('Escape');
  await button(page, 'Keep editing').click();
  await expect(fieldOf(page, 'Business Name')).toHaveValue('Somebody else');
  await page.setViewportSize({ width: 390, height: 844 });
  const sheet = { x: 0, width: 390 };
  await expect.poll(() => dialogOf(page).boundingBox()).toMatchObject(sheet);
  const edges = async () => {
    const { y, height } = (await dialogOf(page).boundingBox())!;
    return [Math.round(y + height), y > 40];
  };
  await expect.poll(edges).toEqual([844, true]);
  await page.keyboard.press('Escape');
  await button(page, 'Discard changes').click();
  await expect(dialogOf(page)).toBeHidden();
  await expectFocusOn(page, `Edit ${client.businessName}`);
});

test('the console shows held leads, and releases them when the limit is raised', async ({
  page,
  api,
  client,
  openConsole,
}) => {
  await api.updateClient(client, { monthlyLeadLimit: 0, monthlySMSLimit: 3 });
  await createLead(api, client);
  await openConsole();
  const row = rowOf(page, client.businessName);
  await expect(page.getByText(/leads? (is|are) held because a client reached its monthly lead limit/)).toBeVisible();
  await expect(cellOf(row, 'Leads').getByText('1 held')).toBeVisible();
  await expect(cellOf(row, 'SMS Usage')).toHaveText(/0 \/ 3\s*0%/);
  await expectAccessibleInAllThemes(page);
  await button(page, `Edit ${client.businessName}`).click();
  await numberOf(page, 'Monthly Lead Limit').fill('5');
  await submit(page, 'Save changes');
  await expect(cellOf(row, 'Leads')).toHaveText('1');
  await expect(cellOf(row, 'Campaigns')).toHaveText('1');
});

test('the console shows SMS usage as a rounded percentage, and 0 when the limit is 0', async ({
  page,
  api,
  client,
  openConsole,
}) => {
  await api.updateClient(client, { monthlySMSLimit: 3 });
  await createLead(api, client);
  await expect.poll(() => api.sentCount(client)).toBe(1);
  await openConsole();
  const usage = cellOf(rowOf(page, client.businessName), 'SMS Usage');
  await expect(usage).toHaveText(/1 \/ 3\s*33%/);
  await expect(usage.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33');
  await api.updateClient(client, { monthlySMSLimit: 0 });
  await openConsole();
  await expect(usage).toHaveText(/1 \/ 0\s*0%/);
});

test('Overview shows the five busiest clients', async ({ page, api, marker }) => {
  for (let number = 1; number <= 5; number += 1) {
    const client = await api.createClient({ ...noLogin, businessName: `${marker} ${number}` });
    await api.createLead(client, await api.createCampaign(client), { fullName: 'Lead' });
  }
  await page.goto('/admin?tab=overview');
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await expect(page.getByText('Overview coming soon')).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Total Clients' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Busiest clients' })).toBeVisible();
  // Other tests use the same stack, so these may be their clients.
  await expect(rowsOf(page)).toHaveCount(5);
  const leads = (await cellOf(rowsOf(page), 'Leads').allInnerTexts()).map((text) => parseInt(text, 10));
  expect(leads.every((count) => count > 0)).toBe(true);
  expect(leads).toEqual([...leads].sort((a, b) => b - a));
  await expectAccessibleInAllThemes(page);
});

test('Billing & Limits shows figures by client', async ({ page, api, marker }) => {
  // Underscores sort first, so the client is on the first page.
  const client = await api.createClient({ businessName: `_ ${marker}` });
  await api.updateClient(client, { monthlyCampaignLimit: 1, monthlyLeadLimit: 5, monthlySMSLimit: 3 });
  await createLead(api, client);
  await expect.poll(() => api.sentCount(client)).toBe(1);
  await page.goto('/admin?tab=billing');
  for (const [column, order, clicks] of [
    ['Leads', 'descending', 2],
    ['Client', 'ascending', 1],
  ] as const) {
    const head = tableOf(page).getByRole('columnheader', { name: column });
    await head.getByRole('button').click({ clickCount: clicks });
    await expect(head).toHaveAttribute('aria-sort', order);
  }
  const row = rowOf(page, client.businessName);
  const figures = { Campaigns: /1 \/ 1\s*100%/, Leads: /1 \/ 5\s*20%/, SMS: /1 \/ 3\s*33%/ };
  for (const [label, text] of Object.entries(figures)) await expect(cellOf(row, label)).toHaveText(text);
  await expectAccessibleInAllThemes(page);
});

test('the console opens a client’s dashboard', async ({ page, client, openConsole }) => {
  await openConsole();
  await page.getByRole('link', { name: `Open dashboard of ${client.businessName}` }).click();
  await page.waitForURL(`**/client/${client.id}`);
  await page.goBack();
  await expect(tableOf(page)).toBeVisible();
});

test('the console asks for confirmation before it deletes a client', async ({ page, client, openConsole }) => {
  await openConsole();
  await button(page, `Delete ${client.businessName}`).click();
  const confirmation = page.getByRole('alertdialog', { name: `Delete ${client.businessName}?` });
  await expect(confirmation.getByText(/This action cannot be undone/)).toBeVisible();
  await expectFocusOn(page, 'Cancel');
  await expectAccessibleInAllThemes(page);
  await page.keyboard.press('Enter');
  await expect(confirmation).toBeHidden();
  await expect(rowOf(page, client.businessName)).toBeVisible();
  await button(page, `Delete ${client.businessName}`).click();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Client deleted successfully');
  await expect(rowOf(page, client.businessName)).toHaveCount(0);
});

test('the console shows an error when a client that was deleted meanwhile is changed or deleted', async ({
  page,
  api,
  client,
  openSettings,
}) => {
  await openSettings();
  await api.delete(`/api/clients/${client.id}`);
  await pressInDialog(page, 'Save changes');
  await expectToast(page, 'Error', 'Failed to update client');
  await submit(page, 'Cancel');
  await button(page, `Delete ${client.businessName}`).click();
  await pressInDialog(page, 'Delete');
  await expectToast(page, 'Error', 'Failed to delete client');
});

test('the console shows an error when the clients cannot be loaded, and loads them on retry', async ({
  page,
  client: _,
  pageErrors,
}) => {
  pageErrors.expect(ABORTED);
  const restore = await abortOperations(page, 'Clients', 'AdminStats');
  await page.goto('/admin?tab=clients');
  await expect(page.getByText('We could not load the clients.')).toBeVisible();
  await expect(page.getByText('We could not load the totals.')).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await restore();
  const retry = page.getByRole('button', { name: 'Try again' });
  for (const left of [1, 0]) {
    await retry.first().press('Enter');
    await expect(retry).toHaveCount(left);
    await expectFocusKept(page);
  }
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page.getByRole('group', { name: 'Total Clients' })).toBeVisible();
});
