import { randomUUID } from 'node:crypto';
import { expect, test } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { downloadBy, expectToast, textOf } from '../testing/ui';

const PASSWORD = 'a password for the tests of owners';

test('a team shares leads: in the drawer, as a selection, and all that match, with undo', async ({
  api,
  client,
  campaign,
  openPage,
}) => {
  const username = `leo-${randomUUID().slice(0, 8)}`;
  for (const [name, login] of [
    ['Leo Park', username],
    ['Maya Torres', `maya-${randomUUID().slice(0, 8)}`],
  ])
    await api.graphql(
      'mutation ($clientId: ID!, $input: CreateMemberInput!) { createMember(clientId: $clientId, input: $input) { id } }',
      { clientId: client.id, input: { name, username: login, password: PASSWORD, role: 'staff' } },
    );
  for (const fullName of ['Lead 1', 'Lead 2', 'Lead 3']) await api.createLead(client, campaign, { fullName });

  const page = await openPage();
  await page.goto('/client/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(`**/client/dashboard/${client.id}`);
  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  const row = (name: string) => page.locator('[data-row]').filter({ hasText: name });
  await expect(row('Lead 1')).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Owner' })).toBeHidden();

  await page.getByRole('button', { name: 'Lead 1', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Lead 1' });
  await drawer.getByRole('button', { name: 'Assign to me' }).click();
  await expect(drawer.getByRole('combobox', { name: 'Owner' }).locator('option:checked')).toHaveText('Leo Park');
  await expect(drawer.getByRole('button', { name: 'Assign to me' })).toBeHidden();
  await expect(row('Lead 1')).toContainText('Leo Park');
  await expectAccessibleInAllThemes(page);
  await page.keyboard.press('Escape');

  const bar = page.getByRole('region', { name: 'Selected leads' });
  const setOwner = async (name: string) => {
    await bar.getByRole('button', { name: 'Set owner' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await page.getByRole('checkbox', { name: 'Select Lead 2' }).click();
  await expectAccessibleInAllThemes(page);
  await setOwner('Maya Torres');
  await expectToast(page, 'Lead updated successfully');
  await expect(row('Lead 2')).toContainText('Maya Torres');
  await bar.getByRole('button', { name: 'Clear' }).click();

  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  const filters = page.getByRole('dialog', { name: 'Filters' });
  await filters.getByRole('combobox', { name: 'Owner' }).selectOption({ label: 'Maya Torres' });
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  const file = await textOf(await downloadBy(page, () => page.getByRole('link', { name: /Export/ }).click()));
  expect(file.trim().split('\n')).toHaveLength(2);
  expect(file).toContain('"Maya Torres"');
  await page.getByRole('button', { name: 'Remove the filter Owner: Maya Torres' }).click();
  await expect(page.locator('[data-row]')).toHaveCount(3);

  // The undo gives each lead the owner that it had.
  await api.graphql(
    'mutation ($clientId: ID!) { startLeadJob(clientId: $clientId, filter: {}, action: { removeOwner: true }) { id } }',
    { clientId: client.id },
  );
  await page.reload();
  const job = page.getByRole('group', { name: 'Change of many leads' });
  await expect(job).toContainText('Owner of 2 leads changed');
  await expect(page.getByRole('columnheader', { name: 'Owner' })).toBeHidden();
  await job.getByRole('button', { name: 'Undo change' }).click();
  await expect(job.filter({ hasText: 'Change of 2 leads undone' })).toBeVisible();
  await expect(row('Lead 1')).toContainText('Leo Park');
  await expect(row('Lead 2')).toContainText('Maya Torres');

  await page.goto(`/client/dashboard/${client.id}?tab=leads&view=board`);
  await expect(page.locator('[data-row]').filter({ hasText: 'Lead 2' })).toContainText('Maya Torres');
  await expectAccessibleInAllThemes(page);
});
