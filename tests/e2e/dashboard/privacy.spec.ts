import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { runSql } from '../testing/database';
import { expectFocusOn } from '../testing/keyboard';
import { responseTo } from '../testing/network';
import { downloadBy, expectToast, textOf } from '../testing/ui';

const ann = { fullName: 'Ann <b>Lee</b>', email: 'ann@lee.example', phone: '(415) 555-2671' };

/** The privacy section in a client's settings. `page` shows it to the client, who has two leads of Ann and one of Bob. */
const test = base.extend({
  page: async ({ clientPage: page, api, client, campaign }, use) => {
    await api.createLead(client, campaign, ann);
    await api.createLead(client, campaign, { ...ann, fullName: 'A. Lee' });
    await api.createLead(client, campaign, { fullName: 'Bob', phone: '(415) 555-2672' });
    await page.goto(`/client/dashboard/${client.id}?tab=settings`);
    await use(page);
  },
});

const person = (page: Page) => page.getByRole('region', { name: 'Find a person’s data' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const find = async (page: Page, query: string) => {
  await page.getByLabel('Phone or email').fill(query);
  await press(page, 'Find person');
  await expect(person(page).getByText(`Data stored about ${query}`)).toBeVisible();
};

test('the privacy section validates the search, and shows when no data is stored', async ({ page }) => {
  await press(page, 'Find person');
  await expect(person(page).getByText('Enter a phone number or email')).toBeVisible();
  await page.getByLabel('Phone or email').fill('nobody@lee.example');
  await page.keyboard.press('Enter');
  await expect(person(page).getByText('No data is stored about nobody@lee.example.')).toBeVisible();
  await expect(person(page).getByRole('button')).toHaveText(['Find person']);
});

test('the privacy section finds a person by email or number, and exports all data as JSON', async ({ page }) => {
  await find(page, 'ANN@lee.example');
  await find(page, '415 555 2671');
  expect(await person(page).locator('dl').innerText()).toMatch(/Ann <b>Lee<\/b>[^]*A\. Lee[^]*Leads\n2\n/);
  await expectAccessibleInAllThemes(page);
  const download = await downloadBy(page, () => press(page, 'Download data'));
  expect(download.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d\.json$/);
  const text = await textOf(download);
  expect(JSON.parse(text)).toMatchObject({
    format: 'person.1',
    leads: [{ formData: ann, consents: [{ via: 'api' }] }, { fullName: 'A. Lee' }],
    spamSubmissions: [],
    importRows: [],
    optOuts: [],
  });
  expect(text).not.toContain('__typename');
  expect(text).not.toContain('Bob');
  await expectToast(page, 'Data downloaded');
});

test('the privacy section erases all data of one person after confirmation, except the opt-out', async ({
  page,
  api,
  client,
  stack,
}) => {
  const sql = `INSERT INTO suppressions (number_hash, sender, client_id, reason) VALUES (number_hash('+14155552671'), 'own', $1, 'stop')`;
  await runSql(stack.dataDir, sql, [client.id]);
  await find(page, '415 555 2671');
  await press(page, 'Erase data');
  const dialog = page.getByRole('alertdialog', { name: 'Erase all data about 415 555 2671?' });
  await expect(dialog.getByText('2 leads will be permanently deleted')).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  expect(await api.leads(client)).toHaveLength(3);
  await press(page, 'Erase data');
  await dialog.getByRole('button', { name: 'Erase data' }).click();
  await expectToast(page, 'Data erased');
  await expect(
    person(page).getByText('415 555 2671 opted out of text messages. Only this opt-out is stored.'),
  ).toBeVisible();
  await expect(person(page).getByRole('button')).toHaveText(['Find person', 'Download data']);
  await expectAccessibleInAllThemes(page);
  expect(await api.leads(client)).toMatchObject([{ fullName: 'Bob' }]);
  await expect(page.getByText('Erased a person’s data')).toBeVisible();
});

test('the privacy section asks for confirmation before it shortens the retention period, but not before it extends it', async ({
  page,
  api,
  client,
}) => {
  const period = page.getByRole('combobox', { name: 'Keep leads for' });
  await expect(period.locator('option:checked')).toHaveText('Forever');
  await period.selectOption({ label: '90 days' });
  await press(page, 'Save period');
  const confirmation = page.getByRole('alertdialog', { name: 'Delete leads after 90 days?' });
  await confirmation.getByRole('button', { name: 'Delete old leads' }).click();
  await expectToast(page, 'Retention period saved');
  await expect(confirmation).toBeHidden();
  await period.selectOption({ label: '2 years' });
  await Promise.all([responseTo(page, /UpdateRetentionPolicy/), press(page, 'Save period')]);
  await expectFocusOn(page, 'Save period');
  expect(await api.get(`/api/clients/${client.id}/retention`)).toMatchObject({ leadDays: 730 });
});

base(
  'the privacy section shows administrators a period set through the API, and is hidden from people who only have the dashboard link',
  async ({ page, adminPage, api, client }) => {
    await api.put(`/api/clients/${client.id}/retention`, { leadDays: 45 });
    await adminPage.goto(`/client/${client.id}?tab=settings`);
    const period = adminPage.getByRole('combobox', { name: 'Keep leads for' });
    await expect(period.locator('option:checked')).toHaveText('45 days');
    const open = await api.createClient({ authEnabled: false, username: undefined, password: undefined });
    await page.goto(`/client/dashboard/${open.id}?tab=settings`);
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Privacy' })).toHaveCount(0);
  },
);
