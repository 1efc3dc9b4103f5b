import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { waitForNoRequests } from './testing/browser';
import { expectFocusOn, focusedName, tabTo } from './testing/keyboard';
import { useHarness } from './testing/harness';

jest.setTimeout(240_000);

interface Login {
  business: string;
  username: string;
  password: string;
}

/** The main scenario with the keyboard alone: no clicks, only keys and URLs. */
describe('the main scenario by keyboard', () => {
  const harness = useHarness();
  let page: Page;

  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);
  const toast = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
  /** Tabs to a field and replaces its value. */
  const write = async (name: string, text: string) => {
    if ((await focusedName(page)) !== name) await tabTo(page, name);
    await press('ControlOrMeta+a');
    await type(text);
  };
  const open = async (name: string) => {
    await tabTo(page, name);
    await press('Enter');
  };
  /** Moves from the focused tab to its neighbor. */
  const moveToTab = async (key: 'ArrowLeft' | 'ArrowRight', name: string) => {
    await press(key);
    await page.waitForFunction((tab) => document.activeElement?.textContent === tab, name);
    await waitForNoRequests(page);
  };
  const dialog = (name: string) => page.getByRole('dialog', { name }).waitFor();

  const addClient = async ({ business, username, password }: Login) => {
    await page.goto('/admin/login');
    await page.getByPlaceholder('Enter username').waitFor();
    await write('Username', harness.stack.admin.username);
    await write('Password', harness.stack.admin.password);
    await press('Enter');
    await page.getByRole('heading', { name: 'Admin Console' }).waitFor();
    await waitForNoRequests(page);
    await open('Add Client');
    await dialog('Add Client');
    await write('Business Name', business);
    await write('Contact Email', 'keys@client.example');
    await write('Notification Phone', '4155550199');
    await tabTo(page, /^Enable client login/);
    await press('Space');
    await write('Username', username);
    await write('Password', password);
    await press('Enter');
    await toast('Client created successfully');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  /** Signs the client in and creates a campaign. Returns the landing page's URL. */
  const buildCampaign = async ({ business, username, password }: Login) => {
    await tabTo(page, 'Logout', 'Shift+Tab');
    await press('Enter');
    await page.waitForURL('**/admin/login');
    await page.goto('/client/login');
    await page.getByPlaceholder('Enter username').waitFor();
    await write('Username', username);
    await write('Password', password);
    await press('Enter');
    await toast(`Welcome back, ${business}!`);
    await page.getByRole('heading', { name: 'Last 30 days' }).waitFor();
    await tabTo(page, 'Dashboard');
    await moveToTab('ArrowRight', 'Campaigns');
    await page.getByRole('heading', { name: 'Campaigns', exact: true }).waitFor();
    await page.getByText('No campaigns yet').waitFor();
    await open('New campaign');
    await page.waitForURL('**/campaign/new');
    await page.getByLabel('Campaign Name').waitFor();
    await write('Campaign Name', 'Roof check');
    await write('Headline', 'How old is your roof?');
    await open('New field');
    await type('Best time');
    await press('Enter');
    await tabTo(page, 'Move Best time up', 'Shift+Tab');
    await press('Enter');
    await tabTo(page, 'Save Campaign', 'Shift+Tab');
    await press('Enter');
    await toast('Campaign saved');
    await page.waitForURL(/campaign\/[0-9a-f-]{36}$/);
    await tabTo(page, 'Back to Campaigns', 'Shift+Tab');
    await press('Enter');
    await page.getByRole('button', { name: 'Copy landing URL' }).waitFor();
    await open('Copy landing URL');
    await toast('URL Copied!');
    const landingUrl = await page.evaluate(() => navigator.clipboard.readText());
    await tabTo(page, 'Download QR code');
    await Promise.all([page.waitForEvent('download'), press('Enter')]);
    return landingUrl;
  };

  const makeSequence = async () => {
    await tabTo(page, 'Campaigns', 'Shift+Tab');
    await moveToTab('ArrowRight', 'Leads');
    await moveToTab('ArrowRight', 'SMS Follow-ups');
    await open('Create sequence');
    await dialog('Create SMS sequence');
    await write('Sequence Name', 'Welcome');
    await tabTo(page, 'Campaign');
    await type('Roof');
    await write('Minutes', '0');
    await write('Message', 'Hi {{firstName}} from {{businessName}}');
    await tabTo(page, 'Add step', 'Shift+Tab');
    await press('Enter');
    await page.getByRole('group', { name: 'Step 2' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.closest('[role=group],fieldset'));
    await write('Message', 'Still interested?');
    await open('Create sequence');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('article', { name: 'Welcome' }).waitFor();
  };

  const sendForm = async (landingUrl: string) => {
    const client = page;
    ({ page } = await harness.openSession());
    await page.goto(`${landingUrl}?source=qr`);
    await write('Full Name', 'Kay Board');
    await write('Phone Number', '4155552671');
    await write('Email Address', 'kay@example.com');
    await tabTo(page, 'Best time');
    await type('Mornings');
    await press('Tab');
    await press('ArrowDown');
    await open('Get My Free Info');
    await page.getByRole('heading', { name: /thank you/i }).waitFor();
    await page.context().close();
    page = client;
  };

  const workOnLead = async () => {
    await tabTo(page, 'SMS Follow-ups', 'Shift+Tab');
    await moveToTab('ArrowLeft', 'Leads');
    await page.getByRole('button', { name: 'View Kay Board' }).waitFor();
    await open('View Kay Board');
    await page.getByRole('dialog', { name: 'Kay Board' }).getByText('Started “Welcome”').waitFor();
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectFocusOn(page, 'View Kay Board');
    await open('Edit Kay Board');
    await dialog('Edit lead');
    await tabTo(page, 'Status', 'Shift+Tab').catch(() => tabTo(page, 'Status'));
    await type('Conta');
    await open('Save changes');
    await toast('Lead updated successfully');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tabTo(page, 'Logout', 'Shift+Tab');
    await press('Enter');
    await page.waitForURL('**/client/login');
  };

  // One test, because each part continues the previous one and a retry has to start from the beginning.
  it('leads from the admin sign-in to a contacted lead', async () => {
    ({ page } = await harness.openSession());
    const marker = randomBytes(4).toString('hex');
    const login: Login = { business: `Keys ${marker}`, username: `keys-${marker}`, password: 'keys on a board' };
    await addClient(login);
    const landingUrl = await buildCampaign(login);
    await makeSequence();
    await sendForm(landingUrl);
    await workOnLead();
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
