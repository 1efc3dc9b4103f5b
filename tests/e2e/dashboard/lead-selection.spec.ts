import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { expectFocusOn } from '../testing/keyboard';
import { recordRequests } from '../testing/network';
import { downloadBy, expectToast, pressInDialog, textOf } from '../testing/ui';

const names = Array.from({ length: 27 }, (_, nth) => `Lead ${String(nth + 1).padStart(2, '0')}`);

/** The Leads tab of a client with 27 leads, the newest first. */
const test = base.extend<{ openTab: () => Promise<void> }>({
  client: async ({ api }, use) => use(await api.createClient({ authEnabled: false })),
  openTab: async ({ api, client, page }, use) => {
    const campaign = await api.createCampaign(client, { name: 'Spring' });
    for (const [nth, fullName] of names.entries())
      await api.createLead(client, campaign, { fullName, phone: `(415) 555-26${nth + 10}` });
    await use(async () => {
      await page.goto(`/client/dashboard/${client.id}?tab=leads`);
      await expect(nameOf(page, 'Lead 27')).toBeVisible();
    });
  },
});

const nameOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const boxOf = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected leads' });
const rowOf = (page: Page, name: string) => page.locator('[data-row]').filter({ has: nameOf(page, name) });

test('a selection on two pages gets a status by one request and is deleted', async ({ page, client, api, openTab }) => {
  await openTab();
  const top = await rowOf(page, 'Lead 27').boundingBox();
  await boxOf(page, 'Lead 27').click();
  await expect(bar(page)).toContainText('1 selected');
  expect(await rowOf(page, 'Lead 27').boundingBox()).toEqual(top);
  await boxOf(page, 'Lead 25').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('3 selected');
  await expectAccessibleInAllThemes(page);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await boxOf(page, 'Lead 01').click();
  await expect(bar(page)).toContainText('4 selected');

  const requests = recordRequests(page);
  await bar(page).getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'Qualified' }).click();
  await expect(rowOf(page, 'Lead 01')).toContainText('Qualified');
  await expectToast(page, '4 leads updated successfully');
  expect(requests.filter((name) => ['Leads', 'UpdateLeads'].includes(name))).toEqual(['UpdateLeads']);
  await expect(rowOf(page, 'Lead 02')).toContainText('New');
  const leads = await api.leads(client, '?status=qualified');
  expect(leads.map(({ fullName }) => fullName).sort()).toEqual(['Lead 01', 'Lead 25', 'Lead 26', 'Lead 27']);

  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await pressInDialog(page, 'Delete');
  await expectToast(page, '4 leads deleted successfully');
  // The list has one page now.
  await expect(nameOf(page, 'Lead 24')).toBeVisible();
  await expect(page.locator('[data-row]')).toHaveCount(23);
  await expect(bar(page)).toBeHidden();
});

test('a change of a selection is undone for the leads that nobody changed since', async ({
  page,
  client,
  api,
  openTab,
}) => {
  await openTab();
  const [lead] = await api.leads(client, '?search=Lead%2025');
  for (const name of ['Lead 27', 'Lead 26', 'Lead 25']) await boxOf(page, name).click();
  await bar(page).getByRole('button', { name: 'Set status' }).click();
  await page.getByRole('menuitem', { name: 'Converted' }).click();
  await expectToast(page, '3 leads updated successfully');
  // The toast stays while it has the focus.
  await page.keyboard.press('F8');
  await api.graphql('mutation ($id: ID!) { updateLead(id: $id, input: { status: contacted }) { id } }', {
    id: lead!.id,
  });
  await expect(rowOf(page, 'Lead 25')).toContainText('Contacted');
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await expectAccessibleInAllThemes(page);
  await undo.press('Enter');
  await expectToast(page, '2 leads restored');
  await expect(rowOf(page, 'Lead 27')).toContainText('New');
  await expect(rowOf(page, 'Lead 25')).toContainText('Contacted');
  const found = await api.leads(client, '?status=new');
  expect(found).toHaveLength(26);

  await bar(page).getByRole('button', { name: 'Tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tags: 3 selected leads' });
  await dialog.getByRole('combobox', { name: 'Add a tag' }).fill('Roof');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rowOf(page, 'Lead 26')).toContainText('Roof');
  await undo.click();
  await expectToast(page, '3 leads restored');
  await expect(rowOf(page, 'Lead 26')).not.toContainText('Roof');
});

test('the selected leads are exported', async ({ page, openTab }) => {
  await openTab();
  await boxOf(page, 'Lead 27').click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await boxOf(page, 'Lead 01').click();
  const download = await downloadBy(page, () => bar(page).getByRole('button', { name: 'Export' }).click());
  expect(download.suggestedFilename()).toBe('leads.csv');
  const [, ...rows] = (await textOf(download)).trim().split('\r\n');
  expect(rows.map((row) => row.split('","')[3])).toEqual(['Lead 27', 'Lead 01']);
  await expect(bar(page)).toContainText('2 selected');
});

test('the keyboard selects a range, opens a lead and leads on to the next page', async ({ page, openTab }) => {
  await openTab();
  await nameOf(page, 'Lead 27').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Space');
  await expect(bar(page)).toContainText('3 selected');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('4 selected');
  await expectFocusOn(page, 'Lead 24');
  await page.keyboard.press('End');
  await expectFocusOn(page, 'Lead 03');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Lead 03' })).toContainText('25 of 27');
  await page.keyboard.press('j');
  await expect(page.getByRole('dialog', { name: 'Lead 02' })).toContainText('26 of 27');
  await expect(page.getByText('26–27 of 27')).toBeVisible();
  await page.keyboard.press('k');
  await expect(page.getByRole('dialog', { name: 'Lead 03' })).toContainText('25 of 27');
});

test('the browser remembers hidden columns', async ({ page, openTab }) => {
  await openTab();
  const columns = page.getByRole('columnheader');
  await expect(columns).toHaveCount(6);
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'Campaign' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Received' }).click();
  await expect(columns).toHaveCount(4);
  await expectAccessibleInAllThemes(page);
  await page.keyboard.press('Escape');
  await expectFocusOn(page, 'Columns');
  await page.reload();
  await expect(columns).toHaveCount(4);
  await expect(page.getByRole('columnheader', { name: 'Campaign' })).toBeHidden();
});

test('cards on phones are selected and show all that tables can hide', { tag: '@touch' }, async ({ page, openTab }) => {
  await page.addInitScript(() => localStorage.setItem('leadColumns:link', '["campaignName"]'));
  await page.setViewportSize({ width: 390, height: 844 });
  await openTab();
  await expect(rowOf(page, 'Lead 27')).toContainText('Spring');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeHidden();
  await boxOf(page, 'Lead 27').click();
  await expect(bar(page).getByRole('button', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
  await expectAccessibleInAllThemes(page);
  await bar(page).getByRole('button', { name: 'Clear' }).click();
  await expect(bar(page)).toBeHidden();
});

test('a sequence starts for the selected leads, and is stopped before its next message', async ({
  page,
  client,
  api,
  openTab,
}) => {
  await openTab();
  const [campaign] = await api.get<[{ id: string }]>(`/api/clients/${client.id}/campaigns`);
  await api.post(`/api/clients/${client.id}/sms-sequences`, {
    name: 'Later',
    campaignId: campaign.id,
    triggerEvent: 'lead_contacted',
    status: 'active',
    steps: [
      { delayMinutes: 0, message: 'Hello' },
      { delayMinutes: 600, message: 'Again' },
    ],
  });
  for (const name of ['Lead 27', 'Lead 26']) await boxOf(page, name).click();
  const start = async () => {
    await bar(page).getByRole('button', { name: 'Sequences' }).click();
    await page.getByRole('combobox', { name: 'Start a sequence' }).selectOption({ label: 'Later – Spring' });
    await expectAccessibleInAllThemes(page);
    await pressInDialog(page, 'Start now');
  };
  await start();
  await expectToast(page, 'Sequence started for 2 leads');
  await expect.poll(() => api.sentCount(client)).toBe(2);
  await boxOf(page, 'Lead 25').click();
  await start();
  await expect(page.getByRole('dialog')).toContainText(
    'Started for 1 lead.2 leads skipped because the lead was enrolled in this sequence before.',
  );
  await pressInDialog(page, 'Done');
  await bar(page).getByRole('button', { name: 'Sequences' }).click();
  await pressInDialog(page, 'Stop all sequences');
  await expectToast(page, '3 sequences stopped');
  await nameOf(page, 'Lead 27').click();
  await expect(page.getByRole('dialog', { name: 'Lead 27' })).toContainText('somebody stopped it');
});
