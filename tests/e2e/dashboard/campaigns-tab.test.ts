import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { expectAccessibleInAllThemes } from '../testing/all-themes';
import { tabTo } from '../testing/keyboard';
import { type CreatedCampaign, createCampaign, createLead, viewLandingPage } from '../testing/create-campaign';
import { createClient, type CreatedClient } from '../testing/create-client';
import { useHarness } from '../testing/harness';

/** The Campaigns tab of the client dashboard. Tests run in order, and each continues where the previous one ended. */
describe('the Campaigns tab', () => {
  const harness = useHarness();
  let admin: BrowserContext;
  let page: Page;
  let client: CreatedClient;
  let campaign: CreatedCampaign;

  beforeAll(async () => {
    ({ context: admin, page } = await harness.admin());
    client = await createClient(admin, { authEnabled: false });
    await page.goto(`/client/${client.id}?tab=campaigns`);
  });

  const card = (name: string) => page.getByRole('article', { name, exact: true });
  const action = (name: string) => card(campaign.name).getByRole('button', { name });
  const figures = async (name: string) => (await card(name).locator('.tabular').first().innerText()).split(/\s*\n\s*/);
  const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();

  it('explains campaigns when there are none', async () => {
    await page.getByText('No campaigns yet').waitFor();
    await expectAccessibleInAllThemes(page);
    await page.getByRole('link', { name: 'New campaign' }).click();
    await page.waitForURL(`**/client/${client.id}/campaign/new`);
  });

  it('shows leads, QR scans, conversions with their rate and sent messages, and escapes the name', async () => {
    campaign = await createCampaign(admin, client.id, { name: 'Roof & <em>Gutter</em>', slug: 'roof-check' });
    await createCampaign(admin, client.id, { name: 'Quiet', status: 'inactive' });
    const steps = [{ delayMinutes: 0, message: 'Hi' }];
    const sequence = { name: 'Hello', campaignId: campaign.id, triggerEvent: 'lead_created', steps };
    expect((await admin.request.post(`/api/clients/${client.id}/sms-sequences`, { data: sequence })).ok()).toBe(true);
    const leads = [];
    for (const fullName of ['Ann', 'Bob', 'Cid'])
      leads.push(await createLead(admin, client.id, campaign, { fullName }));
    await createLead(admin, client.id, campaign, { fullName: 'Dee', phone: '(415) 555-2671' });
    await admin.request.put(`/api/leads/${leads[0]!.id}`, { data: { status: 'qualified' } });
    for (const source of ['qr', 'qr', 'flyer', undefined]) await viewLandingPage(admin, client.id, campaign, source);
    while (!(await isSent())) await new Promise((resolve) => setTimeout(resolve, 200));
    await page.goto(`/client/${client.id}?tab=campaigns`);
    await card(campaign.name).waitFor();
    expect(await figures(campaign.name)).toEqual([
      'Leads',
      '4',
      'QR Scans',
      '2',
      'Conversions',
      '1',
      '25.0%',
      'SMS Sent',
      '1',
    ]);
    expect(await figures('Quiet')).toEqual([
      'Leads',
      '0',
      'QR Scans',
      '0',
      'Conversions',
      '0',
      '0.0%',
      'SMS Sent',
      '0',
    ]);
    expect(await card('Quiet').innerText()).toContain('Inactive');
    expect(await card(campaign.name).innerText()).toContain('/roof-check');
  });
  const isSent = async () =>
    (await (await admin.request.get(`/api/clients/${client.id}/sms-messages`)).text()).includes('"sent"');

  it('shows page views by source', async () => {
    expect(await card('Quiet').innerText()).toContain('No page views yet');
    const toggle = action('4 page views by source');
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    await toggle.click();
    const sources = card(campaign.name).getByRole('listitem');
    await sources.first().waitFor();
    expect((await sources.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())).toEqual([
      'QR code 2',
      'Direct 1',
      'flyer 1',
    ]);
    await expectAccessibleInAllThemes(page);
    await toggle.click();
    await sources.first().waitFor({ state: 'detached' });
  });

  it('links to the builder, and opens the landing page in a new tab', async () => {
    const [landing] = await Promise.all([
      page.context().waitForEvent('page'),
      card(campaign.name).getByRole('link', { name: 'Preview' }).click(),
    ]);
    await landing.waitForURL(`**/landing/${client.handle}/roof-check`);
    await landing.getByLabel('Full Name').waitFor();
    await landing.close();
    await card(campaign.name).getByRole('link', { name: 'Edit' }).click();
    await page.waitForURL(`**/client/${client.id}/campaign/${campaign.id}`);
    await page.goBack();
    await card(campaign.name).waitFor();
  });

  it('copies the landing URL and downloads the QR code with the keyboard alone', async () => {
    await page.reload();
    await card(campaign.name).waitFor();
    await tabTo(page, 'Campaigns');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('heading', { name: 'Last 30 days' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await card(campaign.name).waitFor();
    // The newest campaign, 'Quiet', comes first.
    await tabTo(page, 'Copy landing URL');
    await tabTo(page, 'Copy landing URL');
    await page.keyboard.press('Enter');
    await toast('URL Copied!');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${harness.stack.origin}/landing/${client.handle}/roof-check`,
    );
    await tabTo(page, 'Download QR code');
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('roof-check-qrcode.png');
    await toast('QR Code Downloaded!');
    const saved = readFileSync(await download.path());
    const fromApi = await (await admin.request.get(`/api/campaigns/${campaign.id}/qrcode`)).body();
    expect(saved.subarray(1, 4).toString()).toBe('PNG');
    expect(saved.equals(fromApi)).toBe(true);
    await expectAccessibleInAllThemes(page);
  });

  it('hides editing from people who only have the dashboard link', async () => {
    const { page: linked } = await harness.openSession();
    await linked.goto(`/client/dashboard/${client.id}?tab=campaigns`);
    await linked
      .getByRole('article', { name: campaign.name, exact: true })
      .getByRole('button', { name: 'Copy landing URL' })
      .waitFor();
    expect(await linked.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    expect(await linked.getByRole('link', { name: 'New campaign' }).count()).toBe(0);
  });

  it('keeps the figures and shows errors for sources and QR code when the campaign was deleted meanwhile', async () => {
    await page.goto(`/client/${client.id}?tab=campaigns`);
    await action('page views by source').waitFor();
    const query = 'mutation ($id: ID!) { deleteCampaign(id: $id) }';
    const deleted = await admin.request.post('/graphql', { data: { query, variables: { id: campaign.id } } });
    expect(await deleted.json()).toEqual({ data: { deleteCampaign: true } });
    await action('page views by source').click();
    await card(campaign.name).getByText('Not available right now').waitFor();
    expect(await figures(campaign.name)).toContain('25.0%');
    await action('Download QR code').click();
    await toast('Failed to download QR code');
    await page.reload();
    await card('Quiet').waitFor();
    expect(await card(campaign.name).count()).toBe(0);
  });

  it('offers a retry when the campaigns cannot be loaded', async () => {
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('"CampaignsWithStats"') ? route.abort() : route.continue(),
    );
    await page.reload();
    await page.getByText('We could not load the campaigns.').waitFor();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await card('Quiet').waitFor();
    expect(new Set(harness.errorLog.pageErrors.splice(0))).toEqual(
      new Set(['console error: Failed to load resource: net::ERR_FAILED']),
    );
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
