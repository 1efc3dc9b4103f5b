import { expect, test } from './fixtures';
import type { Api } from './testing/api';
import { clipboardOf, downloadBy, expectCard, expectToast, textOf } from './testing/ui';

// A stack of its own, because the scenario starts with an agency without clients.
test.use({ ownStack: {} });

const login = { username: 'acme', password: 'acme password' };

/** Dripline's main scenario in a real browser on the real stack. */
test('leads from the first sign-in to a lead that received two messages', async ({ page: admin, openPage, stack }) => {
  test.setTimeout(240_000);
  const client = await openPage();
  const visitor = await openPage({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  let clientId = '';
  let landingUrl = '';

  await test.step('lets the admin sign in', async () => {
    await admin.goto('/admin/login');
    await expect(admin.getByText('Master Admin Portal')).toBeVisible();
    await admin.getByRole('button', { name: 'Sign In' }).click();
    await expectToast(admin, 'Missing Fields', 'Please enter both username and password');
    await admin.getByPlaceholder('Enter username').fill(stack.admin.username);
    await admin.getByPlaceholder('Enter password').fill(stack.admin.password);
    await admin.getByRole('button', { name: 'Sign In' }).click();
    await expectToast(admin, 'Welcome back!');
    await admin.waitForURL('**/admin**');
    await expect(admin.getByText('No clients found')).toBeVisible();
  });

  await test.step('lets the admin add a client with a login and open its dashboard', async () => {
    await admin.getByRole('tab', { name: 'Client Management' }).click();
    await admin.getByRole('button', { name: 'Add Client' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('Business Name').fill('Acme Heating');
    await dialog.getByLabel('Contact Email').fill('owner@acme.example');
    await dialog.getByLabel('Notification Phone').fill('(415) 555-0100');
    await dialog.getByLabel('Username').fill(login.username);
    await dialog.getByLabel('Password').fill(login.password);
    await dialog.getByRole('button', { name: 'Add Client' }).click();
    await expectToast(admin, 'Client created successfully');
    await admin.getByRole('button', { name: 'I have saved it' }).click();
    await expectCard(admin, 'Total Clients', '1');
    for (const label of ['Active Campaigns', 'Total Leads', 'SMS Sent']) await expectCard(admin, label, '0');
    await admin.getByRole('link', { name: 'Open dashboard of Acme Heating' }).click();
    await admin.waitForURL('**/client/*');
    clientId = new URL(admin.url()).pathname.split('/')[2]!;
  });

  await test.step('lets the admin create a campaign from the template and stay in its builder', async () => {
    await admin.getByRole('tab', { name: 'Campaigns' }).click();
    await admin.getByRole('link', { name: 'New campaign' }).click();
    await admin.waitForURL('**/campaign/new');
    await admin.getByRole('button', { name: 'Save Campaign' }).click();
    await admin.waitForURL(new RegExp(`/client/${clientId}/campaign/[0-9a-f-]{36}$`));
    await admin.getByRole('link', { name: 'Back to Campaigns' }).click();
    await admin.getByRole('button', { name: 'Copy landing URL' }).click();
    await expectToast(admin, 'URL Copied!');
    landingUrl = await clipboardOf(admin);
    expect(landingUrl).toMatch(new RegExp(`^${stack.origin}/landing/acme-heating/[a-z0-9-]+$`));
    const qrCode = await downloadBy(admin, () => admin.getByRole('button', { name: 'Download QR code' }).click());
    expect(qrCode.suggestedFilename()).toBe(`${landingUrl.split('/').at(-1)}-qrcode.png`);
    await expectToast(admin, 'QR Code Downloaded!');
  });

  await test.step('lets the client sign in and create a sequence of two steps', async () => {
    await client.goto('/');
    await client.getByLabel('Username').fill(login.username);
    await client.getByLabel('Password').fill(login.password);
    await client.getByRole('button', { name: 'Sign In' }).click();
    await expectToast(client, 'Login successful', 'Welcome back, Acme Heating!');
    await client.waitForURL(`**/client/dashboard/${clientId}`);
    await client.getByRole('tab', { name: 'SMS Follow-ups' }).click();
    await client.getByRole('button', { name: 'Create sequence' }).click();
    const dialog = client.getByRole('dialog');
    await dialog.getByLabel('Sequence Name').fill('Welcome');
    await dialog.getByLabel('Campaign').selectOption({ index: 1 });
    const first = dialog.getByRole('group', { name: 'Step 1' });
    await first.getByLabel('Minutes').fill('0');
    await first.getByLabel('Message').fill('Hi {{firstName}}, thanks for asking {{businessName}}!');
    await dialog.getByRole('button', { name: 'Add step' }).click();
    const second = dialog.getByRole('group', { name: 'Step 2' });
    await second.getByLabel('Days').fill('0');
    await second.getByLabel('Minutes').fill('1');
    await second.getByLabel('Message').fill('Still interested?');
    await dialog.getByRole('button', { name: 'Create sequence' }).click();
    await expect(dialog).toBeHidden();
    await expect(client.getByRole('checkbox', { name: 'Welcome active' })).toBeAttached();
  });

  await test.step('shows a visitor the landing page at the copied URL, accepts the form and says thank you', async () => {
    await visitor.goto(landingUrl);
    await visitor.getByLabel(/full name/i).fill('Ann Lee');
    await visitor.getByLabel(/phone/i).fill('(415) 555-2671');
    await visitor.getByLabel(/email/i).fill('ann@example.com');
    await visitor.locator('form select').selectOption({ index: 1 });
    await visitor.locator('form').getByRole('button').tap();
    await expect(visitor.getByRole('heading', { name: /thank you/i })).toBeVisible();
    expect(await visitor.content()).not.toContain(clientId);
  });

  await test.step('lists the lead for the client and sends both messages, the second a minute after the first', async () => {
    await client.getByRole('tab', { name: 'Leads' }).click();
    await expect(client.getByRole('button', { name: 'View Ann Lee' })).toBeVisible();
    const sent = async () => {
      const answer = await client.request.get(`/api/clients/${clientId}/sms-messages`);
      return ((await answer.json()) as Awaited<ReturnType<Api['messages']>>).filter(({ status }) => status === 'sent');
    };
    await expect.poll(async () => (await sent()).length, { timeout: 120_000 }).toBe(2);
    const [second, first] = await sent();
    expect([first!.body, second!.body]).toEqual([
      'Hi Ann, thanks for asking Acme Heating!\nReply STOP to stop.',
      'Still interested?',
    ]);
    expect(Date.parse(second!.sentAt) - Date.parse(first!.sentAt)).toBeGreaterThanOrEqual(60_000);
    await client.getByRole('button', { name: 'View Ann Lee' }).click();
    const dialog = client.getByRole('dialog');
    await expect(dialog.getByText('Hi Ann, thanks for asking Acme Heating!').first()).toBeVisible();
    await expect(dialog.getByText('Still interested?').first()).toBeVisible();
    await client.keyboard.press('Escape');
    const csv = await downloadBy(client, () => client.getByRole('link', { name: 'Export' }).click());
    expect(await textOf(csv)).toContain('Ann Lee');
  });

  await test.step('shows matching figures on the stat cards of client and admin', async () => {
    await client.getByRole('tab', { name: 'Dashboard' }).click();
    await client.reload();
    const counts = { 'Active Campaigns': '1', 'Total Leads': '1', 'SMS Sent': '2' };
    for (const [label, value] of Object.entries({ ...counts, Conversions: '0' }))
      await expectCard(client, label, value);
    await expect(client.getByText('Ann Lee').first()).toBeVisible();
    await admin.goto('/admin');
    for (const [label, value] of Object.entries({ ...counts, 'Total Clients': '1' }))
      await expectCard(admin, label, value);
  });

  await test.step('signs the client out and closes its dashboard', async () => {
    await client.getByRole('button', { name: 'Logout' }).click();
    await client.waitForURL(/\/client\/login/);
    await client.goto(`/client/dashboard/${clientId}`);
    await client.waitForURL(/\/client\/login/);
    await client.goto(`/client/${clientId}`);
    await expect(client.getByRole('heading', { name: 'Admin sign-in required' })).toBeVisible();
  });
});
