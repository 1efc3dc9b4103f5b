import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import type { Api } from '../testing/api';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { dialogOf, expectToast, pressInDialog } from '../testing/ui';

/** The Overview tab of the admin console. `page` is the administrator's. Other tests use the same stack. */
const test = base.extend<{ marker: string }>({
  page: ({ adminPage }, use) => use(adminPage),
  // Digits sort first, so the clients are on the first page.
  marker: ({ baseURL: _ }, use) => use(`0 Overview ${randomUUID().slice(0, 8)}`),
});

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'clients that need attention' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const follows = (page: Page) =>
  page.waitForResponse((response) => response.request().url().endsWith('/graphql/stream'));

/** Creates a client that has used up its limit of one lead, and holds others. */
async function createHolding(api: Api, businessName: string, heldLeads: number) {
  const client = await api.createClient({ businessName });
  await api.updateClient(client, { monthlyLeadLimit: 1 });
  const campaign = await api.createCampaign(client);
  for (let n = 0; n <= heldLeads; n += 1) await api.createLead(client, campaign, { fullName: `Lead ${n}` });
  return { client, campaign };
}

test('a client whose leads are held is listed, and a higher limit releases them', async ({ page, api, marker }) => {
  const { client } = await createHolding(api, marker, 2);
  await page.goto('/admin');
  const row = rowOf(page, marker);
  await expect(row).toContainText('Leads: 1 of 1 used');
  await expect(row).toContainText('2 leads held');
  await expectAccessibleInAllThemes(page);
  await row.getByRole('link', { name: 'Critical: 2 leads held' }).click();
  await expect(dialogOf(page)).toContainText('2 leads held. A higher limit releases them, oldest first.');
  await dialogOf(page).getByRole('spinbutton', { name: 'Monthly Lead Limit' }).fill('50');
  await expect(dialogOf(page)).toContainText('Saving releases 2, oldest first.');
  await expectAccessibleInAllThemes(page);
  await pressInDialog(page, 'Save limits');
  await expectToast(page, 'Limits saved for 1 client');
  await expect(row).toHaveCount(0);
  const { heldLeads } = await api.get<{ heldLeads: number }>(`/api/clients/${client.id}/stats`);
  expect(heldLeads).toBe(0);
});

test('the list is filtered by a reason that is in the address', async ({ page, api, marker }) => {
  await createHolding(api, marker, 1);
  await page.goto('/admin?tab=overview');
  await expect(rowOf(page, marker)).toBeVisible();
  const filter = page.getByRole('combobox', { name: 'Reasons' });
  await filter.selectOption('Rejected sender');
  await expect(page).toHaveURL(/reason=sender_rejected/);
  await expect(rowOf(page, marker)).toHaveCount(0);
  await page.goBack();
  await expect(rowOf(page, marker)).toBeVisible();
  await page.goto('/admin?tab=overview&reason=leads_held');
  await expect(filter).toHaveValue('leads_held');
  await expect(rowOf(page, marker)).toContainText('1 lead held');
});

test('a client appears as soon as a lead of it is held', async ({ page, api, marker }) => {
  const { client, campaign } = await createHolding(api, marker, 0);
  await api.updateClient(client, { monthlyLeadLimit: 2 });
  await Promise.all([follows(page), page.goto('/admin')]);
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await api.createLead(client, campaign, { fullName: 'Second' });
  await api.createLead(client, campaign, { fullName: 'Third' });
  await expect(rowOf(page, marker)).toContainText('1 lead held', { timeout: 15_000 });
});

test('texts of selected clients are paused and resumed together', async ({ page, api, marker }) => {
  const names = [`${marker} a`, `${marker} b`];
  for (const name of names) await createHolding(api, name, 0);
  await page.goto('/admin?tab=overview&reason=limit_reached');
  for (const name of names)
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check({ force: true });
  const bar = page.getByRole('region', { name: 'Selected clients' });
  await expect(bar).toContainText('2 selected');
  await expectAccessibleInAllThemes(page);
  await bar.getByRole('button', { name: 'Pause texts' }).click();
  await expectToast(page, 'Text messages paused for 2 clients');
  await expect(bar).toBeHidden();
  for (const name of names) await expect(rowOf(page, name)).toContainText('Texts paused');
  await button(page, `Resume the text messages of ${names[0]}`).click();
  await expectToast(page, 'Text messages resumed for 1 client');
  await expect(rowOf(page, names[0]!)).not.toContainText('Texts paused');
  await expect(rowOf(page, names[1]!)).toContainText('Texts paused');
});

test('a client whose messages will exceed their limit is listed with the day, and a higher limit ends it', async ({
  page,
  api,
  marker,
}) => {
  // A zone in which it is daytime, so that the month does not end during the test.
  const timeZone = new Date().getUTCHours() < 12 ? 'Asia/Tokyo' : 'America/Phoenix';
  const client = await api.createClient({ businessName: marker });
  const campaign = await api.createCampaign(client);
  const steps = [0, 0, 0, 0, 30, 0].map((delay): [number, string] => [delay, 'Hello']);
  await api.createSequence(client, campaign, steps);
  await Promise.all([follows(page), page.goto('/admin')]);
  await api.createLead(client, campaign, { fullName: 'Ann Lee', phone: '(415) 555-2701' });
  await expect.poll(() => api.sentCount(client)).toBe(4);
  // The job computes a forecast for each new limit.
  await api.updateClient(client, { timeZone, monthlySMSLimit: 5 });
  const row = rowOf(page, marker);
  const today = new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric' }).format();
  // The forecast adds the leads that are expected in the rest of the day and month.
  const reason = new RegExp(String.raw`^Warning: Messages: 4 of 5 used, \d+ expected, limit reached on ${today}$`);
  await expect(row.getByRole('listitem')).toHaveText([reason], { timeout: 30_000 });
  await expectAccessibleInAllThemes(page);
  await page.getByRole('combobox', { name: 'Reasons' }).selectOption('Forecast above a limit');
  await row.getByRole('link', { name: reason }).click();
  await dialogOf(page).getByRole('spinbutton', { name: 'Monthly SMS Limit' }).fill('50');
  await pressInDialog(page, 'Save limits');
  await expectToast(page, 'Limits saved for 1 client');
  await expect(row).toHaveCount(0);
});
