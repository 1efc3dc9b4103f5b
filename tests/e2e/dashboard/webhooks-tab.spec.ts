import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { recordRequests } from '../testing/network';
import { expectToast, pressInDialog } from '../testing/ui';

/** Receives events on this machine. */
interface Receiver {
  url: string;
  /** The status of its responses. */
  status: number;
  posts: { type: string; id: string }[];
}

interface Fixtures {
  receiver: Receiver;
  /** A webhook of `client` that posts `lead.created` to the receiver. */
  webhook: { id: string };
  openTab: () => Promise<void>;
}

/** The Webhooks tab of the client dashboard. `page` is the client's. */
const test = base.extend<Fixtures>({
  page: ({ clientPage }, use) => use(clientPage),
  client: async ({ api }, use) => {
    const client = await api.createClient();
    await api.updateClient(client, { webhooksEnabled: true });
    await use(client);
  },
  receiver: async ({ baseURL: _ }, use) => {
    const receiver: Receiver = { url: '', status: 200, posts: [] };
    const server = http.createServer((req, res) => {
      const chunks: Buffer[] = [];
      req
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => {
          const { type } = JSON.parse(Buffer.concat(chunks).toString()) as { type: string };
          receiver.posts.push({ type, id: String(req.headers['webhook-id']) });
          res.writeHead(receiver.status).end(receiver.status === 200 ? 'thank you' : '<b>not today</b>');
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    await use(receiver);
    await new Promise((resolve) => (server.close(resolve), server.closeAllConnections()));
  },
  webhook: async ({ api, client, receiver }, use) =>
    use(await api.post(`/api/clients/${client.id}/webhooks`, { url: receiver.url, events: ['lead.created'] })),
  openTab: ({ page, client }, use) =>
    use(async () => void (await page.goto(`/client/dashboard/${client.id}?tab=webhooks`))),
});
// A stack of its own, which may post to this machine. One worker starts it for all tests of this file.
test.use({ ownStack: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
test.describe.configure({ mode: 'default' });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const cardOf = (page: Page, { url }: Receiver) => page.getByRole('article', { name: url });

test('the Webhooks tab is hidden unless the administrator enables webhooks, and from people who only have the link', async ({
  page,
  openPage,
  api,
  client,
  openTab,
}) => {
  const tab = (user: Page) => user.getByRole('tab', { name: 'Webhooks' });
  await openTab();
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await expect(tab(page)).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await api.updateClient(client, { webhooksEnabled: false });
  await openTab();
  await expect(page.getByRole('tab', { name: 'Settings' })).toBeVisible();
  await expect(tab(page)).toHaveCount(0);
  await api.updateClient(client, { webhooksEnabled: true, authEnabled: false });
  const stranger = await openPage();
  await stranger.goto(`/client/dashboard/${client.id}?tab=webhooks`);
  await expect(stranger.getByRole('tab', { name: 'Settings' })).toBeVisible();
  await expect(tab(stranger)).toHaveCount(0);
});

test('the Webhooks tab adds a webhook, shows errors at their fields, and shows the signing secret once', async ({
  page,
  receiver,
  openTab,
}) => {
  const choose = (event: string) => page.getByRole('dialog').locator('label').filter({ hasText: event }).click();
  await openTab();
  await press(page, 'Add webhook');
  await pressInDialog(page, 'Add webhook');
  await expect(page.getByText('URL must have 1 to 500 characters.')).toBeVisible();
  await page.getByLabel('Receiver URL').fill('http://example.com');
  for (const event of ['lead.updated', 'sms.sent', 'sms.failed', 'sms.replied', 'lead.created']) await choose(event);
  await pressInDialog(page, 'Add webhook');
  await expect(page.getByText('Choose at least one event.')).toBeVisible();
  await choose('lead.created');
  await pressInDialog(page, 'Add webhook');
  await expect(page.getByText('Webhook URL must start with https://')).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await page.getByLabel('Receiver URL').fill(receiver.url);
  await page.getByLabel('Note').fill('Our CRM');
  await pressInDialog(page, 'Add webhook');

  await expect(page.getByRole('dialog', { name: 'Save your signing secret' })).toBeVisible();
  const secret = page.getByRole('textbox', { name: 'Signing secret' });
  await expect(secret).toHaveText(/^whsec_[A-Za-z0-9+/]{32}$/);
  const shown = await secret.textContent();
  await expectAccessibleInAllThemes(page);
  await press(page, 'I have saved it');
  await expect(cardOf(page, receiver).getByText('Our CRM')).toBeVisible();
  await page.reload();
  await expect(cardOf(page, receiver).getByText('lead.created')).toBeVisible();
  expect(await page.content()).not.toContain(shown);
  await expectAccessibleInAllThemes(page);
});

test('the Webhooks tab shows whether a test event is delivered', async ({ page, receiver, webhook: _, openTab }) => {
  await openTab();
  await press(page, 'Send test event');
  await expectToast(page, 'Event delivered');
  expect(receiver.posts).toMatchObject([{ type: 'webhook.test' }]);
  receiver.status = 500;
  await press(page, 'Send test event');
  await expectToast(page, 'Event not delivered');
  await expect(cardOf(page, receiver).getByText(/No event has been delivered since/)).toBeVisible();
  await expectAccessibleInAllThemes(page);
});

test('the Webhooks tab lists deliveries with their responses and replays them', async ({
  page,
  api,
  client,
  campaign,
  receiver,
  webhook: _,
  openTab,
}) => {
  const { id } = await api.createLead(client, campaign, { fullName: 'Ann Lee', phone: '4155552671' });
  await expect.poll(() => receiver.posts).toMatchObject([{ type: 'lead.created' }]);
  await openTab();
  await page.getByRole('link', { name: 'Delivery log' }).click();
  const intro = page.getByText(`Events sent to ${receiver.url}`);
  await expect(intro).toBeVisible();
  const requests = recordRequests(page);
  await page.reload();
  await expect(intro).toBeVisible();
  // The log loads its own webhook, not the list.
  expect(requests).toContain('WebhookDeliveries');
  expect(requests).not.toContain('Webhooks');
  const row = page.getByRole('table', { name: 'deliveries' }).getByRole('row').filter({ hasText: 'lead.created' });
  await expect(async () => {
    await press(page, 'Refresh log');
    await expect(row).toContainText('Delivered', { timeout: 2_000 });
  }).toPass();
  await expectAccessibleInAllThemes(page);
  await press(page, 'View lead.created');
  const dialog = page.getByRole('dialog', { name: 'lead.created' });
  await expect(dialog.getByText(id)).toBeVisible();
  await expect(dialog.getByText('thank you')).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await pressInDialog(page, 'Close');
  await press(page, 'Replay lead.created');
  await expectToast(page, 'Event delivered');
  expect(receiver.posts).toEqual([receiver.posts[0], receiver.posts[0]]);
  await page.getByRole('link', { name: 'All webhooks' }).click();
  await expect(cardOf(page, receiver)).toBeVisible();
});

test('the Webhooks tab rotates the secret, edits the webhook, turns it off and deletes it', async ({
  page,
  receiver,
  webhook,
  openTab,
}) => {
  const card = cardOf(page, receiver);
  await openTab();
  await press(page, `Rotate the secret of ${receiver.url}`);
  await expectAccessibleInAllThemes(page);
  await pressInDialog(page, 'Rotate secret');
  await expect(page.getByRole('dialog', { name: 'Save your signing secret' })).toBeVisible();
  await press(page, 'I have saved it');
  await expect(card.getByText(/previous secret until/)).toBeVisible();
  await press(page, `Edit ${receiver.url}`);
  await page.getByLabel('Note').fill('The new CRM');
  await press(page, 'Save webhook');
  await expect(card.getByText('The new CRM')).toBeVisible();
  await card.locator('label').filter({ hasText: 'On' }).click();
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Send test event' })).toHaveCount(0);
  await press(page, `Delete ${receiver.url}`);
  await pressInDialog(page, 'Delete');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  // The log of a deleted webhook shows the list.
  await page.goto(`${page.url()}&webhook=${webhook.id}`);
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await expect(page).not.toHaveURL(/webhook=/);
});
