import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { expectAccessibleInAllThemes } from './testing/axe';
import { runSql } from './testing/database';
import { expectToast, factsOf, openConsole, pressInDialog } from './testing/ui';

const dialogOf = (page: Page) => page.getByRole('dialog');
const fieldOf = (page: Page, name: string) => dialogOf(page).getByRole('textbox', { name, exact: true });

test('the console sets, corrects and removes a client’s sender, which its settings show', async ({
  adminPage: page,
  clientPage,
  stack,
  api,
  client,
}) => {
  const service = `MG${randomUUID().replaceAll('-', '')}`;
  const number = `+1628${String(Math.floor(Math.random() * 9_000_000) + 1_000_000)}`;
  const other = await api.createClient();
  await runSql(stack.dataDir, 'INSERT INTO senders (client_id, from_number) VALUES ($1, $2)', [other.id, number]);
  const edit = async () => {
    await openConsole(page, client.businessName);
    await page.getByRole('button', { name: `Edit ${client.businessName}` }).click();
  };
  const choose = (kind: string) =>
    dialogOf(page).getByRole('combobox', { name: 'Send messages with' }).selectOption(kind);
  const save = async () => {
    await pressInDialog(page, 'Save changes');
    await expect(dialogOf(page)).toBeHidden();
    await expectToast(page, 'Client updated successfully');
  };
  const senderRows = async () => {
    await clientPage.goto(`/client/dashboard/${client.id}?tab=settings`);
    await expect(clientPage.getByRole('heading', { name: 'Settings' })).toBeVisible();
    return (await factsOf(clientPage.locator('dl').first())).filter(([label]) =>
      /sender|10DLC|per second/i.test(String(label)),
    );
  };

  await edit();
  await choose('Its own phone number');
  await fieldOf(page, 'Sender number').fill('(415) 555-0177');
  await dialogOf(page).getByRole('spinbutton', { name: 'Messages per second' }).fill('0');
  await pressInDialog(page, 'Save changes');
  await expect(dialogOf(page).getByText('Enter a number such as +14155550100')).toBeVisible();
  await expect(dialogOf(page).getByText('Enter a number from 0.01 to 100')).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await dialogOf(page).getByRole('spinbutton', { name: 'Messages per second' }).fill('2.5');
  await fieldOf(page, 'Sender number').fill(number);
  await pressInDialog(page, 'Save changes');
  await expect(dialogOf(page).getByText('Another client uses this phone number.')).toBeVisible();
  await choose('Its own Messaging Service');
  await fieldOf(page, 'Messaging Service SID').fill(service);
  await fieldOf(page, '10DLC brand ID').fill('BABC123');
  await fieldOf(page, '10DLC campaign ID').fill('CXYZ789');
  await save();
  await expect.poll(senderRows).toEqual([
    ['Text message sender', `Messaging Service ${service}`],
    ['10DLC registration', 'BABC123 (brand), CXYZ789 (campaign)'],
    ['Messages per second', '2.5'],
  ]);

  await runSql(
    stack.dataDir,
    `UPDATE senders SET rejected_code = 'twilio_30034', rejected_at = now() WHERE client_id = $1`,
    [client.id],
  );
  await openConsole(page, client.businessName);
  await expect(page.getByRole('table', { name: 'clients' }).getByText('Sender rejected')).toBeVisible();
  expect(await senderRows()).toContainEqual([
    'Sender rejected',
    'Rejected by the provider. Messages wait until the agency corrects it.',
  ]);
  await page.getByRole('button', { name: `Edit ${client.businessName}` }).click();
  await expect(dialogOf(page).getByText(/Twilio rejects this sender \(error 30034\)/)).toBeVisible();
  await save();
  await expect(page.getByText('Sender rejected')).toBeHidden();

  await edit();
  await choose('The sender that clients share');
  await save();
  await expect.poll(senderRows).toEqual([['Text message sender', 'The agency’s shared sender']]);
});
