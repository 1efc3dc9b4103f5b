import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import type { CreatedCampaign } from '../testing/api';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { runSql } from '../testing/database';
import { expectFocusKept, expectFocusOn, tabTo } from '../testing/keyboard';
import { abortOperations } from '../testing/network';
import { ABORTED } from '../testing/page-errors';
import { expectCard } from '../testing/ui';

const CHART = 'Leads, views and QR scans by day';

/** The Dashboard tab. The dashboard of `client` is open to anyone with its link. */
const test = base.extend<{ openDashboard: () => Promise<void> }>({
  client: async ({ api }, use) => use(await api.createClient({ businessName: 'Linked & Open', authEnabled: false })),
  openDashboard: ({ page, client }, use) => use(async () => void (await page.goto(`/client/dashboard/${client.id}`))),
});

const activityOf = (page: Page) => page.getByRole('region', { name: 'Recent Activity' });
const chartOf = (page: Page) => page.getByRole('slider', { name: CHART });
const totalOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const conversions = (page: Page, text: string) =>
  expect(page.getByRole('group', { name: 'Conversions', exact: true }).getByText(text)).toBeVisible();

test(
  'opens by its link when the client has no login, and shows empty states',
  { tag: '@touch' },
  async ({ page, openDashboard }) => {
    await openDashboard();
    await expect(page.getByRole('banner').getByText('Linked & Open')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveText([
      'Dashboard',
      'Campaigns',
      'Leads',
      'SMS Follow-ups',
      'File Manager',
      'Settings',
    ]);
    for (const label of ['Total Leads', 'Active Campaigns', 'SMS Sent']) await expectCard(page, label, '0');
    await conversions(page, '0.0% of leads');
    await expect(activityOf(page).getByText('No leads yet')).toBeVisible();
    await expect(page.getByText('No data yet')).toBeVisible();
    await expect(chartOf(page)).toHaveCount(0);
    await expectAccessibleInAllThemes(page);
  },
);

test('shows totals, the five latest leads, the usage of the monthly limits, and the last 30 days', async ({
  page,
  api,
  client,
  openDashboard,
}) => {
  const campaign = await api.createCampaign(client, { name: 'Spring' });
  await api.createCampaign(client, { name: 'Old', status: 'inactive' });
  await api.createSequence(client, campaign);
  await api.updateClient(client, { monthlySMSLimit: 8 });
  const ids: string[] = [];
  for (let nth = 1; nth <= 7; nth += 1) {
    // Only three leads have a phone number.
    const phone = nth > 4 ? { phone: `(415) 555-267${nth}` } : {};
    const fullName = nth === 7 ? '<b>Seventh</b>' : `Lead ${nth}`;
    ids.push((await api.createLead(client, campaign, { fullName, ...phone })).id);
  }
  for (const [nth, status] of ['converted', 'qualified', 'contacted'].entries())
    await api.put(`/api/leads/${ids[nth]}`, { status });
  for (const source of ['qr', 'qr', undefined]) await api.viewLandingPage(client, campaign, source);
  await expect.poll(() => api.sentCount(client)).toBe(3);
  await expect.poll(() => api.viewCount(client)).toBe(3);
  await openDashboard();

  await test.step('counts leads, active campaigns, conversions with their percentage, and messages', async () => {
    for (const [label, value] of [
      ['Total Leads', '7'],
      ['Active Campaigns', '1'],
      ['Conversions', '2'],
      ['SMS Sent', '3'],
    ] as const)
      await expectCard(page, label, value);
    await conversions(page, '28.6% of leads');
    const card = page.getByRole('group', { name: 'Conversions', exact: true });
    // The board shows both statuses that count.
    await expect(card.getByRole('link')).toHaveAttribute('href', /\?tab=leads&view=board$/);
  });

  await test.step('lists the five latest leads and escapes their names', async () => {
    const lines = activityOf(page).getByRole('listitem');
    await expect(lines.getByRole('link')).toHaveText(['<b>Seventh</b>', 'Lead 6', 'Lead 5', 'Lead 4', 'Lead 3']);
    await expect(lines).toHaveCount(5);
    await expect(lines.first()).toContainText('Spring');
    await expect(lines.last()).toContainText('Contacted');
  });

  await test.step('shows the usage of the monthly limits, rounded', async () => {
    const usage = (name: string) => page.getByRole('group', { name: `${name} usage` });
    await expect(usage('SMS')).toContainText('3 / 8');
    await expect(usage('SMS').getByText('38%', { exact: true })).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'SMS used this month' })).toHaveAttribute('aria-valuenow', '38');
    await expect(usage('Leads')).toContainText('7 / 1,000');
    await expect(usage('Campaigns')).toContainText('2 / 10');
    await expect(usage('SMS')).toContainText(/\d+ of 8 messages expected in \w+ 20\d\d\./);
  });

  await test.step('charts the last 30 days, shows a day by pointer and keyboard, and lists all days in a table', async () => {
    const chart = chartOf(page);
    const selectedDay = () => chart.getAttribute('aria-valuetext');
    await expect(chart).toHaveAttribute('aria-valuetext', /^\w{3} \d+, today so far: Leads 7, Views 3, QR scans 2$/);
    const today = await selectedDay();
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(chart).toHaveAttribute('aria-valuetext', /^\w{3} \d+: Leads 0, Views 0, QR scans 0$/);
    const yesterday = await selectedDay();
    await page.keyboard.press('Home');
    await expect(chart).toHaveAttribute('aria-valuenow', '0');
    for (const key of ['End', 'ArrowRight']) {
      await page.keyboard.press(key);
      await expect.poll(selectedDay).toBe(today);
    }
    const card = page.getByRole('region', { name: 'Leads, views and QR scans' });
    const plots = card.locator('svg:has([data-grid])');
    await expect(plots).toHaveCount(3);
    for (let nth = 0; nth < 3; nth += 1) {
      const { x, y, width, height } = (await plots.nth(nth).boundingBox())!;
      await page.mouse.move(x + (width * 28.5) / 30, y + height / 2);
      await expect.poll(selectedDay).toBe(yesterday);
      await expect(card.locator('[data-mark]')).toHaveCount(3);
      await page.mouse.move(x + width - 1, y + height / 2);
      await expect.poll(selectedDay).toBe(today);
    }
    await expect(page.locator('[data-readout]')).toHaveText(/today so far\s+Leads\s+7\s+Views\s+3\s+QR scans\s+2$/, {
      useInnerText: true,
    });
    await page.mouse.move(0, 0);
    await expect(card.locator('[data-mark]')).toHaveCount(0);
    await expect(page.getByRole('table', { name: CHART })).toHaveCount(0);
    await page.getByRole('button', { name: 'Show as table' }).click();
    const rows = page.getByRole('table', { name: CHART }).getByRole('row');
    await expect(rows).toHaveCount(32);
    await expect(rows.nth(30)).toHaveText(/today so far\s+7\s+3\s+2$/, { useInnerText: true });
    await expect(rows.last()).toHaveText(/^Total\s+7\s+3\s+2$/, { useInnerText: true });
    await expectAccessibleInAllThemes(page);
  });
});

test('charts other ranges of days, compares them with the days before, and keeps both in the address', async ({
  page,
  api,
  client,
  stack,
  openDashboard,
}) => {
  const campaign = await api.createCampaign(client);
  await runSql(
    stack.dataDir,
    `WITH days (ago, leads) AS (VALUES (3, 6), (10, 4), (40, 2))
     INSERT INTO leads (client_id, campaign_id, form_data, created_at)
     SELECT $1, $2, '{}', now() - make_interval(days => ago) FROM days, generate_series(1, leads)`,
    [client.id, campaign.id],
  );
  await runSql(
    stack.dataDir,
    `WITH days (ago, views, source) AS (VALUES (3, 10, NULL), (40, 20, 'qr'))
     INSERT INTO views (campaign_id, source, created_at)
     SELECT $1, source, now() - make_interval(days => ago) FROM days, generate_series(1, views)`,
    [campaign.id],
  );
  await openDashboard();
  const range = page.getByRole('combobox', { name: 'Date range' });
  const compare = page.getByRole('switch', { name: 'Compare with previous period' });
  const expectTotals = async (leads: string, views: string, scans: string) => {
    for (const [name, text] of [
      ['Leads', leads],
      ['Views', views],
      ['QR scans', scans],
    ] as const)
      await expect(totalOf(page, name)).toHaveText(`${name}${text}`);
  };
  await expectTotals('10', '10', '0');

  await test.step('with the keyboard alone', async () => {
    await tabTo(page, 'Date range');
    await page.keyboard.press('ArrowUp');
    await expect(page).toHaveURL(/\?range=7$/);
    await expectTotals('6', '10', '0');
    await tabTo(page, 'Compare with previous period');
    await page.keyboard.press('Space');
    await expect(page).toHaveURL(/\?range=7&compare=1$/);
    await expectTotals('6, 50% more than the 7 days before', '10, none before', '0, none before');
    await tabTo(page, CHART);
    for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowLeft');
    await expect(chartOf(page)).toHaveAttribute(
      'aria-valuetext',
      /^\w{3} \d+: Leads 6, Views 10, QR scans 0; \w{3} \d+: Leads 4, Views 0, QR scans 0$/,
    );
    await tabTo(page, 'Show as table');
    await page.keyboard.press('Enter');
    await expectFocusOn(page, 'Hide table');
    const rows = page.getByRole('table', { name: CHART }).getByRole('row');
    await expect(rows).toHaveCount(9);
    await expect(rows.last()).toHaveText(/^Total\s+6\s+4\s+10\s+0\s+0\s+0$/, { useInnerText: true });
    await page.keyboard.press('Tab');
    await expectFocusOn(page, CHART);
  });

  await test.step('after a reload, and back again', async () => {
    await page.reload();
    await expectTotals('6, 50% more than the 7 days before', '10, none before', '0, none before');
    await expect(range).toHaveValue('7');
    await expect(compare).toBeChecked();
    await range.selectOption('Last 30 days');
    await expectTotals(
      '10, 400% more than the 30 days before',
      '10, 50% less than the 30 days before',
      '0, 100% less than the 30 days before',
    );
    await page.goBack();
    await expect(range).toHaveValue('7');
    await expectTotals('6, 50% more than the 7 days before', '10, none before', '0, none before');
  });

  await test.step('of a custom range', async () => {
    await compare.uncheck();
    await range.selectOption('Custom range');
    const day = (ago: number) => new Date(Date.now() - ago * 24 * 60 * 60_000).toISOString().slice(0, 10);
    await page.getByRole('textbox', { name: 'From' }).fill(day(2));
    await page.getByRole('textbox', { name: 'To' }).fill(day(35));
    await expect(page.getByText('From must be on or before To.')).toBeVisible();
    await page.getByRole('textbox', { name: 'From' }).fill(day(45));
    await expect(page.getByText('From must be on or before To.')).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`range=${day(45)}\\.\\.${day(35)}$`));
    await expectTotals('2', '20', '20');
    await page.getByRole('textbox', { name: 'From' }).fill(day(35 + 365));
    await expect(page.getByRole('slider', { name: 'Leads, views and QR scans by week' })).toBeVisible();
    await expectTotals('2', '20', '20');
    await expectAccessibleInAllThemes(page);
    await page.getByRole('tab', { name: 'Campaigns' }).click();
    await page.goBack();
    await expect(range).toHaveValue('custom');
    await expectTotals('2', '20', '20');
  });
});

test(
  'leads from the recent activity to the lead, and Back returns',
  { tag: '@touch' },
  async ({ page, api, client, campaign, openDashboard }) => {
    const { id } = await api.createLead(client, campaign, { fullName: 'Ada Lovelace' });
    await openDashboard();
    await activityOf(page).getByRole('link', { name: 'Ada Lovelace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ada Lovelace' });
    await expect(dialog.getByText('Timeline')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`\\?tab=leads&dialog=view&id=${id}$`));
    await expectAccessibleInAllThemes(page);
    await page.reload();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(activityOf(page)).toBeVisible();
  },
);

test('explains held leads, and releases them when the limit is raised', async ({
  page,
  adminPage,
  api,
  client,
  campaign,
  openDashboard,
}) => {
  await api.createLead(client, campaign, { fullName: 'Lead 1' });
  await api.updateClient(client, { monthlyLeadLimit: 1 });
  await api.createLead(client, campaign, { fullName: 'Held back' });
  await openDashboard();
  await expect(
    page
      .getByRole('status')
      .getByText(
        '1 lead is held because the monthly lead limit is reached. It is released when the limit is raised or a new month starts.',
      ),
  ).toBeVisible();
  await expectCard(page, 'Total Leads', '1');
  await expect(activityOf(page).getByText('Lead 1')).toBeVisible();
  await expect(activityOf(page).getByText('Held back')).toHaveCount(0);
  await adminPage.goto(`/client/${client.id}`);
  await expect(activityOf(adminPage).getByText('Held back')).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await api.updateClient(client, { monthlyLeadLimit: 20 });
  await page.reload();
  await expect(activityOf(page).getByText('Held back')).toBeVisible();
  await expectCard(page, 'Total Leads', '2');
  await expect(page.getByText('is held because')).toHaveCount(0);
});

test('offers a retry for each part that cannot be loaded', async ({
  page,
  api,
  client,
  campaign,
  openDashboard,
  pageErrors,
}) => {
  pageErrors.expect(ABORTED);
  await api.createLead(client, campaign, { fullName: 'Lead 1' });
  const restore = await abortOperations(page, 'DashboardHome', 'ClientStats', 'ClientDays', 'ClientUsage', 'Leads');
  await openDashboard();
  for (const part of ['the totals', 'the chart', 'this month’s usage', 'recent activity'])
    await expect(page.getByText(`We could not load ${part}.`)).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await restore();
  const retry = page.getByRole('button', { name: 'Try again' });
  for (let left = 4; left > 0; left -= 1) {
    await expect(retry).toHaveCount(left);
    await retry.first().press('Enter');
    await expect(page.getByRole('alert')).toHaveCount(left - 1);
    await expectFocusKept(page);
  }
  await expectCard(page, 'Total Leads', '1');
  await expect(activityOf(page).getByText('Lead 1')).toBeVisible();
  await expect(chartOf(page)).toBeVisible();
});

test('can be navigated with the keyboard alone', async ({ page, api, client, campaign, openDashboard }) => {
  await api.createLead(client, campaign, { fullName: 'Lead 1' });
  await openDashboard();
  await expect(chartOf(page)).toBeVisible();
  await tabTo(page, 'Dashboard');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('heading', { name: 'Campaigns', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\?tab=campaigns$/);
  await expectFocusOn(page, 'Campaigns');
  await page.keyboard.press('ArrowUp');
  await expect(chartOf(page)).toBeVisible();
  await tabTo(page, CHART);
});

test('shows that a client does not exist', async ({ page, adminPage }) => {
  const missingId = randomUUID();
  for (const [user, path] of [
    [page, `/client/dashboard/${missingId}`],
    [page, '/client/dashboard/no-id-at-all'],
    [adminPage, `/client/${missingId}`],
  ] as const) {
    await user.goto(path);
    await expect(user.getByRole('heading', { name: 'Client not found' })).toBeVisible();
  }
});

test('a read-only link shows everything, explains why nothing can be changed, and offers no action', async ({
  page,
  api,
  client,
  campaign,
  openDashboard,
}) => {
  await api.createSequence(client, campaign, [[5, 'Hi']]);
  await api.createLead(client, campaign, { fullName: 'Ann Lee' });
  await openDashboard();
  const tab = (name: string) => page.getByRole('tab', { name }).click();
  const action = (name: RegExp) => page.getByRole('button', { name });
  await tab('Leads');
  await expect(action(/^Edit /).first()).toBeVisible();
  await api.updateClient(client, { linkReadOnly: true });
  await page.reload();
  await expect(page.getByText('This dashboard is read-only. To make changes, ask your agency')).toBeVisible();
  await expect(action(/^View Ann Lee/)).toBeVisible();
  await expect(action(/^(Edit|Delete) /)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Export' })).toHaveCount(0);
  await tab('SMS Follow-ups');
  await expect(action(/^Preview /)).toBeVisible();
  await expect(action(/^(Edit|Delete|Create|Process) /)).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toBeDisabled();
  await tab('File Manager');
  await expect(page.getByText('No files yet')).toBeVisible();
  await expect(action(/upload|choose/i)).toHaveCount(0);
  const answer = await page.request.get(`/api/clients/${client.id}/leads.csv`);
  expect(answer.status()).toBe(403);
});

test('administrators switch the client on the same tab, with search and with the keyboard', async ({
  adminPage: page,
  api,
  client,
}) => {
  const other = await api.createClient({ businessName: `Switched ${client.id}` });
  await page.goto(`/client/${client.id}?tab=files`);
  const switcher = page.getByRole('button', { name: `${client.businessName}: switch client` });
  await switcher.click();
  await expectFocusOn(page, 'Find a client');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox', { name: 'Find a client' })).toBeHidden();
  await expect(switcher).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox', { name: 'Find a client' }).fill(other.businessName);
  await expect(page.getByRole('dialog').getByRole('link')).toHaveText([new RegExp(other.businessName)]);
  await expectAccessibleInAllThemes(page);
  await page.getByRole('searchbox', { name: 'Find a client' }).press('Enter');
  await page.waitForURL(`**/client/${other.id}?tab=files`);
  await expect(page.getByRole('banner').getByText(other.businessName)).toBeVisible();
});

test('a client whose leads are still loading is not shown with the leads of the client before', async ({
  adminPage: page,
  api,
  client,
  campaign,
}) => {
  const other = await api.createClient();
  await api.createLead(client, campaign, { fullName: 'Ann Lee' });
  await page.goto(`/client/${client.id}?tab=leads`);
  await expect(page.getByRole('button', { name: 'View Ann Lee' })).toBeVisible();
  await page.route('**/graphql', (route) =>
    (route.request().postDataJSON() as { operationName: string }).operationName === 'Leads'
      ? undefined
      : route.continue(),
  );
  await page.getByRole('button', { name: `${client.businessName}: switch client` }).click();
  await page.getByRole('searchbox', { name: 'Find a client' }).fill(other.businessName);
  await page.getByRole('searchbox', { name: 'Find a client' }).press('Enter');
  await page.waitForURL(`**/client/${other.id}?tab=leads`);
  await expect(page.getByRole('banner').getByText(other.businessName)).toBeVisible();
  await expect(page.getByRole('table', { name: 'leads' })).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('button', { name: 'View Ann Lee' })).toHaveCount(0);
});

test('leads a new client through its first steps, which complete themselves', async ({
  adminPage: page,
  api,
  client,
}) => {
  const firstSteps = page.getByRole('region', { name: 'Get started' });
  await page.goto(`/client/${client.id}`);
  await expect(firstSteps).toContainText('0 of 3 done');
  await expectAccessibleInAllThemes(page);
  await firstSteps.getByRole('link', { name: 'Create your first campaign' }).click();
  await page.getByRole('button', { name: 'Save Campaign' }).click();
  await page.waitForURL(/campaign\/[0-9a-f-]{36}$/);
  await page.getByRole('link', { name: 'Back to Campaigns' }).click();
  await page.getByRole('tab', { name: 'Dashboard' }).click();
  await expect(firstSteps).toContainText('1 of 3 done');

  const [campaign] = await api.get<CreatedCampaign[]>(`/api/clients/${client.id}/campaigns`);
  await api.createSequence(client, campaign!);
  const answers = { fullName: 'Ann', phone: '(415) 555-2671', email: 'ann@example.com', waterHeaterAge: 'Not sure' };
  await api.createLead(client, campaign!, answers);
  await expect(firstSteps).toHaveCount(0);
  await expectCard(page, 'SMS Sent', '1');
});
