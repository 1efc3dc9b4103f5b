import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test as base } from './fixtures';
import type { Api, CreatedClient } from './testing/api';
import { expectAccessibleInAllThemes } from './testing/axe';
import { expectFocusOn } from './testing/keyboard';
import { untilIdle } from './testing/network';
import { dialogOf, expectToast, openConsole, pressInDialog } from './testing/ui';

interface Fixtures {
  /** The login of another administrator, who may exist or not. */
  sam: { username: string; password: string };
  /** A page that is signed in as Sam, who joined by an invitation. */
  samPage: Page;
}

/** Passwords, administrators, invitations and the activity log. */
const test = base.extend<Fixtures>({
  sam: ({ baseURL: _ }, use) =>
    use({ username: `sam-${randomUUID().slice(0, 8)}`, password: 'a password for the tests of sam' }),
  samPage: async ({ api, openPage, sam }, use) => {
    const page = await openPage();
    const token = (await createInvitation(api)).link.split('#')[1];
    await page.request.post('/api/admin/invitations/accept', { data: { token, ...sam } });
    await use(page);
  },
});

const createInvitation = (api: Api) => api.post<{ id: string; link: string }>('/api/admin/invitations');
const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });
const choose = (page: Page, label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** Makes the administrator change the client's settings, and a visitor fail to sign in as the client. */
const recordActivity = async (api: Api, client: CreatedClient, visitor: Page) => {
  await api.updateClient(client, { contactEmail: 'changed@client.example' });
  const guess = { username: client.login.username, password: 'a wrong guess' };
  await visitor.request.post('/api/auth/client/login', { data: guess });
};
const changePassword = async (page: Page, current: string, password: string) => {
  const dialog = dialogOf(page);
  await dialog.getByLabel(/^New password/).fill(password);
  await dialog.getByLabel('Confirm new password').fill(password);
  await dialog.getByLabel('Current password').fill(current);
  await pressInDialog(page, 'Change password');
};

test('the team page opens from the console and lists the administrators', async ({ adminPage: page, stack }) => {
  const { username } = stack.admin;
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Team & Security' }).click();
  await page.waitForURL('**/admin/team');
  const row = rowOf(page, 'admins', username);
  await expect(row.getByText('You', { exact: true })).toBeVisible();
  // The time is a button, too.
  await expect(row.getByRole('button', { name: username })).toHaveCount(0);
  await expect(page.getByText(`You are signed in as ${username}.`)).toBeVisible();
  await expectAccessibleInAllThemes(page);
});

test('an administrator creates an invitation link that is shown once, and a person joins with it', async ({
  adminPage: page,
  page: joined,
  sam,
  stack,
}) => {
  await page.goto('/admin/team');
  await press(page, 'Invite admin');
  const link = await page.getByLabel('Invitation link').inputValue();
  expect(link).toMatch(/\/admin\/join#[\w-]{43}$/);
  await expectAccessibleInAllThemes(page);
  await pressInDialog(page, 'Copy link');
  await expectToast(page, 'Link copied');
  await pressInDialog(page, 'Done');
  await expect(dialogOf(page)).toBeHidden();
  await expect(rowOf(page, 'invitations', stack.admin.username).first()).toBeVisible();
  expect(await page.content()).not.toContain(link.split('#')[1]);

  await joined.goto('/admin/join');
  await expect(joined.getByRole('heading', { name: 'This invitation link is incomplete' })).toBeVisible();
  await joined.goto('about:blank');
  await joined.goto(link);
  await expect(joined.getByRole('heading', { name: 'Join as an admin' })).toBeVisible();
  await press(joined, 'Create account');
  await expect(joined.getByText('Enter a username')).toBeVisible();
  await expect(joined.getByText('Enter a password')).toBeVisible();
  await expectAccessibleInAllThemes(joined);
  for (const [username, password, repeated, problem] of [
    [sam.username, sam.password, 'a different password', 'The passwords do not match'],
    [
      sam.username,
      'Password2026!',
      'Password2026!',
      'This password is too common. Choose one that nobody would guess.',
    ],
    [stack.admin.username, sam.password, sam.password, 'This username is taken. Choose another one.'],
    [sam.username, sam.password, sam.password, undefined],
  ] as const) {
    await joined.getByLabel('Username').fill(username);
    await joined.getByLabel(/^New password/).fill(password);
    await joined.getByLabel('Confirm new password').fill(repeated);
    await press(joined, 'Create account');
    if (problem) await expect(joined.getByText(problem).first()).toBeVisible();
  }
  await joined.waitForURL('**/admin');
  await expect(joined.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expectToast(joined, 'Welcome back!');
});

test('an administrator changes the password after entering the current one', async ({ samPage: page, sam }) => {
  const changed = 'another password of sam';
  await page.goto('/admin/team');
  await press(page, 'Change password');
  await pressInDialog(page, 'Change password');
  await expect(dialogOf(page).getByText('Enter your current password')).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await changePassword(page, 'not the one it is', changed);
  await expect(dialogOf(page).getByText('This is not your current password.')).toBeVisible();
  await expectFocusOn(page, 'Current password');
  await changePassword(page, sam.password, changed);
  await expectToast(page, 'Password changed');
  await expect(dialogOf(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Admins' })).toBeVisible();
  const signIn = async (password: string) =>
    (await page.request.post('/api/auth/login', { data: { ...sam, password } })).status();
  expect([await signIn(sam.password), await signIn(changed)]).toEqual([401, 200]);
});

test('an administrator revokes an invitation', async ({ samPage: page, sam, api: _ }) => {
  await page.request.post('/api/admin/invitations');
  await page.goto('/admin/team');
  const row = rowOf(page, 'invitations', sam.username);
  await row.getByRole('button', { name: 'Revoke invitation' }).click();
  await expectAccessibleInAllThemes(page);
  await pressInDialog(page, 'Revoke invitation');
  await expectToast(page, 'Invitation revoked');
  await expect(dialogOf(page)).toBeHidden();
  await expect(row).toHaveCount(0);
});

test('an administrator removes another, who is signed out immediately', async ({ adminPage: page, samPage, sam }) => {
  await page.goto('/admin/team');
  await press(page, `Remove admin ${sam.username}`);
  await expect(dialogOf(page).getByRole('heading', { name: `Remove admin ${sam.username}?` })).toBeVisible();
  await pressInDialog(page, 'Remove admin');
  await expectToast(page, 'Admin removed');
  await expect(rowOf(page, 'admins', sam.username)).toHaveCount(0);
  expect((await samPage.request.get('/api/auth/user')).status()).toBe(401);
  await samPage.goto('/admin');
  await expect(samPage.getByRole('heading', { name: 'Admin sign-in required' })).toBeVisible();
});

test('administrators filter the activity log by client, outcome and actor', async ({
  adminPage: page,
  page: visitor,
  api,
  client,
  stack,
}) => {
  await recordActivity(api, client, visitor);
  await page.goto('/admin/team');
  await page.getByRole('tab', { name: 'Activity', exact: true }).click();
  await choose(page, 'Client', client.businessName);
  // Other tests use the same stack, so wait until only this client's entries are listed.
  const rows = page.getByRole('table', { name: 'audit log' }).locator('tbody').getByRole('row');
  await expect(rows.filter({ hasNotText: client.businessName })).toHaveCount(0);
  const failed = rows.filter({ hasText: 'Failed sign-in' });
  await expect(failed.getByText('Failed', { exact: true })).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await choose(page, 'Outcome', 'Succeeded');
  await expect(failed).toHaveCount(0);
  await choose(page, 'Performed by', 'Dashboard link');
  await expect(page.getByText('No activity matches these filters.')).toBeVisible();
  await choose(page, 'Performed by', stack.admin.username);
  await expect(rows.filter({ hasText: 'Changed the client’s settings' })).toBeVisible();
});

test('a client sees the entries about its own account, and changes its password', async ({
  clientPage: page,
  page: visitor,
  api,
  client,
  stack,
}) => {
  await recordActivity(api, client, visitor);
  await page.goto(`/client/dashboard/${client.id}?tab=settings`);
  const expectEntry = (action: string, actor: string) =>
    expect(rowOf(page, 'activity', action).getByText(actor, { exact: true })).toBeVisible();
  await expectEntry('Changed the client’s settings', 'Agency');
  await expectEntry('Failed sign-in', 'Unknown visitor');
  await expect(page.getByRole('table', { name: 'activity' })).not.toContainText(stack.admin.username);
  await expectAccessibleInAllThemes(page);

  await press(page, 'Change password');
  await changePassword(page, client.login.password, 'the client chose this');
  await expectToast(page, 'Password changed');
  await expect(dialogOf(page)).toBeHidden();
  await expectEntry('Changed the password', 'Client');
  await page.reload();
  await expect(page.getByRole('banner').getByText(client.businessName)).toBeVisible();
});

test('a user whose session expired signs in again without losing unsaved input', async ({
  adminPage: page,
  client,
  stack,
}) => {
  await openConsole(page, client.businessName);
  await press(page, `Edit ${client.businessName}`);
  const email = dialogOf(page).getByLabel('Contact Email');
  await email.fill('typed@before.example');
  await page.request.post('/api/auth/logout');
  await pressInDialog(page, 'Save changes');
  const expired = page.getByRole('dialog', { name: 'Your session has expired' });
  await expect(expired).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await expired.getByLabel('Username').fill(stack.admin.username);
  await expired.getByLabel('Password').fill(stack.admin.password);
  await expired.getByRole('button', { name: 'Sign In' }).click();
  await expect(expired).toBeHidden();
  await expect(email).toHaveValue('typed@before.example');
  await pressInDialog(page, 'Save changes');
  await expectToast(page, 'Client updated successfully');
  await expect(dialogOf(page)).toBeHidden();
});

test('a user whose session expired can cancel and go to the sign-in screen', async ({ adminPage: page }) => {
  // A request that is still under way would find the session expired first.
  await untilIdle(page, () => page.goto('/admin/team'));
  await page.request.post('/api/auth/logout');
  await press(page, 'Invite admin');
  await expect(page.getByRole('dialog', { name: 'Your session has expired' })).toBeVisible();
  await pressInDialog(page, 'Cancel');
  await page.waitForURL(/\/admin\/login/);
});
