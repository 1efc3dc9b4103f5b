import type { Page } from 'playwright-core';
import { waitForNoRequests } from '../testing/browser';
import { expectAccessibleInAllThemes } from '../testing/all-themes';
import { expectFocusOn, focusedName, tabTo } from '../testing/keyboard';
import { runSql } from '../testing/database';
import { createCampaign, createLead } from '../testing/create-campaign';
import { createClient, type CreatedClient } from '../testing/create-client';
import { recordRequests } from '../testing/network';
import { useHarness } from '../testing/harness';

interface Stored {
  id: string;
  name: string;
  status: string;
  triggerEvent: string;
  messages: { delayMinutes: number; message: string }[];
}

/** The SMS Follow-ups tab. Tests run in order, and each continues where the previous one ended. */
describe('the SMS Follow-ups tab', () => {
  const harness = useHarness();
  let page: Page;
  let client: CreatedClient;
  let campaign: { id: string; slug: string };
  /** Names the business and explains how to opt out, so that nothing is added to a first message. */
  let opening: string;

  beforeAll(async () => {
    const admin = await harness.admin();
    ({ page } = admin);
    client = await createClient(admin.context);
    opening = `${client.businessName} here. Text STOP to end. `;
    const fields = [
      { label: 'Full Name', type: 'text', id: 'fullName' },
      { label: 'Phone', type: 'tel', id: 'phone' },
      { label: 'Roof type', type: 'select', options: ['Slate', 'Tile'] },
    ];
    const answer = await page.request.post(`/api/clients/${client.id}/campaigns`, {
      data: { name: 'Roofs', formFields: fields },
    });
    campaign = (await answer.json()) as typeof campaign;
    await page.goto(`/client/${client.id}?tab=sms`);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const step = (n: number) => dialog().getByRole('group', { name: `Step ${n}`, exact: true });
  const message = (n: number) => step(n).getByLabel('Message');
  const bubble = (n: number, text: string) =>
    step(n).getByRole('group', { name: 'Preview' }).getByText(text, { exact: true }).waitFor();
  const counts = (n: number, text: string) => step(n).getByText(text, { exact: true }).waitFor();
  const toast = (title: string, text?: string) =>
    page
      .getByRole('status')
      .filter({ has: page.getByText(title, { exact: true }), ...(text ? { hasText: text } : {}) })
      .waitFor();
  const arrival = () => dialog().getByLabel('Lead arrives');
  const previewedMessages = async () => {
    const texts = await dialog().getByRole('list', { name: 'Message schedule' }).getByRole('listitem').allInnerTexts();
    return texts.map((text) => text.replace(/\s+Send test$/, ''));
  };
  const stored = async () =>
    (await (await page.request.get(`/api/clients/${client.id}/sms-sequences`)).json()) as Stored[];
  const delay = async (n: number) =>
    Promise.all(['Days', 'Hours', 'Minutes'].map((unit) => step(n).getByLabel(unit).inputValue()));

  it('explains sequences when there are none', async () => {
    await page.getByText('No SMS sequences yet').waitFor();
    await button('Process SMS Now').waitFor();
    await expectAccessibleInAllThemes(page);
  });

  it('starts a new sequence with one step after a minute, which cannot be removed', async () => {
    await button('Create sequence').click();
    await page.getByRole('dialog', { name: 'Create SMS sequence' }).waitFor();
    expect(await dialog().getByLabel('Sequence Name').inputValue()).toBe('');
    await dialog().getByLabel('Campaign').locator('option').nth(1).waitFor({ state: 'attached' });
    expect(await dialog().getByLabel('Campaign').locator('option').allInnerTexts()).toEqual([
      'Select a campaign',
      'Roofs',
    ]);
    expect(await dialog().getByLabel('Trigger Event').inputValue()).toBe('lead_created');
    expect(
      await dialog()
        .getByLabel('Trigger Event')
        .locator('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value)),
    ).toEqual(['lead_created', 'lead_contacted']);
    expect(await delay(1)).toEqual(['0', '0', '1']);
    for (const [unit, max] of [
      ['Days', '366'],
      ['Hours', '23'],
      ['Minutes', '59'],
    ] as const) {
      const number = step(1).getByLabel(unit);
      expect([await number.getAttribute('min'), await number.getAttribute('max')]).toEqual(['0', max]);
    }
    expect(
      await step(1)
        .getByRole('button', { name: /^Remove/ })
        .count(),
    ).toBe(0);
    await counts(1, '0/160 characters · 0 segments');
  });

  it('shows missing values at their fields without sending a request', async () => {
    const requests = recordRequests(page);
    await button('Create sequence').last().click();
    await toast('Validation Error', 'Please fill in all required fields');
    for (const message of ['Enter a name', 'Choose a campaign', 'Enter the message'])
      await dialog().getByText(message, { exact: true }).waitFor();
    await expectFocusOn(page, 'Sequence Name');
    await expectAccessibleInAllThemes(page);
    await dialog().getByLabel('Sequence Name').fill('Welcome');
    await dialog().getByLabel('Campaign').selectOption('Roofs');
    await message(1).fill('  ');
    await step(1).getByLabel('Hours').fill('24');
    await button('Create sequence').last().click();
    await toast('Validation Error', 'Please fill in all required fields');
    await step(1).getByText('Enter 0 to 23', { exact: true }).waitFor();
    await step(1).getByLabel('Hours').fill('0');
    expect(requests).toEqual([]);
  });

  it('inserts a merge field at the cursor, and previews the message', async () => {
    const mergeFields = await step(1).getByRole('group', { name: 'Merge fields' }).getByRole('button').allInnerTexts();
    expect(mergeFields).toEqual(['{{firstName}}', '{{fullName}}', '{{businessName}}', '{{phone}}', '{{rooftype}}']);
    await message(1).fill('Hi , it’s us');
    await message(1).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 3));
    await button('Insert {{firstName}}').click();
    expect(await message(1).inputValue()).toBe('Hi {{firstName}}, it’s us');
    await page.keyboard.type('!');
    await bubble(1, `${client.businessName}: Hi Jane!, it’s us\nReply STOP to stop.`);
    await message(1).fill('');
    for (const name of ['fullName', 'businessName', 'phone', 'rooftype']) await button(`Insert {{${name}}}`).click();
    await bubble(1, `Jane Smith${client.businessName}(555) 555-0123Slate\nReply STOP to stop.`);
    await message(1).fill('<b>{{nothing}}</b>');
    await bubble(1, `${client.businessName}: <b></b>\nReply STOP to stop.`);
  });

  it('counts characters against 160, and segments for plain and special characters', async () => {
    await message(1).fill(opening + 'a'.repeat(160 - opening.length));
    await counts(1, '160/160 characters · 1 segment');
    await message(1).fill(opening + 'a'.repeat(161 - opening.length));
    await counts(1, '161/160 characters · 2 segments');
    await message(1).fill(opening + '’'.repeat(70 - opening.length));
    await counts(1, '70/160 characters · 1 segment');
    await message(1).fill(opening + '’'.repeat(71 - opening.length));
    await counts(1, '71/160 characters · 2 segments');
  });

  it('shows and counts the text added to a first message without business name or opt-out instructions', async () => {
    const added =
      'A lead’s first message must name the business and explain how to opt out. Missing parts are added automatically.';
    await message(1).fill('See you soon');
    await bubble(1, `${client.businessName}: See you soon\nReply STOP to stop.`);
    await counts(
      1,
      `${client.businessName.length + ': See you soon'.length + '\nReply STOP to stop.'.length}/160 characters · 1 segment`,
    );
    await step(1).getByText(added).waitFor();
    await expectAccessibleInAllThemes(page);
    await message(1).fill('{{businessName}} says hi. Text STOP to end.');
    await bubble(1, `${client.businessName} says hi. Text STOP to end.`);
    await counts(1, '43/160 characters · 1 segment');
    expect(await step(1).getByText(added).count()).toBe(0);
  });

  it('lists costly characters and replaces them with plain ones', async () => {
    const costly = step(1).getByRole('group', { name: 'Costly characters' });
    const selected = () =>
      message(1).evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
    await message(1).fill(opening + 'a'.repeat(160 - opening.length));
    expect(await costly.count()).toBe(0);
    await message(1).fill('😀' + opening + 'a'.repeat(69 - opening.length));
    await counts(1, '71/160 characters · 2 segments');
    await costly.getByText('Without these characters, the message would use 1 segment instead of 2:').waitFor();
    expect(await costly.getByRole('button').allInnerTexts()).toEqual(['😀 emoji']);
    await message(1).fill('It’s “now”, isn’t it? 😀');
    await costly.getByText('With these characters, a segment holds 70 characters instead of 160:').waitFor();
    expect(await costly.getByRole('button').allInnerTexts()).toEqual([
      '’ curly apostrophe',
      '“ curly quote',
      '” curly quote',
      '😀 emoji',
      'Use plain characters',
    ]);
    await expectAccessibleInAllThemes(page);
    await button('😀 emoji').click();
    expect([await focusedName(page), await selected()]).toEqual(['Message', '😀']);
    for (const position of [2, 15, 2]) {
      await button('’ curly apostrophe').click();
      expect(await message(1).evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(position);
    }
    await button('Use plain characters').click();
    expect(await message(1).inputValue()).toBe('It\'s "now", isn\'t it? 😀');
    expect(await costly.getByRole('button').allInnerTexts()).toEqual(['😀 emoji']);
    await page.keyboard.press('ControlOrMeta+z');
    expect(await message(1).inputValue()).toBe('It’s “now”, isn’t it? 😀');
  });

  it('adds a step one day after the last, shows the time of each step, and removes one', async () => {
    await message(1).fill('Hi {{firstName}}, thanks for asking {{businessName}}!');
    await button('Add step').click();
    expect(await delay(2)).toEqual(['1', '0', '0']);
    await expectFocusOn(page, 'Days');
    await step(2).getByLabel('Days').fill('2');
    await step(2).getByLabel('Hours').fill('3');
    await button('Add step').click();
    expect(await delay(3)).toEqual(['3', '0', '0']);
    for (const [n, time] of [
      [1, '+1 min'],
      [2, '+2 days 3 h 1 min'],
      [3, '+5 days 3 h 1 min'],
    ] as const)
      await step(n).getByText(time, { exact: true }).waitFor();
    await message(2).fill('Still interested?');
    await message(3).fill('Too much');
    await button('Remove step 3').click();
    await expectFocusOn(page, 'Remove step 2');
    expect(await step(3).count()).toBe(0);
    const list = await dialog()
      .getByRole('list', { name: 'Steps' })
      .evaluate((element) => ({
        most: getComputedStyle(element).maxHeight,
        scrolls: element.scrollHeight > element.clientHeight,
      }));
    expect(list).toEqual({ most: '300px', scrolls: true });
    await expectAccessibleInAllThemes(page);
  });

  it('previews a sequence before it is saved', async () => {
    await step(1).getByLabel('Minutes').fill('60');
    await button('Preview').click();
    await toast('Validation Error');
    await step(1).getByLabel('Minutes').fill('1');
    await button('Preview').click();
    await expectFocusOn(page, 'Back to messages');
    await arrival().fill('2026-06-01T12:00');
    // Enter in the time field must not save the sequence.
    await arrival().press('Enter');
    await page.getByText('Mon, Jun 1, 2026, 12:01 PM EDT').waitFor();
    expect(await previewedMessages()).toEqual([
      `Mon, Jun 1, 2026, 12:01 PM EDT\n\nHi Jane, thanks for asking ${client.businessName}!\nReply STOP to stop.\n\n${48 + client.businessName.length} characters · 1 segment`,
      'Wed, Jun 3, 2026, 3:01 PM EDT\n\nStill interested?\n\n17 characters · 1 segment',
    ]);
    await expectAccessibleInAllThemes(page);
    await button('Back to messages').click();
    await expectFocusOn(page, 'Preview');
    await dialog().getByLabel('Trigger Event').selectOption('lead_contacted');
    await message(2).fill('It’s us 😀');
    await button('Preview').click();
    await arrival().fill('2026-06-01T12:00');
    await dialog().getByLabel('Lead is marked contacted').fill('2026-06-01T11:00');
    await dialog().getByText('Must not be before the lead arrives', { exact: true }).waitFor();
    await dialog().getByLabel('Lead is marked contacted').fill('2026-06-02T09:00');
    await page.getByText('Tue, Jun 2, 2026, 9:01 AM EDT').waitFor();
    expect((await previewedMessages())[1]).toBe(
      'Thu, Jun 4, 2026, 12:01 PM EDT\n\nIt’s us 😀\n\n10 characters · 1 segment · with ’ curly apostrophe, 😀 emoji',
    );
    await button('Back to messages').click();
    await dialog().getByLabel('Trigger Event').selectOption('lead_created');
    await message(2).fill('Still interested?');
    expect(await stored()).toEqual([]);
  });

  it('creates an active sequence and lists it with its timeline', async () => {
    await button('Create sequence').last().click();
    await toast('SMS sequence created successfully');
    await dialog().waitFor({ state: 'detached' });
    await expectFocusOn(page, 'Create sequence');
    const card = page.getByRole('article', { name: 'Welcome' });
    await card.getByText('Roofs · When a lead arrives', { exact: true }).waitFor();
    expect(await card.getByRole('listitem').allInnerTexts()).toEqual([
      '+1 min\n\nHi {{firstName}}, thanks for asking {{businessName}}!',
      '+2 days 3 h 1 min\n\nStill interested?',
    ]);
    expect(await card.getByRole('list', { name: 'Steps' }).evaluate((list) => getComputedStyle(list).maxHeight)).toBe(
      '300px',
    );
    expect(await stored()).toMatchObject([
      {
        name: 'Welcome',
        status: 'active',
        triggerEvent: 'lead_created',
        messages: [
          { delayMinutes: 1, message: 'Hi {{firstName}}, thanks for asking {{businessName}}!' },
          { delayMinutes: 2 * 24 * 60 + 3 * 60, message: 'Still interested?' },
        ],
      },
    ]);
    await expectAccessibleInAllThemes(page);
  });

  it('previews how quiet hours and daylight saving time change a saved sequence’s times', async () => {
    await button('Preview Welcome').click();
    await page.getByRole('dialog', { name: 'Preview Welcome' }).waitFor();
    await arrival().fill('2026-10-30T22:00');
    await page.getByText('Fri, Oct 30, 2026, 10:01 PM EDT').waitFor();
    const [first, second] = await previewedMessages();
    expect(first).toContain(
      'Fri, Oct 30, 2026, 10:01 PM EDT\n\nSent during quiet hours because the form was submitted less than an hour before\n\nHi Jane',
    );
    expect(second).toBe(
      'Mon, Nov 2, 2026, 8:00 AM EST\n\nWaits until 8:00 AM because of quiet hours\n\nThe clocks change before this message\n\nDue Mon, Nov 2, 2026, 12:01 AM EST\n\nStill interested?\n\n17 characters · 1 segment',
    );
    await expectAccessibleInAllThemes(page);
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('"SequencePreview"') ? route.abort() : route.continue(),
    );
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await button('Preview Welcome').click();
    await page.getByText('We could not load the preview.').waitFor();
    await page.unroute('**/graphql');
    await button('Try again').press('Enter');
    await dialog().getByRole('list', { name: 'Message schedule' }).waitFor();
    expect(await dialog().evaluate((element) => element.contains(document.activeElement))).toBe(true);
    expect(harness.errorLog.pageErrors.splice(0)).toEqual(['console error: Failed to load resource: net::ERR_FAILED']);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await expectFocusOn(page, 'Preview Welcome');
  });

  it('sends a test message to the client’s own phone, which is not counted, and shows the result', async () => {
    const keys: string[] = [];
    page.on('request', (request) => {
      const { operationName, variables } = (request.postDataJSON() ?? {}) as {
        operationName?: string;
        variables: { input: { key: string } };
      };
      if (operationName === 'SendTestMessage') keys.push(variables.input.key);
    });
    const test = button('Send test of message 1');
    await button('Preview Welcome').click();
    await test.click();
    await toast('Test sent', 'The text message provider accepted it');
    expect(await (await page.request.get(`/api/clients/${client.id}/sms-messages`)).json()).toEqual([]);
    const all = (await (await page.request.get('/api/clients')).json()) as {
      id: string;
      usage: { smsThisMonth: number };
    }[];
    expect(all.find(({ id }) => id === client.id)).toMatchObject({ usage: { smsThisMonth: 0 } });
    await page.context().setOffline(true);
    await test.press('Enter');
    await toast('Test not sent', 'Try again.');
    await page.waitForFunction(() => document.activeElement?.ariaLabel === 'Send test of message 1');
    await page.context().setOffline(false);
    await test.click();
    await toast('Test sent');
    expect(keys).toEqual([keys[0], keys[1], keys[1]]);
    expect(keys[0]).not.toBe(keys[1]);
    await runSql(harness.stack.dataDir, `UPDATE clients SET notification_phone = 'none' WHERE id = $1`, [client.id]);
    await test.click();
    await toast(
      'Test not sent',
      'The notification phone cannot receive text messages. Change it in the client’s settings.',
    );
    await runSql(harness.stack.dataDir, `UPDATE clients SET notification_phone = '(415) 555-0100' WHERE id = $1`, [
      client.id,
    ]);
    expect(harness.errorLog.pageErrors.splice(0)).toEqual([
      'console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED',
    ]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('switches a sequence off and on by sending the whole sequence', async () => {
    const active = page.getByRole('checkbox', { name: 'Welcome active' });
    expect(await active.isChecked()).toBe(true);
    const [request] = await Promise.all([
      page.waitForRequest((request) => request.postData()?.includes('"UpdateSequence"') ?? false),
      page.getByText('Active', { exact: true }).last().click(),
    ]);
    const { input } = (request.postDataJSON() as { variables: { input: Record<string, unknown> } }).variables;
    expect(input).toMatchObject({
      name: 'Welcome',
      campaignId: campaign.id,
      triggerEvent: 'lead_created',
      status: 'inactive',
    });
    expect(input['steps']).toHaveLength(2);
    await page.getByText('Inactive', { exact: true }).waitFor();
    expect((await stored())[0]!.status).toBe('inactive');
    await active.focus();
    await page.keyboard.press('Space');
    await page.getByRole('article').getByText('Active', { exact: true }).waitFor();
    expect((await stored())[0]).toMatchObject({
      status: 'active',
      messages: [{ delayMinutes: 1 }, { delayMinutes: 3060 }],
    });
  });

  it('shows that a sequence is paused because carriers block it, and resumes it', async () => {
    await runSql(harness.stack.dataDir, 'UPDATE sequences SET paused_at = now() WHERE client_id = $1', [client.id]);
    await page.reload();
    await page.getByText('Paused: carriers blocked more than 5%').waitFor();
    await expectAccessibleInAllThemes(page);
    await button('Resume Welcome').click();
    await page.getByText('Paused: carriers blocked').waitFor({ state: 'detached' });
    expect((await stored())[0]).toMatchObject({ status: 'active', pausedAt: null });
  });

  it('processes due messages, and shows when that fails', async () => {
    const created = await page.request.post(`/api/clients/${client.id}/sms-sequences`, {
      data: {
        name: 'At once',
        campaignId: campaign.id,
        triggerEvent: 'lead_created',
        steps: [{ delayMinutes: 0, message: 'Hello' }],
        status: 'active',
      },
    });
    expect(created.status()).toBe(201);
    // Wait for the refetch of the list that follows.
    const listed = page.waitForResponse((response) => response.request().postData()?.includes('"Sequences"') ?? false);
    await button('Process SMS Now').click();
    await toast('SMS Processing Complete', 'No messages were due');
    await listed;
    await waitForNoRequests(page);
    await page.context().setOffline(true);
    await button('Process SMS Now').press('Enter');
    await toast('Error', 'Failed to process SMS messages');
    await expectFocusOn(page, 'Process SMS Now');
    await page.context().setOffline(false);
    expect(harness.errorLog.pageErrors.splice(0)).toEqual([
      'console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED',
    ]);
  });

  it('sends due messages when they are processed', async () => {
    const limitedClient = await createClient(page.context());
    await page.request.put(`/api/clients/${limitedClient.id}`, { data: { monthlySMSLimit: 0 } });
    const roofs = await createCampaign(page.context(), limitedClient.id);
    const steps = [{ delayMinutes: 0, message: 'Hello {{firstName}}' }];
    const sequence = { name: 'Now', campaignId: roofs.id, triggerEvent: 'lead_created', steps };
    expect(
      (await page.request.post(`/api/clients/${limitedClient.id}/sms-sequences`, { data: sequence })).status(),
    ).toBe(201);
    await createLead(page.context(), limitedClient.id, roofs, { fullName: 'Ann Lee', phone: '(415) 555-2671' });
    const messages = async () =>
      (await (await page.request.get(`/api/clients/${limitedClient.id}/sms-messages`)).json()) as {
        status: string;
        body: string;
      }[];
    while ((await messages()).length === 0) await page.waitForTimeout(100);
    expect(await messages()).toMatchObject([{ status: 'held' }]);
    // As at the start of a month: the limit allows a message, but the held one has not been released yet.
    await runSql(harness.stack.dataDir, 'UPDATE clients SET monthly_sms_limit = 1 WHERE id = $1', [limitedClient.id]);
    // A separate page, so that a failure here does not affect the other tests.
    const extraPage = await page.context().newPage();
    await extraPage.goto(`/client/${limitedClient.id}?tab=sms`);
    await extraPage.getByRole('button', { name: 'Process SMS Now' }).click();
    await extraPage
      .getByRole('status')
      .filter({ hasText: 'SMS Processing Complete' })
      .getByText('Sent 1 message', { exact: true })
      .waitFor();
    expect(await messages()).toMatchObject([{ status: 'sent', body: expect.stringContaining('Hello Ann') as string }]);
    await extraPage.close();
  });

  it('edits a sequence with the keyboard alone', async () => {
    await page.reload();
    await page.getByRole('article', { name: 'Welcome' }).waitFor();
    await tabTo(page, 'Edit Welcome');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Edit SMS sequence' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Hello again');
    await tabTo(page, 'Insert {{rooftype}}');
    await page.keyboard.press('Enter');
    await page.keyboard.type('?');
    await tabTo(page, 'Save changes');
    await page.keyboard.press('Enter');
    await toast('SMS sequence updated successfully');
    await page.getByRole('article', { name: 'Hello again' }).waitFor();
    expect((await stored()).find(({ name }) => name === 'Hello again')!.messages[0]!.message).toBe(
      'Hi {{firstName}}, thanks for asking {{businessName}}!{{rooftype}}?',
    );
    await expectFocusOn(page, 'Edit Hello again');
  });

  it('asks for confirmation before it deletes a sequence', async () => {
    await button('Delete At once').click();
    const confirmation = page.getByRole('alertdialog', { name: 'Delete At once?' });
    await confirmation.getByText(/This action cannot be undone/).waitFor();
    await expectFocusOn(page, 'Cancel');
    await expectAccessibleInAllThemes(page);
    await page.keyboard.press('Escape');
    await confirmation.waitFor({ state: 'detached' });
    expect(await stored()).toHaveLength(2);
    await button('Delete At once').click();
    await confirmation.getByRole('button', { name: 'Delete' }).click();
    await toast('SMS sequence deleted successfully');
    await page.getByRole('article', { name: 'At once' }).waitFor({ state: 'detached' });
  });

  it('shows errors for a sequence or campaign that was deleted meanwhile', async () => {
    await button('Edit Hello again').click();
    await page.getByRole('dialog', { name: 'Edit SMS sequence' }).waitFor();
    const [{ id }] = (await stored()) as [Stored];
    expect((await page.request.delete(`/api/sms-sequences/${id}`)).status()).toBe(204);
    await button('Save changes').click();
    await toast('Error', 'Failed to update SMS sequence');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Active', { exact: true }).last().click();
    await toast('Error', 'Failed to update sequence status');
    await button('Delete Hello again').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast('Error', 'Failed to delete SMS sequence');
    await page.keyboard.press('Escape');

    await page.reload();
    await page.getByText('No SMS sequences yet').waitFor();
    await button('Create sequence').click();
    await dialog().getByLabel('Sequence Name').fill('Late');
    await dialog().getByLabel('Campaign').selectOption('Roofs');
    await message(1).fill('Hi');
    await page.request.post('/graphql', { data: { query: `mutation { deleteCampaign(id: "${campaign.id}") }` } });
    await button('Create sequence').last().click();
    await toast('Error', 'Failed to create SMS sequence');
    await dialog().getByText('Choose one of this client’s campaigns.').waitFor();
    expect(await dialog().getByLabel('Sequence Name').inputValue()).toBe('Late');
    await page.keyboard.press('Escape');
  });

  it('shows an error when the sequences cannot be loaded, and loads them on retry', async () => {
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('"Sequences"') ? route.abort('internetdisconnected') : route.continue(),
    );
    await page.reload();
    await page.getByRole('tab', { name: 'SMS Follow-ups' }).click();
    await page.getByText('We could not load the sequences.').waitFor();
    await expectAccessibleInAllThemes(page);
    await page.unroute('**/graphql');
    await button('Try again').click();
    await page.getByText('No SMS sequences yet').waitFor();
    expect(harness.errorLog.pageErrors.splice(0)).toEqual([
      'console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED',
    ]);
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
