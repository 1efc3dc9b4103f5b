import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { runSql } from '../testing/database';
import { OFFLINE } from '../testing/page-errors';

let numbers = 0;

interface Fixtures {
  leadId: string;
  /** Stores a reply of the lead. */
  reply: (body: string, intent?: string) => Promise<void>;
}

/** A lead that agreed to text messages and has received none. */
const test = base.extend<Fixtures>({
  leadId: async ({ api, client, campaign }, use, { workerIndex }) => {
    // Each process has numbers of its own, because messages to one number wait for each other.
    const phone = `(628) 555-${2_000 + workerIndex * 20 + (numbers += 1)}`;
    await use((await api.createLead(client, campaign, { fullName: 'Ann Lee', phone })).id);
  },
  reply: ({ stack, client, leadId }, use) =>
    use((body, intent = 'reply') =>
      runSql(
        stack.dataDir,
        'INSERT INTO replies (client_id, lead_id, provider_id, body, intent) VALUES ($1, $2, $3, $4, $5)',
        [client.id, leadId, `SM-${randomUUID()}`, body, intent],
      ),
    ),
});

/** Opens the lead's conversation and returns the drawer's parts. */
async function openConversation(page: Page, clientId: string) {
  await page.goto(`/client/dashboard/${clientId}?tab=leads`);
  await page.getByRole('button', { name: 'View Ann Lee' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('tab', { name: 'Conversation' }).click();
  return {
    drawer,
    thread: drawer.getByRole('log', { name: 'Conversation' }),
    field: drawer.getByLabel('Message'),
    sendButton: drawer.getByRole('button', { name: 'Send', exact: true }),
  };
}

test(
  'a message is written and sent, and the reply appears without reloading',
  { tag: '@touch' },
  async ({ clientPage: page, client, leadId, reply }) => {
    expect(leadId).toBeTruthy();
    const { drawer, thread, field, sendButton } = await openConversation(page, client.id);
    await expect(
      thread.getByText('No messages yet. What you write here is sent to Ann Lee as a text message.'),
    ).toBeVisible();
    await expect(sendButton).toBeDisabled();
    await expectAccessibleInAllThemes(page);
    await field.fill('When may we call you?');
    await expect(drawer.getByText(/^21\/160 characters \+ \d+ added automatically · 1 segment$/)).toBeVisible();
    await field.press('Control+Enter');
    const items = thread.getByRole('listitem');
    await expect(items).toHaveCount(1);
    await expect(items.first()).toContainText(`${client.businessName}: When may we call you?`);
    await expect(items.first()).toContainText('Reply STOP to stop.');
    await expect(items.first()).toContainText(client.login.username);
    await expect(items.first().getByText('Sent', { exact: true })).toBeVisible();
    await expect(field).toHaveValue('');
    await expect(field).toBeFocused();
    await reply('Tomorrow at 9, שלום');
    await expect(items.nth(1)).toContainText('Tomorrow at 9');
    await field.fill('Fine!');
    await expect(drawer.getByText('5/160 characters · 1 segment')).toBeVisible();
    await sendButton.click();
    await expect(items.nth(2).getByText('Sent', { exact: true })).toBeVisible();
    await expectAccessibleInAllThemes(page);
    const box = async (nth: number) => (await items.nth(nth).boundingBox())!;
    expect((await box(0)).x).toBeGreaterThan((await box(1)).x);
    await drawer.getByRole('tab', { name: 'Details' }).click();
    const timeline = drawer.getByRole('list', { name: 'Timeline' });
    await expect(timeline.getByText(`A message from ${client.login.username} was sent`)).toHaveCount(2);
    await expect(timeline.getByText('Replied')).toBeVisible();
    await expect(timeline.getByText('Tomorrow at 9')).toBeHidden();
  },
);

test('a reply’s notification opens the conversation, which the address keeps until Back', async ({
  clientPage: page,
  stack,
  client,
  leadId,
  reply,
}) => {
  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  const drawer = page.getByRole('dialog', { name: 'Ann Lee' });
  const tab = (name: string) => drawer.getByRole('tab', { name });
  await reply('Tomorrow at 9');
  await runSql(
    stack.dataDir,
    `INSERT INTO notifications (client_id, kind, lead_id) SELECT client_id, 'reply', id FROM leads WHERE id = $1`,
    [leadId],
  );
  await page.getByRole('button', { name: /^Notifications, \d+ new$/ }).click();
  await page.getByRole('link', { name: /Ann Lee sent a reply/ }).click();
  await expect(tab('Conversation')).toHaveAttribute('aria-selected', 'true');
  await expect(drawer.getByText('Tomorrow at 9')).toBeVisible();
  await page.reload();
  await expect(tab('Conversation')).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(drawer).toBeHidden();

  await page.getByRole('button', { name: 'View Ann Lee' }).click();
  await expect(tab('Details')).toHaveAttribute('aria-selected', 'true');
  await tab('Conversation').click();
  await expect(page).toHaveURL(/&panel=conversation$/);
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\?tab=leads$/);
  await page.goForward();
  await expect(tab('Conversation')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\?tab=leads$/);
});

test('one’s own changes appear in the timeline of the open drawer', async ({ clientPage: page, client, leadId }) => {
  await page.goto(`/client/dashboard/${client.id}?tab=leads&dialog=view&id=${leadId}`);
  const drawer = page.getByRole('dialog', { name: 'Ann Lee' });
  const entries = drawer.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
  const by = client.login.username;
  await drawer.getByRole('combobox', { name: 'Status' }).selectOption('Contacted');
  await expect(entries.getByText(`${by} changed the status from New to Contacted`)).toBeVisible();
  await drawer.getByRole('combobox', { name: 'Add a tag' }).fill('VIP');
  await page.keyboard.press('Enter');
  await expect(entries.getByText(`${by} added the tags “VIP”`)).toBeVisible();
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit Lead' });
  await form.getByLabel('Full Name').fill('Ann Li');
  await form.getByRole('button', { name: 'Save changes' }).click();
  const edited = page.getByRole('dialog', { name: 'Ann Li' });
  await expect(edited.getByText(`${by} changed the answers to “Full Name”`)).toBeVisible();
  await edited.getByRole('button', { name: /^Consent/ }).click();
  await edited.getByRole('button', { name: 'Stop messages' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop messages' }).click();
  await expect(edited.getByText(`${by} recorded an opt-out.`)).toBeVisible();
  await expectAccessibleInAllThemes(page);
});

test('a message that waits for the end of quiet hours says when it is sent, and STOP in between is honoured', async ({
  clientPage: page,
  stack,
  api,
  client,
  leadId,
  reply,
}) => {
  const hour = (offset: number) =>
    new Date(Date.now() + offset * 3_600_000).toLocaleTimeString('en-GB', {
      timeZone: 'America/Los_Angeles',
      hour: '2-digit',
      minute: '2-digit',
    });
  await api.updateClient(client, { quietHours: { enabled: true, start: hour(-2), end: hour(2) } });
  await runSql(stack.dataDir, `UPDATE leads SET created_at = now() - interval '2 hours' WHERE id = $1`, [leadId]);
  const { drawer, thread, field, sendButton } = await openConversation(page, client.id);
  await field.fill('Good morning');
  await sendButton.click();
  await expect(thread.getByText(/^Waiting because .+\. It is sent on /)).toBeVisible();
  await field.fill('Are you awake?');
  await expectAccessibleInAllThemes(page);
  await reply('STOP', 'stop');
  await api.graphql('mutation ($id: ID!) { recordOptOut(id: $id) { id } }', { id: leadId });
  await expect(thread.getByText('Not sent because this number opted out of text messages')).toBeVisible();
  await expect(
    drawer.getByText('You cannot write to this lead because this number opted out of text messages.'),
  ).toBeVisible();
  await expect(sendButton).toBeDisabled();
  await expect(field).toHaveValue('Are you awake?');
  await expectAccessibleInAllThemes(page);
  expect((await api.messages(client)).map(({ status }) => status)).toEqual(['skipped']);
});

test('a text is kept until it was sent, and a request whose response was lost sends it once', async ({
  clientPage: page,
  pageErrors,
  api,
  client,
  leadId,
}) => {
  expect(leadId).toBeTruthy();
  const { drawer, thread, field, sendButton } = await openConversation(page, client.id);
  pageErrors.expect(OFFLINE);
  let isLost = true;
  await page.route('**/graphql*', async (route) => {
    const { operationName } = (route.request().postDataJSON() ?? {}) as { operationName?: string };
    if (operationName !== 'SendMessage' || !isLost) return route.fallback();
    isLost = false;
    await route.fetch();
    return route.abort('internetdisconnected');
  });
  await field.fill('Hello Ann');
  await drawer.getByRole('tab', { name: 'Details' }).click();
  await drawer.getByRole('tab', { name: 'Conversation' }).click();
  await expect(field).toHaveValue('Hello Ann');
  await sendButton.click();
  await expect(drawer.getByText('Failed to send the message. Your text is kept. Please try again.')).toBeVisible();
  await expect(field).toHaveValue('Hello Ann');
  await sendButton.click();
  await expect(field).toHaveValue('');
  await expect(thread.getByRole('listitem')).toHaveCount(1);
  await expect(thread.getByText('Sent', { exact: true })).toBeVisible();
  expect(await api.messages(client)).toHaveLength(1);
});

test('a read-only link shows the conversation without the field', async ({ page, api, client, leadId }) => {
  await api.graphql('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { id } }', {
    input: { leadId, body: 'Hello', key: randomUUID() },
  });
  await api.updateClient(client, { authEnabled: false, linkReadOnly: true });
  const { thread, field } = await openConversation(page, client.id);
  await expect(thread.getByText('Sent', { exact: true })).toBeVisible();
  await expect(thread.getByText('admin')).toBeVisible();
  await expect(field).toBeHidden();
});

test('a long conversation opens at its end and shows earlier messages when asked', async ({
  clientPage: page,
  stack,
  client,
  leadId,
}) => {
  await runSql(
    stack.dataDir,
    `INSERT INTO replies (client_id, lead_id, provider_id, body, intent, created_at)
     SELECT $1, $2::uuid, $2 || '-' || n, 'Reply ' || n, 'reply', now() - n * interval '1 minute' FROM generate_series(1, 70) n`,
    [client.id, leadId],
  );
  const { drawer, thread } = await openConversation(page, client.id);
  await expect(thread.getByText('Reply 1', { exact: true })).toBeInViewport();
  await expect(thread.getByRole('listitem')).toHaveCount(30);
  await drawer.getByRole('button', { name: 'Show earlier messages' }).click();
  await expect(thread.getByRole('listitem')).toHaveCount(60);
  await drawer.getByRole('button', { name: 'Show earlier messages' }).click();
  await expect(thread.getByText('Reply 70', { exact: true })).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Show earlier messages' })).toBeHidden();
});

test('notes are written, changed and deleted by their author, and appear to others without reloading', async ({
  clientPage: page,
  api,
  client,
  leadId,
}) => {
  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  await page.getByRole('button', { name: 'View Ann Lee' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('No notes yet. The lead never sees them.')).toBeVisible();
  const field = drawer.getByLabel('New note');
  await field.fill('Prefers a call in the morning');
  await field.press('Control+Enter');
  const notes = drawer.getByRole('list', { name: 'Notes' }).getByRole('listitem');
  await expect(notes).toHaveCount(1);
  await expect(notes.first()).toContainText(client.login.username);
  await expect(field).toHaveValue('');
  const write = 'mutation ($id: ID!, $body: String!) { createLeadNote(leadId: $id, body: $body) { id } }';
  await api.graphql(write, { id: leadId, body: 'From the agency' });
  await expect(notes).toHaveCount(2);
  await expect(notes.first()).toContainText('From the agency');
  await expect(notes.first().getByRole('button', { name: 'Edit note' })).toBeHidden();
  await expectAccessibleInAllThemes(page);
  await notes.last().getByRole('button', { name: 'Edit note' }).click();
  await expect(notes.last().getByLabel('Note')).toBeFocused();
  await notes.last().getByLabel('Note').fill('Prefers a call in the evening');
  await notes.last().getByRole('button', { name: 'Save note' }).click();
  await expect(notes.last()).toContainText('Prefers a call in the evening');
  await expect(notes.last()).toContainText('edited');
  await expect(notes.last().getByRole('button', { name: 'Edit note' })).toBeFocused();
  await notes.last().getByRole('button', { name: 'Delete note' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(notes).toHaveCount(1);
  for (let n = 1; n <= 12; n += 1) await api.graphql(write, { id: leadId, body: `Note ${n}` });
  await expect(notes.first()).toContainText('Note 12');
  await expect(notes).toHaveCount(10);
  await drawer.getByRole('button', { name: 'Show more notes' }).click();
  await expect(notes).toHaveCount(13);
});
