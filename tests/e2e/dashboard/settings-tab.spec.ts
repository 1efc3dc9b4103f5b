import { expect, test } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { tabTo } from '../testing/keyboard';
import { abortOperations } from '../testing/network';
import { ABORTED } from '../testing/page-errors';
import { factsOf } from '../testing/ui';

test.use({
  client: async ({ api }, use) =>
    use(
      await api.createClient({
        businessName: 'Read <i>only</i>',
        contactEmail: 'owner@read-only.example',
        notificationPhone: '+14155550123',
      }),
    ),
});

test('the Settings tab is reachable by keyboard, and shows name, email, phone and status with escaped markup', async ({
  clientPage: page,
  client,
}) => {
  await page.goto(`/client/dashboard/${client.id}`);
  await expect(page.getByRole('tab', { name: 'Settings' })).toBeVisible();
  await tabTo(page, 'Dashboard');
  await page.keyboard.press('End');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(page).toHaveURL(/\?tab=settings$/);
  await expect
    .poll(() => factsOf(page.locator('dl')))
    .toEqual([
      ['Business Name', 'Read <i>only</i>'],
      ['Contact Email', 'owner@read-only.example'],
      ['Notification Phone', '(415) 555-0123'],
      ['Status', 'Active'],
      ['Time zone', 'America/New York'],
      ['Quiet hours', 'No text messages from 9:00 PM to 8:00 AM in the recipient’s time zone'],
      ['Text message sender', 'The agency’s shared sender'],
    ]);
});

test('the Settings tab is read-only except for the own account, notifications, the team, privacy and API keys', async ({
  clientPage: page,
  client,
}) => {
  await page.goto(`/client/dashboard/${client.id}?tab=settings`);
  await expect(page.getByRole('combobox', { name: 'Keep leads for' })).toBeVisible();
  const settings = page.getByRole('tabpanel');
  await expect(settings.getByRole('button', { name: 'Add passkey' })).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Create API key' })).toBeVisible();
  await expect(settings.getByRole('checkbox')).toHaveCount(3);
  await expect(settings.locator('input:not([type=checkbox]), textarea, [contenteditable]')).toHaveCount(1);
  const buttons = (await settings.locator('button:not(:has(time))').allInnerTexts()).filter(
    (text) => !text.startsWith('Sign out'),
  );
  expect(buttons.sort()).toEqual([
    'Add member',
    'Add passkey',
    'Change password',
    'Create API key',
    'Find person',
    'Save period',
    'Set up app',
  ]);
  await expect(page.getByText('Your agency manages these settings. Contact them to make changes.')).toBeVisible();
});

test('the Settings tab shows this month’s usage of each limit', async ({
  clientPage: page,
  api,
  client,
  campaign: _,
}) => {
  await page.goto(`/client/dashboard/${client.id}?tab=settings`);
  const usage = (name: string) => page.getByRole('group', { name: `${name} usage` });
  await expect(usage('Leads')).toContainText('0 / 1,000');
  await expect(usage('Campaigns')).toContainText('1 / 10');
  await api.updateClient(client, { monthlySMSLimit: 0, monthlyCampaignLimit: 3 });
  await page.reload();
  await expect(usage('Campaigns').getByText('33%')).toBeVisible();
  await expect(usage('SMS').getByText('0 / 0', { exact: true })).toBeVisible();
  await expect(usage('SMS').getByText('0%', { exact: true })).toBeVisible();
  await expectAccessibleInAllThemes(page);
});

test('the Settings tab shows administrators the changes made in the console, including the status', async ({
  adminPage: page,
  api,
  client,
}) => {
  await api.updateClient(client, {
    businessName: 'Renamed',
    status: 'inactive',
    quietHours: { enabled: false, start: '21:00', end: '08:00' },
  });
  await page.goto(`/client/${client.id}?tab=settings`);
  await expect(page.getByRole('banner').getByText('Renamed')).toBeVisible();
  await expect(page.locator('dl')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0);
  expect(await factsOf(page.locator('dl'))).toEqual(
    expect.arrayContaining([
      ['Business Name', 'Renamed'],
      ['Status', 'Inactive'],
      ['Quiet hours', 'Off: messages are sent at any time'],
    ]),
  );
});

test('the Settings tab keeps the details and offers a retry when only the usage cannot be loaded', async ({
  adminPage: page,
  client,
  pageErrors,
}) => {
  pageErrors.expect(ABORTED);
  const restore = await abortOperations(page, 'Dashboard', 'ClientUsage');
  await page.goto(`/client/${client.id}?tab=settings`);
  await expect(page.getByText('We could not load this month’s usage.')).toBeVisible();
  expect(await factsOf(page.locator('dl'))).toHaveLength(7);
  await restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('group', { name: 'SMS usage' })).toBeVisible();
});
