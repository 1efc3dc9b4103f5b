import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';

/** The Analytics tab of the admin console. `page` is the administrator's. Other tests use the same stack. */
const test = base.extend<{ marker: string }>({
  page: ({ adminPage }, use) => use(adminPage),
  marker: ({ baseURL: _ }, use) => use(`Counted ${randomUUID().slice(0, 8)}`),
});

test('figures follow what happens, are narrowed to a client and a campaign, and are exported', async ({
  page,
  api,
  marker,
}) => {
  const client = await api.createClient({ businessName: marker });
  const campaign = await api.createCampaign(client);
  const { id } = await api.createLead(client, campaign, { fullName: 'One' });
  await api.createLead(client, campaign, { fullName: 'Two' });
  await api.graphql(`mutation ($id: ID!) { updateLead(id: $id, input: { status: qualified }) { id } }`, { id });
  // A job adds figures up every few seconds.
  const query = `query ($id: ID) { analytics(clientId: $id) { totals { leads qualified } } }`;
  await expect
    .poll(async () => (await api.graphql<{ analytics: object }>(query, { id: client.id })).analytics, {
      timeout: 30_000,
    })
    .toEqual({ totals: { leads: 2, qualified: 1 } });

  await page.goto('/admin?tab=analytics');
  // The chart repeats the totals of the cards.
  const card = (name: string) => page.getByRole('group', { name, exact: true }).first();
  await page.getByRole('searchbox', { name: 'Find by name' }).fill(marker);
  const row = page.getByRole('table', { name: 'clients', exact: true }).getByRole('row').filter({ hasText: marker });
  await expect(row.locator('[data-label=Leads]')).toHaveText('2');
  await expect(row.locator('[data-label=Conversions]')).toHaveText('1');
  await expectAccessibleInAllThemes(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const csv = await text(await (await download).createReadStream());
  expect(csv).toContain(`"${marker}","${client.id}","0","0","2","1","1","0","0"`);

  await page.getByRole('button', { name: `Show only ${marker}` }).click();
  await expect(page).toHaveURL(new RegExp(`client=${client.id}`));
  await expect(card('Conversions')).toHaveText(/150\.0% of leads/);
  await page.getByRole('button', { name: `Show only ${campaign.name}` }).click();
  await expect(page).toHaveURL(new RegExp(`campaign=${campaign.id}`));
  const daysOf = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download days' }).click();
  const days = await text(await (await daysOf).createReadStream());
  expect(days.trimEnd().split('\r\n')).toHaveLength(31);
  expect(days.trimEnd()).toMatch(/"0","0","2","1","1","0","0","0","0","\d+","0","0"$/);
  const sourcesOf = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download sources' }).click();
  expect(await text(await (await sourcesOf).createReadStream())).toContain('"direct","","0","0","2"');
  const chart = page.getByRole('region', { name: 'Over time' });
  await chart.getByRole('combobox', { name: 'Figure shown as bars' }).selectOption('Conversions');
  await expect(page).toHaveURL(/figure=qualified/);
  await expect(chart.getByRole('group', { name: 'Conversions' })).toHaveText('Conversions1');
  await chart.getByRole('button', { name: 'Show as table' }).click();
  await expect(chart.getByRole('columnheader')).toHaveText([
    ...['Day', 'Conversions', 'Leads', 'Views', 'QR scans', 'SMS Sent', 'Replies', 'Opt-outs'],
  ]);
  await expect(page.getByRole('region', { name: 'From view to customer' }).getByRole('listitem')).toContainText([
    'Views',
    'Leads',
    'Contacted',
    'Qualified',
    'Converted',
  ]);
  await page.getByRole('switch', { name: 'Compare with previous period' }).check();
  await expect(card('Conversions')).toHaveText(/none before/);
  await expectAccessibleInAllThemes(page);

  await page.reload();
  await page.getByRole('button', { name: `Remove the filter ${marker}` }).click();
  await expect(page).not.toHaveURL(/client=|campaign=/);
  await page.getByRole('combobox', { name: 'Date range' }).selectOption('7');
  await expect(page.getByRole('table', { name: 'Leads by arrival' }).getByRole('row')).toHaveCount(8);
});
