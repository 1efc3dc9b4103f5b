import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowserSession, openBrowser, type ErrorLog } from '../testing/browser';
import { expectAccessibleInAllThemes } from '../testing/all-themes';
import { createCampaign, createLead } from '../testing/create-campaign';
import { createClient, type CreatedClient } from '../testing/create-client';
import { type Stack, startStack } from '../testing/stack';

/**
 * The Webhooks tab of the client dashboard. It uses its own stack, which may post to a receiver on this machine. Tests
 * run in order, and each continues where the previous one ended.
 */
describe('the Webhooks tab', () => {
  let stack: Stack;
  let browser: Browser;
  let admin: BrowserContext;
  let page: Page;
  let client: CreatedClient;
  let status = 200;
  const watch: ErrorLog = { pageErrors: [] };
  const posts: { type: string; id: string }[] = [];
  const receiver = http.createServer((req, res) => {
    const chunks: Buffer[] = [];
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const { type } = JSON.parse(Buffer.concat(chunks).toString()) as { type: string };
        posts.push({ type, id: String(req.headers['webhook-id']) });
        res.writeHead(status).end(status === 200 ? 'thank you' : '<b>not today</b>');
      });
  });
  let url: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
    [stack, browser] = await Promise.all([
      startStack({ NODE_ENV: 'test', WEBHOOK_ALLOW_PRIVATE: 'true' }),
      openBrowser(),
    ]);
    ({ context: admin } = await openBrowserSession(browser, stack.origin, watch));
    expect((await admin.request.post('/api/auth/login', { data: stack.admin })).ok()).toBe(true);
    client = await createClient(admin);
    ({ page } = await openBrowserSession(browser, stack.origin, watch));
    await page.goto('/client/login');
    await page.getByLabel('Username').fill(client.login.username);
    await page.getByLabel('Password').fill(client.login.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('tab', { name: 'Settings' }).waitFor();
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
    await new Promise((resolve) => (receiver.close(resolve), receiver.closeAllConnections()));
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const choose = (event: string) => page.getByRole('dialog').locator('label').filter({ hasText: event }).click();
  const switchClient = (webhooksEnabled: boolean) =>
    admin.request.put(`/api/clients/${client.id}`, { data: { webhooksEnabled } });
  const card = () => page.getByRole('article', { name: url });

  it('is hidden until the administrator enables webhooks', async () => {
    expect(await page.getByRole('tab', { name: 'Webhooks' }).count()).toBe(0);
    await switchClient(true);
    await page.goto(`/client/dashboard/${client.id}?tab=webhooks`);
    await page.getByText('No webhooks yet').waitFor();
    await expectAccessibleInAllThemes(page);
  });

  it('adds a webhook with a URL and events, and shows errors at their fields', async () => {
    await press('Add webhook');
    await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText('Enter the receiver’s URL').waitFor();
    await page.getByLabel('Receiver URL').fill('http://example.com');
    for (const event of ['lead.updated', 'sms.sent', 'sms.failed', 'sms.replied', 'lead.created']) await choose(event);
    await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText('Choose at least one event').waitFor();
    await choose('lead.created');
    await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText('Webhook URL must start with https://').waitFor();
    await expectAccessibleInAllThemes(page);
    await page.getByLabel('Receiver URL').fill(url);
    await page.getByLabel('Note').fill('Our CRM');
    await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click();
  });

  it('shows the signing secret once', async () => {
    await page.getByRole('dialog', { name: 'Save your signing secret' }).waitFor();
    const secret = await page.getByRole('textbox', { name: 'Signing secret' }).textContent();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    await expectAccessibleInAllThemes(page);
    await press('I saved it');
    await card().getByText('Our CRM').waitFor();
    await page.reload();
    await card().getByText('lead.created').waitFor();
    expect(await page.content()).not.toContain(secret);
    await expectAccessibleInAllThemes(page);
  });

  it('shows whether a test event is delivered', async () => {
    await press('Send test event');
    await toast('Event delivered');
    expect(posts.map(({ type }) => type)).toEqual(['webhook.test']);
    status = 500;
    await press('Send test event');
    await toast('Event not delivered');
    await card()
      .getByText(/No event has been delivered since/)
      .waitFor();
    await expectAccessibleInAllThemes(page);
    status = 200;
  });

  it('lists deliveries with their responses and replays them', async () => {
    const { id } = await createLead(admin, client.id, await createCampaign(admin, client.id), {
      fullName: 'Ann Lee',
      phone: '4155552671',
    });
    await page.getByRole('link', { name: 'Delivery log' }).click();
    await page.getByRole('table', { name: 'deliveries' }).waitFor();
    while (
      (await page.getByRole('row').filter({ hasText: 'lead.created' }).filter({ hasText: 'Delivered' }).count()) === 0
    )
      await press('Refresh log');
    await expectAccessibleInAllThemes(page);
    await press('View lead.created');
    await page.getByRole('dialog', { name: 'lead.created' }).getByText(id).waitFor();
    await page.getByRole('dialog').getByText('thank you').waitFor();
    await expectAccessibleInAllThemes(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    const before = posts.filter(({ type }) => type === 'lead.created');
    await press('Replay lead.created');
    await toast('Event delivered');
    expect(posts.filter(({ type }) => type === 'lead.created').map((post) => post.id)).toEqual([
      before[0]!.id,
      before[0]!.id,
    ]);
    await page.getByRole('link', { name: 'All webhooks' }).click();
  });

  it('rotates the secret, edits the webhook, turns it off and deletes it', async () => {
    await press(`Rotate the secret of ${url}`);
    await expectAccessibleInAllThemes(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog', { name: 'Save your signing secret' }).waitFor();
    await press('I saved it');
    await card()
      .getByText(/previous secret until/)
      .waitFor();
    await press(`Edit ${url}`);
    await page.getByLabel('Note').fill('The new CRM');
    await press('Save webhook');
    await card().getByText('The new CRM').waitFor();
    await card().locator('label').filter({ hasText: 'On' }).click();
    await card().getByText('Off', { exact: true }).waitFor();
    expect(await card().getByRole('button', { name: 'Send test event' }).count()).toBe(0);
    await press(`Delete ${url}`);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet').waitFor();
  });

  it('is hidden from people who only have the dashboard link', async () => {
    await admin.request.put(`/api/clients/${client.id}`, { data: { authEnabled: false } });
    const { page: stranger } = await openBrowserSession(browser, stack.origin, watch);
    await stranger.goto(`/client/dashboard/${client.id}?tab=webhooks`);
    await stranger.getByRole('tab', { name: 'Settings' }).waitFor();
    expect(await stranger.getByRole('tab', { name: 'Webhooks' }).count()).toBe(0);
  });

  it('causes no page errors', () => {
    expect(watch.pageErrors).toEqual([]);
  });
});
