import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { openBrowserSession, openBrowser, type ErrorLog } from './testing/browser';
import { startStack, type Stack } from './testing/stack';

jest.setTimeout(240_000);

/**
 * Dripline's main scenario in a real browser on the real stack. Tests run in order, and each continues where the
 * previous one ended.
 */
describe('the main scenario', () => {
  const watch: ErrorLog = { pageErrors: [] };
  const login = { username: 'acme', password: 'acme password' };
  let stack: Stack;
  let browser: Browser;
  let admin: Page;
  let client: Page;
  let visitor: Page;
  let clientId: string;
  let landingUrl: string;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startStack(), openBrowser()]);
    admin = (await openBrowserSession(browser, stack.origin, watch)).page;
    client = (await openBrowserSession(browser, stack.origin, watch)).page;
    visitor = (await openBrowserSession(browser, stack.origin, watch, { width: 360, height: 740 })).page;
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
  const card = async (page: Page, label: string) =>
    (await page.getByRole('group', { name: label, exact: true }).innerText()).split('\n').slice(1).join(' ');
  const seesCards = async (page: Page, expected: Record<string, string>) => {
    for (const [label, value] of Object.entries(expected)) {
      await page.getByRole('group', { name: label, exact: true }).getByText(value, { exact: true }).first().waitFor();
      expect(await card(page, label)).toContain(value);
    }
  };

  it('lets the admin sign in', async () => {
    await admin.goto('/admin/login');
    await admin.getByText('Master Admin Portal').waitFor();
    await admin.getByRole('button', { name: 'Sign In' }).click();
    await toast(admin, 'Please enter both username and password');
    await admin.getByPlaceholder('Enter username').fill(stack.admin.username);
    await admin.getByPlaceholder('Enter password').fill(stack.admin.password);
    await admin.getByRole('button', { name: 'Sign In' }).click();
    await toast(admin, 'Welcome back!');
    await admin.waitForURL('**/admin**');
    await admin.getByText('No clients found').waitFor();
  });

  it('lets the admin add a client with a login and open its dashboard', async () => {
    await admin.getByRole('button', { name: 'Add Client' }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('Business Name').fill('Acme Heating');
    await dialog.getByLabel('Contact Email').fill('owner@acme.example');
    await dialog.getByLabel('Notification Phone').fill('(415) 555-0100');
    await dialog.getByText('Enable client login').click();
    await dialog.getByLabel('Username').fill(login.username);
    await dialog.getByLabel('Password').fill(login.password);
    await dialog.getByRole('button', { name: 'Add Client' }).click();
    await toast(admin, 'Client created successfully');
    await seesCards(admin, { 'Total Clients': '1', 'Active Campaigns': '0', 'Total Leads': '0', 'SMS Sent': '0' });
    await admin.getByRole('link', { name: 'Open dashboard of Acme Heating' }).click();
    await admin.waitForURL('**/client/*');
    clientId = new URL(admin.url()).pathname.split('/')[2]!;
    await admin.getByRole('link', { name: 'Back to Admin' }).waitFor();
    expect(await admin.getByRole('button', { name: 'Logout' }).count()).toBe(0);
  });

  it('lets the admin create a campaign from the template and stay in its builder', async () => {
    await admin.getByRole('tab', { name: 'Campaigns' }).click();
    await admin.getByRole('link', { name: 'New campaign' }).click();
    await admin.waitForURL('**/campaign/new');
    await admin.getByRole('button', { name: 'Save Campaign' }).click();
    await admin.waitForURL(new RegExp(`/client/${clientId}/campaign/[0-9a-f-]{36}$`));
    await admin.getByRole('link', { name: 'Back to Campaigns' }).click();
    await admin.getByRole('button', { name: 'Copy landing URL' }).click();
    await toast(admin, 'URL Copied!');
    landingUrl = await admin.evaluate(() => navigator.clipboard.readText());
    expect(landingUrl).toMatch(new RegExp(`^${stack.origin}/landing/acme-heating/[a-z0-9-]+$`));
    const [qrCode] = await Promise.all([
      admin.waitForEvent('download'),
      admin.getByRole('button', { name: 'Download QR code' }).click(),
    ]);
    expect(qrCode.suggestedFilename()).toBe(`${landingUrl.split('/').at(-1)}-qrcode.png`);
    await toast(admin, 'QR Code Downloaded!');
  });

  it('lets the client sign in and create a sequence of two steps', async () => {
    await client.goto('/');
    await client.getByLabel('Username').fill(login.username);
    await client.getByLabel('Password').fill(login.password);
    await client.getByRole('button', { name: 'Sign In' }).click();
    await toast(client, 'Welcome back, Acme Heating!');
    await client.waitForURL(`**/client/dashboard/${clientId}`);
    await client.getByRole('button', { name: 'Logout' }).waitFor();
    await client.getByRole('tab', { name: 'SMS Follow-ups' }).click();
    await client.getByRole('button', { name: 'Create sequence' }).click();
    const dialog = client.getByRole('dialog');
    await dialog.getByLabel('Sequence Name').fill('Welcome');
    await dialog.getByLabel('Campaign').selectOption({ index: 1 });
    const first = dialog.getByRole('group', { name: 'Step 1' });
    expect(await first.getByLabel('Minutes').inputValue()).toBe('1');
    await first.getByLabel('Minutes').fill('0');
    await first.getByLabel('Message').fill('Hi {{firstName}}, thanks for asking {{businessName}}!');
    expect(await first.getByRole('button', { name: /^Remove/ }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Add step' }).click();
    const second = dialog.getByRole('group', { name: 'Step 2' });
    expect(await second.getByLabel('Days').inputValue()).toBe('1');
    await second.getByLabel('Days').fill('0');
    await second.getByLabel('Minutes').fill('1');
    await second.getByLabel('Message').fill('Still interested?');
    await dialog.getByRole('button', { name: 'Create sequence' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await client.getByRole('checkbox', { name: 'Welcome active' }).waitFor({ state: 'attached' });
  });

  it('shows a visitor the landing page at the copied URL, accepts the form and says thank you', async () => {
    await visitor.goto(landingUrl);
    const form = visitor.getByRole('form').or(visitor.locator('form')).first();
    await form.getByLabel(/full name/i).fill('Ann Lee');
    await form.getByLabel(/phone/i).fill('(415) 555-2671');
    await form.getByLabel(/email/i).fill('ann@example.com');
    await form.locator('select').selectOption({ index: 1 });
    await form.getByRole('button').click();
    await visitor.getByRole('heading', { name: /thank you/i }).waitFor();
    expect(await visitor.content()).not.toContain(clientId);
  });

  it('lists the lead for the client and sends both messages, the second a minute after the first', async () => {
    await client.getByRole('tab', { name: 'Leads' }).click();
    await client.getByRole('button', { name: 'View Ann Lee' }).waitFor();
    const sentMessages = async () => {
      const answer = await client.request.get(`/api/clients/${clientId}/sms-messages`);
      return ((await answer.json()) as { step: number; body: string; status: string; sentAt: string }[]).filter(
        ({ status }) => status === 'sent',
      );
    };
    let sent = await sentMessages();
    while (sent.length < 2) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      sent = await sentMessages();
    }
    const [second, first] = sent;
    expect([first!.body, second!.body]).toEqual([
      'Hi Ann, thanks for asking Acme Heating!\nReply STOP to stop.',
      'Still interested?',
    ]);
    const gap = Date.parse(second!.sentAt) - Date.parse(first!.sentAt);
    expect(gap).toBeGreaterThanOrEqual(60_000);
    await client.getByRole('button', { name: 'View Ann Lee' }).click();
    const dialog = client.getByRole('dialog');
    await dialog.getByText('Hi Ann, thanks for asking Acme Heating!').first().waitFor();
    await dialog.getByText('Still interested?').first().waitFor();
    await client.keyboard.press('Escape');
    const [csv] = await Promise.all([
      client.waitForEvent('download'),
      client.getByRole('link', { name: 'Export' }).click(),
    ]);
    expect(readFileSync(await csv.path(), 'utf8')).toContain('Ann Lee');
  });

  it('shows matching figures on the stat cards of client and admin', async () => {
    await client.getByRole('tab', { name: 'Dashboard' }).click();
    await client.reload();
    await seesCards(client, { 'Total Leads': '1', 'Active Campaigns': '1', Conversions: '0', 'SMS Sent': '2' });
    await client.getByText('Ann Lee').first().waitFor();
    await admin.goto('/admin');
    await seesCards(admin, { 'Total Clients': '1', 'Active Campaigns': '1', 'Total Leads': '1', 'SMS Sent': '2' });
  });

  it('signs the client out and closes its dashboard', async () => {
    await client.getByRole('button', { name: 'Logout' }).click();
    await client.waitForURL('**/client/login');
    await client.goto(`/client/dashboard/${clientId}`);
    await client.waitForURL('**/client/login');
    await client.goto(`/client/${clientId}`);
    await client
      .getByText(/admin sign-in/i)
      .first()
      .waitFor();
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(watch.pageErrors).toEqual([]);
  });
});
