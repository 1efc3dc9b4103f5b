import type { Locator, Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { runSql } from '../testing/database';
import { expectFocusOn, focusedName, tabTo, untilDragTakesKeys } from '../testing/keyboard';
import { abortOperations, recordRequests } from '../testing/network';
import { ABORTED, OFFLINE } from '../testing/page-errors';
import { expectToast, pressInDialog } from '../testing/ui';

interface StoredSequence {
  id: string;
  name: string;
  status: string;
  triggerEvent: string;
  messages: { delayMinutes: number; message: string }[];
}

interface Fixtures {
  /** A sequence named Welcome. */
  sequence: { id: string };
  stored: () => Promise<StoredSequence[]>;
  openTab: () => Promise<void>;
  /** Opens the drawer that creates a sequence. Returns it. */
  openDialog: () => Promise<Locator>;
}

const steps: [number, string][] = [
  [1, 'Hi {{firstName}}, thanks for asking {{businessName}}!'],
  [2 * 24 * 60 + 3 * 60, 'Still interested?'],
];

/** The SMS Follow-ups tab. `page` is the administrator's. */
const test = base.extend<Fixtures>({
  page: ({ adminPage }, use) => use(adminPage),
  campaign: async ({ api, client }, use) => {
    const formFields = [
      { label: 'Full Name', type: 'text', id: 'fullName' },
      { label: 'Phone', type: 'tel', id: 'phone' },
      { label: 'Roof type', type: 'select', options: ['Slate', 'Tile'] },
    ];
    await use(await api.createCampaign(client, { name: 'Roofs', formFields }));
  },
  sequence: async ({ api, client, campaign }, use) => use(await api.createSequence(client, campaign, steps)),
  stored: ({ api, client }, use) => use(() => api.get(`/api/clients/${client.id}/sms-sequences`)),
  openTab: ({ page, client }, use) => use(async () => void (await page.goto(`/client/${client.id}?tab=sms`))),
  openDialog: async ({ page, campaign: _, openTab }, use) =>
    use(async () => {
      await openTab();
      await button(page, 'Create sequence').click();
      const dialog = page.getByRole('dialog', { name: 'Create SMS sequence' });
      await expect(dialog.getByLabel('Campaign').locator('option')).toHaveText(['Select a campaign', 'Roofs']);
      return dialog;
    }),
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Shows a step beside the list. */
const choose = (dialog: Locator, n: number) => dialog.getByRole('button', { name: new RegExp(`^Step ${n} `) }).click();
/** Returns a step, which must be chosen. */
const stepOf = (dialog: Locator, n: number) => dialog.getByRole('group', { name: `Step ${n}`, exact: true });
const messageOf = (dialog: Locator, n = 1) => stepOf(dialog, n).getByLabel('Message');
const expectPreview = (dialog: Locator, text: string) =>
  expect(stepOf(dialog, 1).getByRole('group', { name: 'Preview' }).getByText(text, { exact: true })).toBeVisible();
const expectCount = (dialog: Locator, text: string) =>
  expect(stepOf(dialog, 1).getByText(text, { exact: true })).toBeVisible();
const expectDelay = async (dialog: Locator, n: number, delay: [string, string, string]) => {
  for (const [nth, unit] of ['Days', 'Hours', 'Minutes'].entries())
    await expect(stepOf(dialog, n).getByLabel(unit)).toHaveValue(delay[nth]!);
};
const schedule = (page: Page) => page.getByRole('dialog').getByRole('list', { name: 'Message schedule' });
const scheduledMessages = async (page: Page) =>
  (await schedule(page).getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+Send test$/, ''));

test('explains sequences when there are none', async ({ page, openTab }) => {
  await openTab();
  await expect(page.getByText('No SMS sequences yet')).toBeVisible();
  await expect(button(page, 'Process SMS Now')).toBeVisible();
  await expectAccessibleInAllThemes(page);
});

test('starts a new sequence with one step after a minute, which cannot be removed', async ({ openDialog }) => {
  const dialog = await openDialog();
  await expect(dialog.getByLabel('Sequence Name')).toHaveValue('');
  const trigger = dialog.getByLabel('Trigger Event');
  await expect(trigger).toHaveValue('lead_created');
  expect(
    await trigger
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value)),
  ).toEqual(['lead_created', 'lead_contacted']);
  await expectDelay(dialog, 1, ['0', '0', '1']);
  for (const [unit, max] of [
    ['Days', '366'],
    ['Hours', '23'],
    ['Minutes', '59'],
  ] as const) {
    await expect(stepOf(dialog, 1).getByLabel(unit)).toHaveAttribute('min', '0');
    await expect(stepOf(dialog, 1).getByLabel(unit)).toHaveAttribute('max', max);
  }
  await expect(stepOf(dialog, 1).getByRole('button', { name: /^Remove/ })).toHaveCount(0);
  await expectCount(dialog, '0/160 characters · 0 segments');
});

test('shows missing values at their fields without sending a request', async ({ page, openDialog }) => {
  const dialog = await openDialog();
  const requests = recordRequests(page);
  await pressInDialog(page, 'Create sequence');
  await expectToast(page, 'Validation Error', 'Please fill in all required fields');
  for (const message of [
    'Sequence name is required.',
    'Choose one of this client’s campaigns.',
    'Enter a message for every step.',
  ])
    await expect(dialog.getByText(message, { exact: true })).toBeVisible();
  await expectFocusOn(page, 'Sequence Name');
  await expectAccessibleInAllThemes(page);
  await dialog.getByLabel('Sequence Name').fill('Welcome');
  await dialog.getByLabel('Campaign').selectOption('Roofs');
  await messageOf(dialog).fill('  ');
  await stepOf(dialog, 1).getByLabel('Hours').fill('24');
  await pressInDialog(page, 'Create sequence');
  await expectToast(page, 'Validation Error', 'Please fill in all required fields');
  await expect(stepOf(dialog, 1).getByText('Enter 0 to 23', { exact: true })).toBeVisible();
  expect(requests).toEqual([]);
});

test('inserts a merge field at the cursor, and previews the message', async ({ page, client, openDialog }) => {
  const dialog = await openDialog();
  const message = messageOf(dialog);
  await dialog.getByLabel('Campaign').selectOption('Roofs');
  await expect(stepOf(dialog, 1).getByRole('group', { name: 'Merge fields' }).getByRole('button')).toHaveText([
    '{{firstName}}',
    '{{fullName}}',
    '{{businessName}}',
    '{{phone}}',
    '{{rooftype}}',
  ]);
  await message.fill('Hi , it’s us');
  await message.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(3, 3));
  await button(page, 'Insert {{firstName}}').click();
  await expect(message).toHaveValue('Hi {{firstName}}, it’s us');
  await page.keyboard.type('!');
  await expectPreview(dialog, `${client.businessName}: Hi Jane!, it’s us\nReply STOP to stop.`);
  await message.fill('');
  for (const name of ['fullName', 'businessName', 'phone', 'rooftype'])
    await button(page, `Insert {{${name}}}`).click();
  await expectPreview(dialog, `Jane Smith${client.businessName}(555) 555-0123Slate\nReply STOP to stop.`);
  await message.fill('<b>{{nothing}}</b>');
  await expectPreview(dialog, `${client.businessName}: <b></b>\nReply STOP to stop.`);
});

test('counts characters against 160, and segments for plain and special characters', async ({ client, openDialog }) => {
  const dialog = await openDialog();
  // Names the business and explains how to opt out, so that nothing is added.
  const opening = `${client.businessName} here. Text STOP to end. `;
  for (const [letter, length, segments] of [
    ['a', 160, '1 segment'],
    ['a', 161, '2 segments'],
    ['’', 70, '1 segment'],
    ['’', 71, '2 segments'],
  ] as const) {
    await messageOf(dialog).fill(opening.padEnd(length, letter));
    await expectCount(dialog, `${length}/160 characters · ${segments}`);
  }
});

test('shows and counts the text added to a first message without business name or opt-out instructions', async ({
  page,
  client,
  openDialog,
}) => {
  const dialog = await openDialog();
  const added = stepOf(dialog, 1).getByText(
    'A lead’s first message must name the business and explain how to opt out. Missing parts are added automatically.',
  );
  const complete = `${client.businessName}: See you soon\nReply STOP to stop.`;
  await messageOf(dialog).fill('See you soon');
  await expectPreview(dialog, complete);
  const typed = 'See you soon'.length;
  await expectCount(dialog, `${typed}/160 characters + ${complete.length - typed} added automatically · 1 segment`);
  await expect(added).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await messageOf(dialog).fill('{{businessName}} says hi. Text STOP to end.');
  await expectPreview(dialog, `${client.businessName} says hi. Text STOP to end.`);
  await expectCount(dialog, '43/160 characters · 1 segment');
  await expect(added).toHaveCount(0);
});

test('lists costly characters and replaces them with plain ones', async ({ page, client, openDialog }) => {
  const dialog = await openDialog();
  const message = messageOf(dialog);
  const opening = `${client.businessName} here. Text STOP to end. `;
  const costly = stepOf(dialog, 1).getByRole('group', { name: 'Costly characters' });
  await message.fill(opening.padEnd(160, 'a'));
  await expectCount(dialog, '160/160 characters · 1 segment');
  await expect(costly).toHaveCount(0);
  await message.fill('😀' + opening.padEnd(69, 'a'));
  await expectCount(dialog, '71/160 characters · 2 segments');
  await expect(
    costly.getByText('Without these characters, the message would use 1 segment instead of 2:'),
  ).toBeVisible();
  await expect(costly.getByRole('button')).toHaveText(['😀 emoji']);
  await message.fill('It’s “now”, isn’t it? 😀');
  await expect(costly.getByText('With these characters, a segment holds 70 characters instead of 160:')).toBeVisible();
  await expect(costly.getByRole('button')).toHaveText([
    '’ curly apostrophe',
    '“ curly quote',
    '” curly quote',
    '😀 emoji',
    'Use plain characters',
  ]);
  await expectAccessibleInAllThemes(page);
  await button(page, '😀 emoji').click();
  const selected = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
    value.slice(selectionStart, selectionEnd);
  expect([await focusedName(page), await message.evaluate(selected)]).toEqual(['Message', '😀']);
  for (const position of [2, 15, 2]) {
    await button(page, '’ curly apostrophe').click();
    expect(await message.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(position);
  }
  await button(page, 'Use plain characters').click();
  await expect(message).toHaveValue('It\'s "now", isn\'t it? 😀');
  await expect(costly.getByRole('button')).toHaveText(['😀 emoji']);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(message).toHaveValue('It’s “now”, isn’t it? 😀');
});

test('adds a step one day after the last, shows the time of each step, and removes one', async ({
  page,
  openDialog,
}) => {
  const dialog = await openDialog();
  await messageOf(dialog).fill('Hi {{firstName}}, thanks for asking {{businessName}}!');
  await button(page, 'Add step').click();
  await expectDelay(dialog, 2, ['1', '0', '0']);
  await expect(stepOf(dialog, 2).getByLabel('Days')).toBeFocused();
  await stepOf(dialog, 2).getByLabel('Days').fill('2');
  await stepOf(dialog, 2).getByLabel('Hours').fill('3');
  await button(page, 'Add step').click();
  await expectDelay(dialog, 3, ['3', '0', '0']);
  const list = dialog.getByRole('list', { name: 'Steps' });
  for (const [n, time] of [
    [1, '+1 min'],
    [2, '+2 days 3 h 1 min'],
    [3, '+5 days 3 h 1 min'],
  ] as const) {
    await choose(dialog, n);
    await expect(stepOf(dialog, n).getByText(time, { exact: true })).toBeVisible();
    await expect(
      list
        .getByRole('listitem')
        .nth(n - 1)
        .getByText(time, { exact: true }),
    ).toBeVisible();
  }
  await button(page, 'Remove step 3').click();
  await expectFocusOn(page, 'Remove step 2');
  await expect(stepOf(dialog, 3)).toHaveCount(0);
  for (let n = 3; n <= 6; n++) await button(page, 'Add step').click();
  await expect(list.getByRole('listitem')).toHaveCount(6);
  expect(await list.getByRole('listitem').evaluateAll((rows) => rows.map((row) => row.clientHeight))).toEqual(
    Array(6).fill(56),
  );
  await expect(list).toHaveCSS('max-height', '300px');
  expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  await expectAccessibleInAllThemes(page);
});

test('previews a sequence before it is saved, and creates an active one', async ({
  page,
  client,
  stored,
  openDialog,
}) => {
  const dialog = await openDialog();
  const arrival = dialog.getByLabel('Lead arrives');
  await dialog.getByLabel('Sequence Name').fill('Welcome');
  await dialog.getByLabel('Campaign').selectOption('Roofs');
  await messageOf(dialog).fill('Hi {{firstName}}, thanks for asking {{businessName}}!');
  await button(page, 'Add step').click();
  await stepOf(dialog, 2).getByLabel('Days').fill('2');
  await stepOf(dialog, 2).getByLabel('Hours').fill('3');
  await messageOf(dialog, 2).fill('Still interested?');
  await choose(dialog, 1);
  await stepOf(dialog, 1).getByLabel('Minutes').fill('60');
  await choose(dialog, 2);
  await button(page, 'Preview').click();
  await expect(stepOf(dialog, 1).getByLabel('Minutes')).toBeFocused();
  await expect(stepOf(dialog, 1).getByText('Enter 0 to 59', { exact: true })).toBeVisible();
  await stepOf(dialog, 1).getByLabel('Minutes').fill('1');

  await button(page, 'Preview').click();
  await expectFocusOn(page, 'Back to messages');
  await arrival.fill('2026-06-01T12:00');
  // Enter in the time field must not save the sequence.
  await arrival.press('Enter');
  await expect
    .poll(() => scheduledMessages(page))
    .toEqual([
      `Mon, Jun 1, 2026, 12:01 PM EDT\n\nHi Jane, thanks for asking ${client.businessName}!\nReply STOP to stop.\n\n${48 + client.businessName.length} characters · 1 segment`,
      'Wed, Jun 3, 2026, 3:01 PM EDT\n\nStill interested?\n\n17 characters · 1 segment',
    ]);
  await expectAccessibleInAllThemes(page);
  await button(page, 'Back to messages').click();
  await expectFocusOn(page, 'Preview');
  await dialog.getByLabel('Trigger Event').selectOption('lead_contacted');
  await choose(dialog, 2);
  await messageOf(dialog, 2).fill('It’s us 😀');
  await button(page, 'Preview').click();
  await arrival.fill('2026-06-01T12:00');
  await dialog.getByLabel('Lead is marked contacted').fill('2026-06-01T11:00');
  await expect(dialog.getByText('Must not be before the lead arrives', { exact: true })).toBeVisible();
  await dialog.getByLabel('Lead is marked contacted').fill('2026-06-02T09:00');
  await expect
    .poll(async () => (await scheduledMessages(page))[1])
    .toBe(
      'Thu, Jun 4, 2026, 12:01 PM EDT\n\nIt’s us 😀\n\n10 characters · 1 segment · with ’ curly apostrophe, 😀 emoji',
    );
  await button(page, 'Back to messages').click();
  await dialog.getByLabel('Trigger Event').selectOption('lead_created');
  await messageOf(dialog, 2).fill('Still interested?');
  expect(await stored()).toEqual([]);

  await pressInDialog(page, 'Create sequence');
  await expectToast(page, 'SMS sequence created successfully');
  await expect(dialog).toBeHidden();
  await expectFocusOn(page, 'Create sequence');
  const messages = steps.map(([delayMinutes, message]) => ({ delayMinutes, message }));
  expect(await stored()).toMatchObject([{ name: 'Welcome', status: 'active', triggerEvent: 'lead_created', messages }]);
});

const rowsOf = (dialog: Locator) =>
  dialog
    .getByRole('list', { name: 'Steps' })
    .getByRole('button', { name: /^Step / })
    .evaluateAll((rows) => rows.map((row) => row.querySelector('[dir=auto]')!.textContent));

test('moves steps with the mouse and with the keyboard, announces it, and Escape puts a step back', async ({
  page,
  sequence: _,
  stored,
  openTab,
}) => {
  await openTab();
  await button(page, 'Edit Welcome').click();
  const dialog = page.getByRole('dialog', { name: 'Edit SMS sequence' });
  const [first, second] = [steps[0]![1], steps[1]![1]];
  await expect.poll(() => rowsOf(dialog)).toEqual([first, second]);
  const handle = (n: number) => button(page, `Reorder step ${n}`);
  const [from, to] = [(await handle(1).boundingBox())!, (await handle(2).boundingBox())!];
  await page.mouse.move(from.x + 8, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 8, to.y + 30, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => rowsOf(dialog)).toEqual([second, first]);
  // The chosen step stays chosen.
  await expect(messageOf(dialog, 2)).toHaveValue(first);

  await handle(2).focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByText('Picked up the step at position 2 of 2.')).toBeAttached();
  await untilDragTakesKeys(page);
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByText('The step is now at position 1 of 2.')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('The step is back where it was.')).toBeAttached();
  await expect(dialog).toBeVisible();
  expect(await rowsOf(dialog)).toEqual([second, first]);
  await page.keyboard.press('Space');
  await expect(dialog.getByText('Picked up the step at position 2 of 2.')).toBeAttached();
  await untilDragTakesKeys(page);
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByText('The step is now at position 1 of 2.')).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(() => rowsOf(dialog)).toEqual([first, second]);
  await expectFocusOn(page, 'Reorder step 1');

  await button(page, 'Move step 1 down').click();
  await expectFocusOn(page, 'Move step 2 down');
  await button(page, 'Save changes').click();
  await expectToast(page, 'SMS sequence updated successfully');
  expect(await stored()).toMatchObject([{ messages: [{ message: second }, { message: first }] }]);
});

test('is a drawer of 896 px, and on phones a sheet with the steps as an accordion', async ({
  page,
  sequence: _,
  openTab,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openTab();
  await button(page, 'Edit Welcome').click();
  const dialog = page.getByRole('dialog', { name: 'Edit SMS sequence' });
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 384, y: 0, width: 896, height: 900 });
  const list = dialog.getByRole('list', { name: 'Steps' });
  await expect(list.getByRole('group')).toHaveCount(0);
  await messageOf(dialog).fill('Typed in the drawer');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(list.getByRole('listitem').first().getByLabel('Message')).toHaveValue('Typed in the drawer');
  const row = (n: number) => dialog.getByRole('button', { name: new RegExp(`^Step ${n} `) });
  await expect(row(1)).toHaveAttribute('aria-expanded', 'true');
  await row(1).click();
  await expect(list.getByRole('group')).toHaveCount(0);
  await row(2).click();
  await expect(list.getByRole('listitem').nth(1).getByLabel('Message')).toHaveValue('Still interested?');
  await expectAccessibleInAllThemes(page);
  await page.goBack();
  await button(page, 'Keep editing').click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, 'Discard changes').click();
  await expect(dialog).toBeHidden();
  await expectFocusOn(page, 'Edit Welcome');
});

test('lists a sequence with its timeline', async ({ page, sequence: _, openTab }) => {
  await openTab();
  const card = page.getByRole('article', { name: 'Welcome' });
  await expect(card.getByText('Roofs · When a lead arrives', { exact: true })).toBeVisible();
  expect(await card.getByRole('listitem').allInnerTexts()).toEqual([
    '+1 min\n\nHi {{firstName}}, thanks for asking {{businessName}}!',
    '+2 days 3 h 1 min\n\nStill interested?',
  ]);
  await expect(card.getByRole('list', { name: 'Steps' })).toHaveCSS('max-height', '300px');
  await expectAccessibleInAllThemes(page);
});

test('previews how quiet hours and daylight saving time change a saved sequence’s times', async ({
  page,
  sequence: _,
  openTab,
  pageErrors,
}) => {
  pageErrors.expect(ABORTED);
  await openTab();
  await button(page, 'Preview Welcome').click();
  const dialog = page.getByRole('dialog', { name: 'Preview Welcome' });
  await dialog.getByLabel('Lead arrives').fill('2026-10-30T22:00');
  await expect(page.getByText('Fri, Oct 30, 2026, 10:01 PM EDT')).toBeVisible();
  const [first, second] = await scheduledMessages(page);
  expect(first).toContain(
    'Fri, Oct 30, 2026, 10:01 PM EDT\n\nSent during quiet hours because the form was submitted less than an hour before\n\nHi Jane',
  );
  expect(second).toBe(
    'Mon, Nov 2, 2026, 8:00 AM EST\n\nWaits until Mon 8:00 AM because quiet hours apply (9 PM to 8 AM)\n\nThe clocks change before this message\n\nDue Mon, Nov 2, 2026, 12:01 AM EST\n\nStill interested?\n\n17 characters · 1 segment',
  );
  await dialog.getByLabel('Recipient’s area code').fill('+1 (512) 555-0123');
  await expect(dialog.getByText('Quiet hours: Texas', { exact: true })).toBeVisible();
  await expect(
    page.getByText(
      'Waits until Mon 9:00 AM CST because quiet hours in Texas apply (messages only from 9 AM to 9 PM, on Sundays from noon to 9 PM)',
    ),
  ).toBeVisible();
  await expectAccessibleInAllThemes(page);
  const restore = await abortOperations(page, 'SequencePreview');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await button(page, 'Preview Welcome').click();
  await expect(page.getByText('We could not load the preview.')).toBeVisible();
  await restore();
  await button(page, 'Try again').press('Enter');
  await expect(schedule(page)).toBeVisible();
  await expect(dialog.and(page.locator(':focus-within'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expectFocusOn(page, 'Preview Welcome');
});

test('sends a test message to the client’s own phone, which is not counted, and shows the result', async ({
  page,
  api,
  client,
  stack,
  sequence: _,
  openTab,
  pageErrors,
}) => {
  pageErrors.expect(OFFLINE);
  const keys: string[] = [];
  page.on('request', (request) => {
    const { operationName, variables } = (request.postDataJSON() ?? {}) as {
      operationName?: string;
      variables: { input: { key: string } };
    };
    if (operationName === 'SendTestMessage') keys.push(variables.input.key);
  });
  await openTab();
  await button(page, 'Preview Welcome').click();
  const send = button(page, 'Send test of message 1');
  await send.click();
  await expectToast(page, 'Test sent', 'The text message provider accepted it');
  expect(await api.messages(client)).toEqual([]);
  const clients = await api.get<{ id: string; usage: { smsThisMonth: number } }[]>('/api/clients');
  expect(clients.find(({ id }) => id === client.id)).toMatchObject({ usage: { smsThisMonth: 0 } });
  await page.context().setOffline(true);
  await send.press('Enter');
  await expectToast(page, 'Test not sent', 'Try again.');
  await expect(send).toBeFocused();
  await page.context().setOffline(false);
  await send.click();
  await expectToast(page, 'Test sent');
  // A retry has the key of the attempt that failed.
  expect(keys).toEqual([keys[0], keys[1], keys[1]]);
  expect(keys[0]).not.toBe(keys[1]);
  await runSql(stack.dataDir, `UPDATE clients SET notification_phone = 'none' WHERE id = $1`, [client.id]);
  await send.click();
  await expectToast(
    page,
    'Test not sent',
    'The notification phone cannot receive text messages. Change it in the client’s settings.',
  );
});

test('switches a sequence off and on by sending the whole sequence', async ({
  page,
  campaign,
  sequence: _,
  stored,
  openTab,
}) => {
  await openTab();
  const card = page.getByRole('article', { name: 'Welcome' });
  const active = page.getByRole('checkbox', { name: 'Welcome active' });
  await expect(active).toBeChecked();
  const [request] = await Promise.all([
    page.waitForRequest((request) => request.postData()?.includes('"UpdateSequence"') ?? false),
    card.getByText('Active', { exact: true }).click(),
  ]);
  expect((request.postDataJSON() as { variables: object }).variables).toMatchObject({
    input: {
      name: 'Welcome',
      campaignId: campaign.id,
      triggerEvent: 'lead_created',
      status: 'inactive',
      steps: [{}, {}],
    },
  });
  await expect(card.getByText('Inactive', { exact: true })).toBeVisible();
  expect(await stored()).toMatchObject([{ status: 'inactive' }]);
  await active.focus();
  await page.keyboard.press('Space');
  await expect(card.getByText('Active', { exact: true })).toBeVisible();
  expect(await stored()).toMatchObject([{ status: 'active', messages: [{ delayMinutes: 1 }, { delayMinutes: 3060 }] }]);
});

test('shows that a sequence is paused because carriers block it, and resumes it', async ({
  page,
  client,
  stack,
  sequence: _,
  stored,
  openTab,
}) => {
  await runSql(stack.dataDir, 'UPDATE sequences SET paused_at = now() WHERE client_id = $1', [client.id]);
  await openTab();
  const paused = page.getByText('Paused: carriers blocked more than 5%');
  await expect(paused).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await button(page, 'Resume Welcome').click();
  await expect(paused).toBeHidden();
  expect(await stored()).toMatchObject([{ status: 'active', pausedAt: null }]);
});

test('processes due messages, and shows when that fails', async ({
  page,
  api,
  client,
  campaign,
  stack,
  openTab,
  pageErrors,
}) => {
  pageErrors.expect(OFFLINE);
  const process = button(page, 'Process SMS Now');
  await openTab();
  await process.click();
  await expectToast(page, 'SMS Processing Complete', 'No messages were due');

  await api.updateClient(client, { monthlySMSLimit: 0 });
  await api.createSequence(client, campaign, [[0, 'Hello {{firstName}}']]);
  await api.createLead(client, campaign, { fullName: 'Ann Lee', phone: '(415) 555-2703', rooftype: 'Slate' });
  await expect.poll(() => api.messages(client)).toMatchObject([{ status: 'held' }]);
  // As at the start of a month: the limit allows a message, but the held one has not been released yet.
  await runSql(stack.dataDir, 'UPDATE clients SET monthly_sms_limit = 1 WHERE id = $1', [client.id]);
  await process.click();
  await expectToast(page, 'SMS Processing Complete', 'Sent 1 message');
  expect(await api.messages(client)).toMatchObject([{ status: 'sent' }]);
  expect((await api.messages(client))[0]!.body).toContain('Hello Ann');

  await page.reload();
  await expect(page.getByRole('article', { name: 'Welcome' })).toBeVisible();
  await page.context().setOffline(true);
  await process.press('Enter');
  await expectToast(page, 'Error', 'Failed to process SMS messages');
  await expectFocusOn(page, 'Process SMS Now');
});

test('edits a sequence with the keyboard alone', async ({ page, sequence: _, stored, openTab }) => {
  await openTab();
  await expect(page.getByRole('article', { name: 'Welcome' })).toBeVisible();
  await tabTo(page, 'Edit Welcome');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Edit SMS sequence' }).getByLabel('Sequence Name')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Hello again');
  await tabTo(page, 'Insert {{rooftype}}');
  await page.keyboard.press('Enter');
  await page.keyboard.type('?');
  await tabTo(page, 'Save changes');
  await page.keyboard.press('Enter');
  await expectToast(page, 'SMS sequence updated successfully');
  await expect(page.getByRole('article', { name: 'Hello again' })).toBeVisible();
  const message = 'Hi {{firstName}}, thanks for asking {{businessName}}!{{rooftype}}?';
  expect(await stored()).toMatchObject([{ name: 'Hello again', messages: [{ message }, {}] }]);
  await expectFocusOn(page, 'Edit Hello again');
});

test('asks for confirmation before it deletes a sequence', async ({ page, sequence: _, stored, openTab }) => {
  await openTab();
  await button(page, 'Delete Welcome').click();
  const confirmation = page.getByRole('alertdialog', { name: 'Delete Welcome?' });
  await expect(confirmation.getByText(/This action cannot be undone/)).toBeVisible();
  await expectFocusOn(page, 'Cancel');
  await expectAccessibleInAllThemes(page);
  await page.keyboard.press('Escape');
  await expect(confirmation).toBeHidden();
  expect(await stored()).toHaveLength(1);
  await button(page, 'Delete Welcome').click();
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'SMS sequence deleted successfully');
  await expect(page.getByText('No SMS sequences yet')).toBeVisible();
});

test('shows errors for a sequence or campaign that was deleted meanwhile', async ({
  page,
  api,
  campaign,
  sequence,
  openTab,
  openDialog,
}) => {
  await openTab();
  await button(page, 'Edit Welcome').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await api.delete(`/api/sms-sequences/${sequence.id}`);
  await button(page, 'Save changes').click();
  await expectToast(page, 'Error', 'Failed to update SMS sequence');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('article', { name: 'Welcome' }).getByText('Active', { exact: true }).click();
  await expectToast(page, 'Error', 'Failed to update sequence status');
  await button(page, 'Delete Welcome').click();
  await pressInDialog(page, 'Delete');
  await expectToast(page, 'Error', 'Failed to delete SMS sequence');

  await openDialog();
  await dialog.getByLabel('Sequence Name').fill('Late');
  await dialog.getByLabel('Campaign').selectOption('Roofs');
  await messageOf(dialog).fill('Hi');
  await api.deleteCampaign(campaign);
  await pressInDialog(page, 'Create sequence');
  await expectToast(page, 'Error', 'Failed to create SMS sequence');
  await expect(dialog.getByText('Choose one of this client’s campaigns.')).toBeVisible();
  await expect(dialog.getByLabel('Sequence Name')).toHaveValue('Late');
});

test('shows an error when the sequences cannot be loaded, and loads them on retry', async ({
  page,
  sequence: _,
  openTab,
  pageErrors,
}) => {
  pageErrors.expect(ABORTED);
  const restore = await abortOperations(page, 'Sequences');
  await openTab();
  await expect(page.getByText('We could not load the sequences.')).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await restore();
  await button(page, 'Try again').click();
  await expect(page.getByRole('article', { name: 'Welcome' })).toBeVisible();
});
