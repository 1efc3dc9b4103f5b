import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { dialogOf, expectToast, pressInDialog } from '../testing/ui';

const PASSWORD = 'a password for the tests of members';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const rows = (page: Page, text: string) =>
  page.getByRole('table', { name: 'members' }).getByRole('row').filter({ hasText: text });
const signIn = async (page: Page, username: string, password = PASSWORD) => {
  await page.goto('/client/login');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign In');
};

test('a client adds staff, who work with leads under their own name and see nothing to build', async ({
  clientPage: page,
  client,
  campaign,
  api,
  openPage,
}) => {
  const username = `leo-${randomUUID().slice(0, 8)}`;
  await api.createLead(client, campaign, { fullName: 'Ann Lee' });
  await page.goto(`/client/dashboard/${client.id}?tab=settings`);
  await expect(page.getByText('No members yet')).toBeVisible();
  await press(page, 'Add member');
  const form = dialogOf(page);
  await expectAccessibleInAllThemes(page);
  await form.getByLabel('Display name').fill('Leo Park');
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Password').fill(PASSWORD);
  await pressInDialog(page, 'Add member');
  await expectToast(page, 'Member added');
  await expect(rows(page, 'Leo Park').getByText('Staff')).toBeVisible();
  await expectAccessibleInAllThemes(page);

  const leo = await openPage();
  await signIn(leo, username);
  await leo.waitForURL(`**/client/dashboard/${client.id}`);
  await expect(leo.getByRole('tab', { name: 'Leads' })).toBeVisible();
  await expect(leo.getByText('Leo Park', { exact: true })).toBeVisible();
  await leo.goto(`/client/dashboard/${client.id}?tab=campaigns`);
  await expect(leo.getByText(campaign.name)).toBeVisible();
  await expect(leo.getByRole('link', { name: 'New campaign' })).toHaveCount(0);
  await leo.goto(`/client/dashboard/${client.id}/campaign/${campaign.id}`);
  await leo.waitForURL(`**/client/dashboard/${client.id}?tab=campaigns`);
  await leo.goto(`/client/dashboard/${client.id}?tab=settings`);
  await expect(leo.getByText(`You are signed in as ${username}.`)).toBeVisible();
  for (const name of ['Team', 'API keys', 'Privacy'])
    await expect(leo.getByRole('heading', { name, exact: true })).toHaveCount(0);
  await leo.goto(`/client/dashboard/${client.id}?tab=leads`);
  await press(leo, 'View Ann Lee');
  await leo.getByLabel('New note').fill('Called back');
  await press(leo, 'Add note');
  await expect(leo.getByText('Called back')).toBeVisible();

  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  await press(page, 'View Ann Lee');
  await expect(dialogOf(page).getByRole('list', { name: 'Notes' }).getByRole('listitem')).toContainText('Leo Park');
});

test('the agency gives a member the role owner and a new password, and removes another one', async ({
  adminPage: page,
  client,
  api,
  openPage,
}) => {
  const [maya, leo] = await Promise.all(
    ['Maya Torres', 'Leo Park'].map(async (name) => {
      const username = `${name.slice(0, 3)}-${randomUUID().slice(0, 8)}`;
      const input = { name, username, role: 'staff', password: PASSWORD };
      await api.graphql(
        'mutation ($id: ID!, $input: CreateMemberInput!) { createMember(clientId: $id, input: $input) { id } }',
        { id: client.id, input },
      );
      return { name, username };
    }),
  );
  const mayaPage = await openPage();
  await signIn(mayaPage, maya!.username);
  await mayaPage.waitForURL(`**/client/dashboard/${client.id}`);
  await page.goto(`/client/${client.id}?tab=settings`);
  await press(page, 'Edit member Maya Torres');
  await dialogOf(page).getByLabel('Role').selectOption({ label: 'Owner' });
  await dialogOf(page).getByLabel('New password').fill('another password for maya');
  await pressInDialog(page, 'Save member');
  await expectToast(page, 'Member updated');
  await expect(rows(page, 'Maya Torres').getByText('Owner')).toBeVisible();
  expect((await mayaPage.request.get(`/api/clients/${client.id}`)).status()).toBe(401);
  await press(page, 'Remove member Leo Park');
  await expectAccessibleInAllThemes(page);
  await pressInDialog(page, 'Remove member');
  await expectToast(page, 'Member removed');
  await expect(rows(page, 'Leo Park')).toHaveCount(0);

  const leoPage = await openPage();
  await leoPage.goto('/client/login');
  const refused = await leoPage.request.post('/api/auth/client/login', {
    data: { username: leo!.username, password: PASSWORD },
  });
  expect(refused.status()).toBe(401);
  await signIn(leoPage, maya!.username, 'another password for maya');
  await leoPage.waitForURL(`**/client/dashboard/${client.id}`);
  await leoPage.goto(`/client/dashboard/${client.id}?tab=settings`);
  await expect(rows(leoPage, 'Maya Torres').getByText('You', { exact: true })).toBeVisible();
});
