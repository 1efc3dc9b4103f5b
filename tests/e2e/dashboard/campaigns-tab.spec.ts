import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { tabTo } from '../testing/keyboard';
import { abortOperations } from '../testing/network';
import { ABORTED, statusError } from '../testing/page-errors';
import { clipboardOf, downloadBy, expectToast } from '../testing/ui';

const NAME = 'Roof & <em>Gutter</em>';

/** The Campaigns tab of the client dashboard. `page` is the administrator's. */
const test = base.extend<{ openTab: () => Promise<void> }>({
  page: ({ adminPage }, use) => use(adminPage),
  client: async ({ api }, use) => use(await api.createClient({ authEnabled: false })),
  campaign: async ({ api, client }, use) => use(await api.createCampaign(client, { name: NAME, slug: 'roof-check' })),
  openTab: ({ page, client }, use) => use(async () => void (await page.goto(`/client/${client.id}?tab=campaigns`))),
});

const cardOf = (page: Page, name = NAME) => page.getByRole('article', { name, exact: true });
const sourcesToggle = (page: Page) => cardOf(page).getByRole('button', { name: 'page views by source' });
const expectFigures = (page: Page, name: string, [leads, scans, conversions, rate, sent]: string[]) =>
  expect
    .poll(async () => (await cardOf(page, name).locator('.tabular').first().innerText()).split(/\s*\n\s*/))
    .toEqual(['Leads', leads, 'QR Scans', scans, 'Conversions', conversions, rate, 'SMS Sent', sent]);

test('explains campaigns when there are none', async ({ page, client, openTab }) => {
  await openTab();
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await page.getByRole('link', { name: 'New campaign' }).click();
  await page.waitForURL(`**/client/${client.id}/campaign/new`);
});

test('shows leads, QR scans, conversions with their rate and sent messages, and page views by source', async ({
  page,
  api,
  client,
  campaign,
  openTab,
}) => {
  await api.createCampaign(client, { name: 'Quiet', status: 'inactive' });
  await api.createSequence(client, campaign);
  const { id } = await api.createLead(client, campaign, { fullName: 'Ann' });
  for (const fullName of ['Bob', 'Cid']) await api.createLead(client, campaign, { fullName });
  await api.createLead(client, campaign, { fullName: 'Dee', phone: '(415) 555-2671' });
  await api.put(`/api/leads/${id}`, { status: 'qualified' });
  for (const source of ['qr', 'qr', 'flyer', undefined]) await api.viewLandingPage(client, campaign, source);
  await expect.poll(() => api.sentCount(client)).toBe(1);
  await expect.poll(() => api.viewCount(client)).toBe(4);
  await openTab();
  await expectFigures(page, NAME, ['4', '2', '1', '25.0%', '1']);
  await expectFigures(page, 'Quiet', ['0', '0', '0', '0.0%', '0']);
  await expect(cardOf(page, 'Quiet')).toContainText('Inactive');
  await expect(cardOf(page, 'Quiet')).toContainText('No page views yet');
  await expect(cardOf(page)).toContainText('/roof-check');

  await expect(sourcesToggle(page)).toHaveAccessibleName('4 page views by source');
  await expect(sourcesToggle(page)).toHaveAttribute('aria-expanded', 'false');
  await sourcesToggle(page).click();
  const sources = cardOf(page).getByRole('listitem');
  await expect(sources).toHaveText([/^QR code\s*2$/, /^Direct\s*1$/, /^flyer\s*1$/]);
  await expectAccessibleInAllThemes(page);
  await sourcesToggle(page).click();
  await expect(sources).toHaveCount(0);

  await test.step('keep the figures and show errors when the campaign was deleted meanwhile', async () => {
    await openTab();
    await expect(sourcesToggle(page)).toBeVisible();
    await api.deleteCampaign(campaign);
    await sourcesToggle(page).click();
    await expect(cardOf(page).getByText('Not available right now')).toBeVisible();
    await expectFigures(page, NAME, ['4', '2', '1', '25.0%', '1']);
    await cardOf(page).getByRole('button', { name: 'Download QR code' }).click();
    await expectToast(page, 'Failed to download QR code');
    await page.reload();
    await expect(cardOf(page, 'Quiet')).toBeVisible();
    await expect(cardOf(page)).toHaveCount(0);
  });
});

test('links to the builder, and opens the landing page in a new tab', async ({ page, client, campaign, openTab }) => {
  await openTab();
  const [landing] = await Promise.all([
    page.context().waitForEvent('page'),
    cardOf(page).getByRole('link', { name: 'Preview' }).click(),
  ]);
  await landing.waitForURL(`**/landing/${client.handle}/roof-check`);
  await expect(landing.getByLabel('Full Name')).toBeVisible();
  await landing.close();
  await cardOf(page).getByRole('link', { name: 'Edit' }).click();
  await page.waitForURL(`**/client/${client.id}/campaign/${campaign.id}`);
});

test('copies the landing URL and downloads the QR code with the keyboard alone', async ({
  page,
  api,
  campaign,
  openTab,
}) => {
  await openTab();
  await expect(cardOf(page)).toBeVisible();
  await tabTo(page, 'Campaigns');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('heading', { name: 'Leads, views and QR scans' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(cardOf(page)).toBeVisible();
  await tabTo(page, 'Copy landing URL');
  await page.keyboard.press('Enter');
  await expectToast(page, 'URL Copied!');
  expect(await clipboardOf(page)).toBe(campaign.landingUrl);
  await tabTo(page, 'Download QR code');
  const download = await downloadBy(page, () => page.keyboard.press('Enter'));
  expect(download.suggestedFilename()).toBe('roof-check-qrcode.png');
  await expectToast(page, 'QR Code Downloaded!');
  const saved = readFileSync(await download.path());
  expect(saved.subarray(1, 4).toString()).toBe('PNG');
  expect(saved.equals(await (await api.request.get(`/api/campaigns/${campaign.id}/qrcode`)).body())).toBe(true);
  await expectAccessibleInAllThemes(page);
});

test('hides editing from people who only have the dashboard link', async ({ openPage, client, campaign: _ }) => {
  const page = await openPage();
  await page.goto(`/client/dashboard/${client.id}?tab=campaigns`);
  await expect(cardOf(page).getByRole('button', { name: 'Copy landing URL' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^(Edit|New campaign)$/ })).toHaveCount(0);
});

test('offers a retry when the campaigns cannot be loaded', async ({ page, campaign: _, openTab, pageErrors }) => {
  pageErrors.expect(ABORTED);
  const restore = await abortOperations(page, 'CampaignsWithStats');
  await openTab();
  await expect(page.getByText('We could not load the campaigns.')).toBeVisible();
  await restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cardOf(page)).toBeVisible();
});

test('pauses, activates, duplicates, archives and deletes a campaign', async ({
  page,
  api,
  client,
  campaign,
  openPage,
  openTab,
  pageErrors,
}) => {
  pageErrors.expect(statusError('404 (Not Found)'));
  await api.createLead(client, campaign, { fullName: 'Ann' });
  await openTab();
  const choose = async (entry: string, name = NAME) => {
    await cardOf(page, name)
      .getByRole('button', { name: `More actions for ${name}` })
      .click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  };
  const visitor = await openPage();
  const expectLanding = async (text: string) => {
    await expect(async () => {
      await visitor.goto(campaign.landingUrl);
      await expect(visitor.getByText(text).first()).toBeVisible({ timeout: 500 });
    }).toPass();
  };

  await test.step('a paused campaign is offline until it is activated', async () => {
    await choose('Pause');
    await expectToast(page, 'Campaign paused');
    await expect(cardOf(page)).toContainText('Inactive');
    await expectLanding('Campaign not found');
    await choose('Activate');
    await expectToast(page, 'Campaign activated');
    await expectLanding('Full Name');
  });

  await test.step('a duplicate opens in the builder and is created by saving', async () => {
    await choose('Duplicate');
    await page.waitForURL(`**/campaign/new?from=${campaign.id}`);
    await expect(page.getByLabel('Campaign Name')).toHaveValue(`Copy of ${NAME}`);
    await page.getByRole('button', { name: 'Save Campaign' }).click();
    await expectToast(page, 'Campaign saved');
    await page.waitForURL(/campaign\/[0-9a-f-]{36}$/);
    const all = await api.get<{ name: string; slug: string; formFields: unknown }[]>(
      `/api/clients/${client.id}/campaigns`,
    );
    expect(all.map(({ name, slug }) => [name, slug])).toEqual([
      [`Copy of ${NAME}`, 'copy-of-roof-em-gutter-em'],
      [NAME, 'roof-check'],
    ]);
    expect(all[0]!.formFields).toEqual(all[1]!.formFields);
  });

  await test.step('an archived campaign is listed apart, and is paused when it is restored', async () => {
    await openTab();
    await choose('Move to archive');
    await expectToast(page, 'Campaign archived');
    await expect(cardOf(page)).toHaveCount(0);
    await expectLanding('Campaign not found');
    await page.reload();
    await page.getByRole('button', { name: 'Show archived campaigns (1)' }).click();
    await expect(cardOf(page)).toContainText('Archived');
    await expectAccessibleInAllThemes(page);
    await choose('Restore from archive');
    await expectToast(page, 'Campaign restored');
    await expect(cardOf(page)).toContainText('Inactive');
  });

  await test.step('a deletion says what is lost', async () => {
    await choose('Delete…');
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('Its 1 lead, sequences and figures are deleted');
    await expectAccessibleInAllThemes(page);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expectToast(page, 'Campaign deleted');
    await expect(cardOf(page)).toHaveCount(0);
    await expect(cardOf(page, `Copy of ${NAME}`)).toBeVisible();
    await openTab();
    await expect(cardOf(page, `Copy of ${NAME}`)).toBeVisible();
    expect(await api.get(`/api/clients/${client.id}/leads`)).toEqual([]);
  });
});
