import { randomBytes } from 'node:crypto';
import { expect, test } from './fixtures';
import { expectFocusOn, focusedName, tabTo } from './testing/keyboard';
import { clipboardOf, downloadBy, expectToast } from './testing/ui';

/** The main scenario with the keyboard alone: no clicks, only keys and URLs. */
test('the keyboard alone leads from the admin sign-in to a contacted lead', async ({
  page: agency,
  openPage,
  stack,
}) => {
  test.setTimeout(240_000);
  const marker = randomBytes(4).toString('hex');
  const business = `Keys ${marker}`;
  const login = { username: `keys-${marker}`, password: 'keys on a board' };
  let page = agency;
  let landingUrl = '';

  const press = (key: string) => page.keyboard.press(key);
  const type = (text: string) => page.keyboard.type(text);
  /** Tabs to a field and replaces its value. */
  const write = async (name: string, text: string) => {
    if ((await focusedName(page)) !== name) await tabTo(page, name);
    await press('ControlOrMeta+a');
    await type(text);
  };
  const open = async (name: string, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
    await tabTo(page, name, key);
    await press('Enter');
  };
  const signIn = async ({ username, password }: typeof login) => {
    await expect(page.getByPlaceholder('Enter username')).toBeVisible();
    await write('Username', username);
    await write('Password', password);
    await press('Enter');
  };
  /** Moves from the focused tab to its neighbor. */
  const moveToTab = async (key: 'ArrowUp' | 'ArrowDown', name: string) => {
    await press(key);
    await expect(page.getByRole('tab', { name })).toBeFocused();
  };
  const dialog = (name?: string) => page.getByRole('dialog', { name });
  /** Waits for a dialog, which takes the focus after it appears. */
  const expectDialog = (name: string) => expect(dialog(name).locator(':focus')).toHaveCount(1);

  await test.step('add a client', async () => {
    await page.goto('/admin/login');
    await signIn(stack.admin);
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await tabTo(page, 'Overview');
    await moveToTab('ArrowDown', 'Client Management');
    await open('Add Client');
    await expectDialog('Add Client');
    await write('Business Name', business);
    await write('Contact Email', 'keys@client.example');
    await write('Notification Phone', '4155550199');
    await write('Username', login.username);
    await write('Password', login.password);
    await press('Enter');
    await expectToast(page, 'Client created successfully');
    await expectDialog(`Invite ${business}`);
    await open('I have saved it');
    await expect(dialog()).toBeHidden();
    await open('Logout', 'Shift+Tab');
    await page.waitForURL(/\/admin\/login/);
  });

  await test.step('build a campaign as the client', async () => {
    await page.goto('/client/login');
    await signIn(login);
    await expectToast(page, 'Login successful', `Welcome back, ${business}!`);
    await expect(page.getByRole('heading', { name: 'Leads, views and QR scans' })).toBeVisible();
    await tabTo(page, 'Dashboard');
    await moveToTab('ArrowDown', 'Campaigns');
    await expect(page.getByText('No campaigns yet')).toBeVisible();
    await open('New campaign');
    await page.waitForURL('**/campaign/new');
    await expect(page.getByLabel('Campaign Name')).toBeVisible();
    await write('Campaign Name', 'Roof check');
    await write('Headline', 'How old is your roof?');
    await open('New field');
    await expect(page.getByRole('textbox', { name: 'Label' })).toBeFocused();
    await type('Best time');
    await press('Enter');
    await expectFocusOn(page, 'New field');
    await open('Move Best time up', 'Shift+Tab');
    await open('Save Campaign', 'Shift+Tab');
    await expectToast(page, 'Campaign saved');
    await page.waitForURL(/campaign\/[0-9a-f-]{36}$/);
    await open('Back to Campaigns', 'Shift+Tab');
    await expect(page.getByRole('button', { name: 'Copy landing URL' })).toBeVisible();
    await open('Copy landing URL');
    await expectToast(page, 'URL Copied!');
    landingUrl = await clipboardOf(page);
    await tabTo(page, 'Download QR code');
    await downloadBy(page, () => press('Enter'));
  });

  await test.step('create a sequence', async () => {
    await tabTo(page, 'Campaigns', 'Shift+Tab');
    await moveToTab('ArrowDown', 'Leads');
    await expect(page.getByText('No leads yet')).toBeVisible();
    await moveToTab('ArrowDown', 'SMS Follow-ups');
    await expect(page.getByText('No SMS sequences yet')).toBeVisible();
    await open('Create sequence');
    await expectDialog('Create SMS sequence');
    await expect(dialog('Create SMS sequence').getByLabel('Campaign').locator('option')).toHaveCount(2);
    await write('Sequence Name', 'Welcome');
    await tabTo(page, 'Campaign');
    await type('Roof');
    await write('Minutes', '0');
    await write('Message', 'Hi {{firstName}} from {{businessName}}');
    await open('Add step', 'Shift+Tab');
    await expect(page.getByRole('group', { name: 'Step 2' }).getByLabel('Days')).toBeFocused();
    await write('Message', 'Still interested?');
    await open('Create sequence');
    await expect(dialog()).toBeHidden();
    await expect(page.getByRole('article', { name: 'Welcome' })).toBeVisible();
  });

  const client = page;
  await test.step('send the form as a visitor', async () => {
    page = await openPage();
    await page.goto(`${landingUrl}?source=qr`);
    await write('Full Name', 'Kay Board');
    await write('Phone Number', '4155552704');
    await write('Email Address', 'kay@example.com');
    await tabTo(page, 'Best time');
    await type('Mornings');
    await press('Tab');
    await press('ArrowDown');
    await open('Get My Free Info');
    await expect(page.getByRole('heading', { name: /thank you/i })).toBeVisible();
  });

  await test.step('mark the lead as contacted', async () => {
    page = client;
    await tabTo(page, 'SMS Follow-ups', 'Shift+Tab');
    await moveToTab('ArrowUp', 'Leads');
    await expect(page.getByRole('button', { name: 'View Kay Board' })).toBeVisible();
    await open('View Kay Board');
    await expect(dialog('Kay Board').getByText('Started “Welcome”')).toBeVisible();
    await press('Escape');
    await expect(dialog()).toBeHidden();
    await expectFocusOn(page, 'View Kay Board');
    await open('Edit Kay Board');
    await expectDialog('Edit lead');
    await tabTo(page, 'Status');
    await type('Conta');
    await open('Save changes');
    await expectToast(page, 'Lead updated successfully');
    await expect(dialog()).toBeHidden();
    await open('Logout', 'Shift+Tab');
    await page.waitForURL(/\/client\/login/);
  });
});
