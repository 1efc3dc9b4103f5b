import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { runSql } from '../testing/database';
import { expectAccessibleInAllThemes } from '../testing/all-themes';
import { expectFocusOn } from '../testing/keyboard';
import { type CreatedCampaign, createCampaign, createLead } from '../testing/create-campaign';
import { createClient, type CreatedClient } from '../testing/create-client';
import { useHarness } from '../testing/harness';

const ann = { fullName: 'Ann <b>Lee</b>', email: 'ann@lee.example', phone: '(415) 555-2671' };

/** The privacy section in a client's settings. Tests run in order, and each continues where the previous one ended. */
describe('the privacy section', () => {
  const harness = useHarness();
  let admin: BrowserContext;
  let page: Page;
  let client: CreatedClient;
  let campaign: CreatedCampaign;

  beforeAll(async () => {
    ({ context: admin } = await harness.admin());
    client = await createClient(admin);
    campaign = await createCampaign(admin, client.id);
    await createLead(admin, client.id, campaign, ann);
    await createLead(admin, client.id, campaign, { ...ann, fullName: 'A. Lee' });
    await createLead(admin, client.id, campaign, { fullName: 'Bob', phone: '(415) 555-2672' });
    ({ page } = await harness.client(client));
    await page.goto(`/client/dashboard/${client.id}?tab=settings`);
  });

  const person = () => page.getByRole('region', { name: 'Find a person’s data' });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const names = async () =>
    ((await (await admin.request.get(`/api/clients/${client.id}/leads`)).json()) as { fullName: string }[]).map(
      ({ fullName }) => fullName,
    );
  const facts = () => person().locator('dl').innerText();

  it('validates the search, and shows when no data is stored', async () => {
    await press('Find person');
    await person().getByText('Enter a phone number or email').waitFor();
    await page.getByLabel('Phone or email').fill('nobody@lee.example');
    await page.keyboard.press('Enter');
    await person().getByText('No data is stored about nobody@lee.example.').waitFor();
    expect(await person().getByRole('button').allInnerTexts()).toEqual(['Find person']);
  });

  it('finds a person by email or number, and exports all data as JSON', async () => {
    await page.getByLabel('Phone or email').fill('ANN@lee.example');
    await press('Find person');
    await person().getByText('Data stored about ANN@lee.example').waitFor();
    await page.getByLabel('Phone or email').fill('415 555 2671');
    await press('Find person');
    await person().getByText('Data stored about 415 555 2671').waitFor();
    expect(await facts()).toMatch(/Ann <b>Lee<\/b>[^]*A\. Lee[^]*Leads\n2\n/);
    await expectAccessibleInAllThemes(page);
    const [download] = await Promise.all([page.waitForEvent('download'), press('Download data')]);
    expect(download.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d\.json$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      format: 'dripline.person.1',
      leads: [{ formData: ann, consent: { via: 'api' } }, { fullName: 'A. Lee' }],
      spamSubmissions: [],
      optOuts: [],
    });
    expect(text).not.toContain('__typename');
    expect(text).not.toContain('Bob');
    await toast('Data downloaded');
  });

  it('erases all data of one person after confirmation, except the opt-out', async () => {
    await runSql(harness.stack.dataDir, `INSERT INTO opt_outs (client_id, phone_e164) VALUES ($1, '+14155552671')`, [
      client.id,
    ]);
    await press('Find person');
    await person().getByText('(415) 555-2671, ').waitFor();
    await press('Erase data');
    const dialog = page.getByRole('alertdialog', { name: 'Erase all data about 415 555 2671?' });
    await dialog.getByText('2 leads will be permanently deleted').waitFor();
    await expectAccessibleInAllThemes(page);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await names()).toHaveLength(3);
    await press('Erase data');
    await dialog.getByRole('button', { name: 'Erase data' }).click();
    await toast('Data erased');
    await person().getByText('415 555 2671 opted out of text messages. Only this opt-out is stored.').waitFor();
    expect(await person().getByRole('button').allInnerTexts()).toEqual(['Find person', 'Download data']);
    await expectAccessibleInAllThemes(page);
    expect(await names()).toEqual(['Bob']);
    await page.getByText('Erased a person’s data').waitFor();
  });

  it('asks for confirmation before it shortens the retention period, but not before it extends it', async () => {
    const period = page.getByRole('combobox', { name: 'Keep leads for' });
    expect(await period.locator('option:checked').innerText()).toBe('Forever');
    await period.selectOption({ label: '90 days' });
    await press('Save period');
    await page
      .getByRole('alertdialog', { name: 'Delete leads after 90 days?' })
      .getByRole('button', { name: 'Delete old leads' })
      .click();
    await toast('Retention period saved');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await period.selectOption({ label: '2 years' });
    await Promise.all([
      page.waitForResponse((answer) => answer.request().postData()?.includes('UpdateRetentionPolicy') === true),
      press('Save period'),
    ]);
    await expectFocusOn(page, 'Save period');
    expect(await (await admin.request.get(`/api/clients/${client.id}/retention`)).json()).toEqual({ leadDays: 730 });
  });

  it('is available to administrators, shows a period set through the API, and is hidden from people who only have the dashboard link', async () => {
    await admin.request.put(`/api/clients/${client.id}/retention`, { data: { leadDays: 45 } });
    const { page: agency } = await harness.admin();
    await agency.goto(`/client/${client.id}?tab=settings`);
    const period = agency.getByRole('combobox', { name: 'Keep leads for' });
    await period.waitFor();
    expect(await period.locator('option:checked').innerText()).toBe('45 days');
    const open = await createClient(admin, { authEnabled: false, username: undefined, password: undefined });
    const { page: linkHolder } = await harness.openSession();
    await linkHolder.goto(`/client/dashboard/${open.id}?tab=settings`);
    await linkHolder.getByRole('heading', { name: 'Activity' }).waitFor();
    expect(await linkHolder.getByRole('heading', { name: 'Privacy' }).count()).toBe(0);
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
