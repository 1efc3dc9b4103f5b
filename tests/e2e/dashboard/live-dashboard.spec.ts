import type { Page, Request } from '@playwright/test';
import { expect, test } from '../fixtures';
import type { Api, CreatedClient } from '../testing/api';
import { recordRequests, responseTo, untilIdle } from '../testing/network';
import { expectCard, expectToast, pressInDialog } from '../testing/ui';

const isStream = (request: Request) => request.url().endsWith('/graphql/stream');

/** Records the cursor that each stream of the page starts after, or null. */
function recordStreams(page: Page): (string | null)[] {
  const streams: (string | null)[] = [];
  page.on('request', (request) => {
    if (isStream(request))
      streams.push((request.postDataJSON() as { variables: { after: string | null } }).variables.after);
  });
  return streams;
}

/** Opens a dashboard and waits until it follows changes. */
const openLive = (page: Page, path: string) =>
  Promise.all([page.waitForResponse((response) => isStream(response.request())), page.goto(path)]);

/** Opens the Leads tab, which lists these leads. */
async function openLeads(page: Page, api: Api, client: CreatedClient, ...names: string[]) {
  const campaign = await api.createCampaign(client);
  const ids: string[] = [];
  for (const fullName of names) ids.push((await api.createLead(client, campaign, { fullName })).id);
  await untilIdle(page, () => page.goto(`/client/dashboard/${client.id}?tab=leads`));
  return ids;
}

test('the dashboard shows a new lead without being loaded again', async ({ clientPage: page, api, client }) => {
  const campaign = await api.createCampaign(client);
  await openLive(page, `/client/dashboard/${client.id}`);
  await expectCard(page, 'Total Leads', '0');
  await api.createLead(client, campaign, { fullName: 'Ann Lee' });
  await expectCard(page, 'Total Leads', '1');
  await expect(page.getByRole('region', { name: 'Recent Activity' }).getByText('Ann Lee')).toBeVisible();
});

test('the Leads tab says how many leads have arrived, and shows them when asked', async ({
  clientPage: page,
  api,
  client,
}) => {
  const campaign = await api.createCampaign(client);
  await api.createLead(client, campaign, { fullName: 'Ann Lee' });
  await openLive(page, `/client/dashboard/${client.id}?tab=leads`);
  const rows = page.getByRole('table', { name: 'leads' });
  await expect(rows.getByText('Ann Lee')).toBeVisible();
  for (const fullName of ['Bo Chen', 'Cy Diaz']) await api.createLead(client, campaign, { fullName });
  await expect(page.getByRole('button', { name: 'Show 2 new leads' })).toBeVisible();
  await expect(rows.getByText('Bo Chen')).toBeHidden();
  await page.getByRole('button', { name: 'Show 2 new leads' }).click();
  await expect(rows.getByText('Bo Chen')).toBeVisible();
  await expect(page.getByRole('button', { name: /new lead/ })).toBeHidden();
});

test('an empty Leads tab shows the first lead when it arrives', async ({ clientPage: page, api, client }) => {
  const campaign = await api.createCampaign(client);
  await openLive(page, `/client/dashboard/${client.id}?tab=leads`);
  await expect(page.getByText('No leads yet')).toBeVisible();
  await api.createLead(client, campaign, { fullName: 'Ann Lee' });
  await expect(page.getByRole('table', { name: 'leads' }).getByText('Ann Lee')).toBeVisible();
  await expect(page.getByRole('button', { name: /new lead/ })).toBeHidden();
});

test('a colleague’s change of a lead appears in the list and in the open lead', async ({
  clientPage: page,
  api,
  client,
}) => {
  const campaign = await api.createCampaign(client);
  const lead = await api.createLead(client, campaign, { fullName: 'Ann Lee' });
  await openLive(page, `/client/dashboard/${client.id}?tab=leads`);
  await page.getByRole('button', { name: 'View Ann Lee' }).click();
  await api.put(`/api/leads/${lead.id}`, { status: 'qualified' });
  await expect(page.getByRole('dialog').getByLabel('Status')).toHaveValue('qualified');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('table', { name: 'leads' }).getByText('Qualified', { exact: true })).toBeVisible();
});

test('of two tabs one holds the connection, and the other takes over where it ended', async ({
  clientPage: first,
  api,
  client,
}) => {
  const campaign = await api.createCampaign(client);
  await openLive(first, `/client/dashboard/${client.id}`);
  const second = await first.context().newPage();
  const streams = recordStreams(second);
  // It compares its figures when it begins to hear the other tab.
  await Promise.all([responseTo(second, /^ClientStats$/), second.goto(`/client/dashboard/${client.id}`)]);
  await api.createLead(client, campaign, { fullName: 'Ann Lee' });
  await expectCard(second, 'Total Leads', '1');
  expect(streams).toEqual([]);
  await first.close();
  await expect.poll(() => streams).toEqual([expect.any(String)]);
  await api.createLead(client, campaign, { fullName: 'Bo Chen' });
  await expectCard(second, 'Total Leads', '2');
});

test('saving a lead’s status is one request, and the row changes before the toast says so', async ({
  clientPage: page,
  api,
  client,
}) => {
  await openLeads(page, api, client, 'Ann Lee');
  await page.getByRole('button', { name: 'Edit Ann Lee' }).click();
  await page.getByRole('dialog').getByLabel('Status').selectOption('contacted');
  const requests = recordRequests(page);
  await untilIdle(page, async () => {
    await pressInDialog(page, 'Save changes');
    await expectToast(page, 'Lead updated successfully');
    await expect(page.getByRole('table', { name: 'leads' }).getByText('Contacted', { exact: true })).toBeVisible();
  });
  expect(requests).toEqual(['UpdateLead']);
});

test('a status that is chosen in the details of a lead is one request, and the row changes at once', async ({
  clientPage: page,
  api,
  client,
}) => {
  await openLeads(page, api, client, 'Ann Lee');
  await untilIdle(page, () => page.getByRole('button', { name: 'View Ann Lee' }).click());
  const row = page.getByRole('row').filter({ hasText: 'Ann Lee' });
  const requests = recordRequests(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/graphql', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('dialog').getByLabel('Status').selectOption('contacted');
  // Before the server has answered.
  await expect(row.getByText('Contacted', { exact: true })).toBeVisible();
  await untilIdle(page, async () => {
    release();
    await expectToast(page, 'Lead updated successfully');
  });
  await expect(row.getByText('Contacted', { exact: true })).toBeVisible();
  expect(requests).toEqual(['UpdateLead']);
  await page.unrouteAll({ behavior: 'wait' });
});

test('the status of another lead can be chosen while one is saved, and each lead gets its own', async ({
  clientPage: page,
  api,
  client,
}) => {
  const [first, second] = await openLeads(page, api, client, 'Ann Lee', 'Bo Chen');
  await page.getByRole('button', { name: 'View Bo Chen' }).click();
  const drawer = page.getByRole('dialog');
  const status = drawer.getByLabel('Status');
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('"UpdateLead"')) await released;
    await route.continue();
  });
  await status.selectOption('qualified');
  await page.getByRole('button', { name: 'Next lead' }).click();
  await expect(drawer.getByRole('heading', { name: 'Ann Lee' })).toBeVisible();
  await expect(status).toHaveValue('new');
  await status.selectOption('contacted');
  const saved = [first, second].map((id) =>
    page.waitForResponse((response) => {
      const sent = response.request().postData() ?? '';
      return sent.includes('"UpdateLead"') && sent.includes(id!);
    }),
  );
  release();
  await Promise.all(saved);
  await expect(status).toHaveValue('contacted');
  expect(await api.get(`/api/leads/${first}`)).toMatchObject({ status: 'contacted' });
  expect(await api.get(`/api/leads/${second}`)).toMatchObject({ status: 'qualified' });
  await page.unrouteAll({ behavior: 'wait' });
});
