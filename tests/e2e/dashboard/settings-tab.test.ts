import type { Page } from 'playwright-core';
import { expectAccessibleInAllThemes } from '../testing/all-themes';
import { tabTo } from '../testing/keyboard';
import { createClient, type CreatedClient } from '../testing/create-client';
import { useHarness } from '../testing/harness';

/** The Settings tab of the client dashboard. */
describe('the Settings tab', () => {
  const harness = useHarness();
  let admin: Page;
  let page: Page;
  let client: CreatedClient;

  beforeAll(async () => {
    ({ page: admin } = await harness.admin());
    client = await createClient(admin.context(), {
      businessName: 'Read <i>only</i>',
      contactEmail: 'owner@read-only.example',
      notificationPhone: '+14155550123',
    });
    ({ page } = await harness.client(client));
    await page.getByRole('tab', { name: 'Settings' }).waitFor();
  });

  const facts = (target: Page) =>
    target.locator('dl').evaluate((list) => {
      const texts = (tag: string) => [...list.querySelectorAll(tag)].map((part) => part.textContent);
      return texts('dt').map((label, nth) => [label, texts('dd')[nth]]);
    });

  it('is reachable by keyboard, and shows name, email, phone and status with escaped markup', async () => {
    await tabTo(page, 'Dashboard');
    await page.keyboard.press('End');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(new URL(page.url()).search).toBe('?tab=settings');
    expect(await facts(page)).toEqual([
      ['Business Name', 'Read <i>only</i>'],
      ['Contact Email', 'owner@read-only.example'],
      ['Notification Phone', '(415) 555-0123'],
      ['Status', 'Active'],
      ['Time zone', 'America/New York'],
      ['Quiet hours', 'No text messages from 9:00 PM to 8:00 AM'],
    ]);
  });

  it('is read-only except for the password and the privacy section', async () => {
    await page.getByRole('combobox', { name: 'Keep leads for' }).waitFor();
    const parts = page.getByRole('tabpanel').locator('input, textarea, button, [contenteditable]');
    expect((await parts.allInnerTexts()).filter((text) => text !== '')).toEqual([
      'Change password',
      'Find person',
      'Save period',
    ]);
    expect(await parts.count()).toBe(4);
    await page.getByText('Your agency manages these settings. Contact them to make changes.').waitFor();
  });

  it('shows this month’s usage of each limit', async () => {
    const usage = page.getByRole('region', { name: 'This month’s usage' });
    await usage.getByText('0 / 1,000').first().waitFor();
    await usage.getByText('0 / 10', { exact: true }).waitFor();
    const { request } = admin.context();
    expect(
      (await request.put(`/api/clients/${client.id}`, { data: { monthlySMSLimit: 0, monthlyCampaignLimit: 3 } })).ok(),
    ).toBe(true);
    expect((await request.post(`/api/clients/${client.id}/campaigns`, { data: { name: 'One' } })).ok()).toBe(true);
    await page.reload();
    await page.getByRole('group', { name: 'Campaigns usage' }).getByText('33%').waitFor();
    const sms = page.getByRole('group', { name: 'SMS usage' });
    await sms.getByText('0 / 0', { exact: true }).waitFor();
    await sms.getByText('0%', { exact: true }).waitFor();
    await expectAccessibleInAllThemes(page);
  });

  it('shows administrators the changes made in the console, including the status', async () => {
    const data = {
      businessName: 'Renamed',
      status: 'inactive',
      quietHours: { enabled: false, start: '21:00', end: '08:00' },
    };
    expect((await admin.context().request.put(`/api/clients/${client.id}`, { data })).ok()).toBe(true);
    await admin.goto(`/client/${client.id}?tab=settings`);
    await admin.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor();
    await admin.locator('dl').waitFor();
    expect(await admin.getByRole('button', { name: 'Change password' }).count()).toBe(0);
    expect(await facts(admin)).toContainEqual(['Business Name', 'Renamed']);
    expect(await facts(admin)).toContainEqual(['Status', 'Inactive']);
    expect(await facts(admin)).toContainEqual(['Quiet hours', 'Off: messages are sent at any time']);
  });

  it('keeps the details and offers a retry when only the usage cannot be loaded', async () => {
    await admin.route('**/graphql', (route) =>
      route.request().postData()?.includes('"ClientUsage"') ? route.abort() : route.continue(),
    );
    await admin.reload();
    await admin.getByText('We could not load this month’s usage.').waitFor();
    expect(await facts(admin)).toHaveLength(6);
    await admin.unroute('**/graphql');
    await admin.getByRole('button', { name: 'Try again' }).click();
    await admin.getByRole('group', { name: 'SMS usage' }).waitFor();
    expect(new Set(harness.errorLog.pageErrors.splice(0))).toEqual(
      new Set(['console error: Failed to load resource: net::ERR_FAILED']),
    );
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
