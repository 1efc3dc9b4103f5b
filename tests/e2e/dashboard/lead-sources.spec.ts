import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import type { CreatedCampaign } from '../testing/api';
import { expectAccessibleInAllThemes, expectNoAxeViolations } from '../testing/axe';
import { abortOperations } from '../testing/network';
import { ABORTED } from '../testing/page-errors';

/** The sources of leads on the Dashboard tab. The dashboard of `client` is open to anyone with its link. */
const test = base.extend({
  client: async ({ api }, use) => use(await api.createClient({ authEnabled: false })),
});

const panelOf = (page: Page) => page.getByRole('region', { name: 'Where leads come from' });
/** Waits until the table has these rows. */
const expectRows = (page: Page, expected: string[][]) =>
  expect
    .poll(() =>
      panelOf(page)
        .getByRole('row')
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText))),
    )
    .toEqual([['Source', 'Views', 'Leads', 'Lead rate'], ...expected]);

test('the lead sources panel explains sources when there are no visits', async ({ page, client }) => {
  await page.goto(`/client/dashboard/${client.id}`);
  await expect(panelOf(page).getByText('No visits yet')).toBeVisible();
  await expectAccessibleInAllThemes(page);
});

test('the lead sources panel shows views, leads and conversion in total and by campaign, also to administrators', async ({
  page,
  adminPage,
  api,
  client,
}) => {
  const visit = async (campaign: CreatedCampaign, source: string | undefined, views: number, leads: number) => {
    for (let n = 0; n < views; n += 1) await api.viewLandingPage(client, campaign, source);
    for (let n = 0; n < leads; n += 1) await api.createLead(client, campaign, { fullName: `Lead ${n}` }, source);
  };
  const spring = await api.createCampaign(client, { name: 'Spring' });
  const autumn = await api.createCampaign(client, { name: 'Autumn' });
  const flyer = 'a-flyer-with-a-very-long-name-that-somebody-typed-into-the-link';
  await visit(spring, 'qr', 8, 3);
  await visit(spring, undefined, 5, 1);
  await visit(autumn, flyer, 4, 2);
  await visit(autumn, 'partner', 0, 1);
  await expect.poll(() => api.viewCount(client)).toBe(17);

  await page.goto(`/client/dashboard/${client.id}`);
  await expectRows(page, [
    ['QR code', '8', '3', '37.5%'],
    [flyer, '4', '2', '50.0%'],
    ['Direct', '5', '1', '20.0%'],
    ['partner', '0', '1', '—'],
    ['All sources', '17', '7', '41.2%'],
  ]);
  await expectAccessibleInAllThemes(page);
  const filter = panelOf(page).getByRole('combobox', { name: 'Campaign' });
  await filter.selectOption('Spring');
  await expectRows(page, [
    ['QR code', '8', '3', '37.5%'],
    ['Direct', '5', '1', '20.0%'],
    ['All sources', '13', '4', '30.8%'],
  ]);
  await filter.selectOption('All campaigns');
  await expect(panelOf(page).getByText('partner').first()).toBeVisible();
  await adminPage.goto(`/client/${client.id}`);
  await expect(panelOf(adminPage).getByRole('row', { name: 'All sources' })).toContainText('41.2%');
});

test('the lead sources panel offers a retry when the sources cannot be loaded', async ({
  page,
  client,
  pageErrors,
}) => {
  pageErrors.expect(ABORTED);
  const restore = await abortOperations(page, 'DashboardHome', 'ClientSources');
  await page.goto(`/client/dashboard/${client.id}`);
  const retry = panelOf(page).getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expectNoAxeViolations(page);
  await restore();
  await retry.click();
  await expect(panelOf(page).getByText('No visits yet')).toBeVisible();
});
