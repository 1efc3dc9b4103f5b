import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expectAccessibleInAllThemes } from './testing/all-themes';
import { expectFocusOn } from './testing/keyboard';
import { createClient, type CreatedClient } from './testing/create-client';
import { useHarness } from './testing/harness';

/**
 * Passwords, administrators, invitations and the activity log. Tests run in order, and each continues where the
 * previous one ended.
 */
describe('accounts', () => {
  const harness = useHarness();
  const sam = { username: `sam-${randomUUID().slice(0, 8)}`, password: 'the password of sam' };
  const changedPassword = 'another password of sam';
  let admin: Page;
  let joined: Page;
  let client: CreatedClient;
  let link = '';

  beforeAll(async () => {
    ({ page: admin } = await harness.admin());
    ({ page: joined } = await harness.openSession());
    client = await createClient(admin.context());
  });

  const toast = (page: Page, title: string) =>
    page
      .getByRole('status')
      .filter({ has: page.getByText(title, { exact: true }) })
      .waitFor();
  const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' });
  const pressInDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
  const row = (page: Page, table: string, text: string) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });
  const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
  const choose = (page: Page, label: string, option: string) =>
    page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });

  describe('administrators', () => {
    it('the team page opens from the console and lists the administrators', async () => {
      await admin.goto('/admin');
      await admin.getByRole('link', { name: 'Team & security' }).click();
      await admin.waitForURL('**/admin/team');
      await row(admin, 'admins', harness.stack.admin.username).getByText('You', { exact: true }).waitFor();
      expect(await row(admin, 'admins', harness.stack.admin.username).getByRole('button').count()).toBe(0);
      await admin.getByText(`You are signed in as ${harness.stack.admin.username}.`).waitFor();
      await expectAccessibleInAllThemes(admin);
    });

    it('an administrator creates an invitation link that is shown once', async () => {
      await admin.getByRole('button', { name: 'Invite admin' }).click();
      link = await admin.getByLabel('Invitation link').inputValue();
      expect(link).toMatch(/\/admin\/join#[\w-]{43}$/);
      await expectAccessibleInAllThemes(admin);
      await pressInDialog(admin, 'Copy link');
      await toast(admin, 'Link copied');
      await pressInDialog(admin, 'Done');
      await closed(admin);
      await row(admin, 'invitations', harness.stack.admin.username).first().waitFor();
      expect(await admin.content()).not.toContain(link.split('#')[1]);
    });

    it('an invited person joins with the link after choosing a valid password', async () => {
      await joined.goto(new URL(link).pathname);
      await joined.getByRole('heading', { name: 'This invitation link is incomplete' }).waitFor();
      await joined.goto('about:blank');
      await joined.goto(link.slice(link.indexOf('/admin')));
      await joined.getByRole('heading', { name: 'Join as an admin' }).waitFor();
      await joined.getByRole('button', { name: 'Create account' }).click();
      await joined.getByText('Enter a username').waitFor();
      await joined.getByText('Enter a password').waitFor();
      await expectAccessibleInAllThemes(joined);
      const fill = async (username: string, password: string, repeat = password) => {
        await joined.getByLabel('Username').fill(username);
        await joined.getByLabel(/^New password/).fill(password);
        await joined.getByLabel('Confirm new password').fill(repeat);
        await joined.getByRole('button', { name: 'Create account' }).click();
      };
      await fill(sam.username, sam.password, 'a different password');
      await joined.getByText('The passwords do not match').waitFor();
      await fill(sam.username, 'Password2026!');
      await joined.getByText('This password is too common. Choose one that nobody would guess.').first().waitFor();
      await fill(harness.stack.admin.username, sam.password);
      await joined.getByText('This username is taken. Choose another one.').first().waitFor();
      await fill(sam.username, sam.password);
      await joined.waitForURL('**/admin');
      await joined.getByRole('heading', { name: 'Admin Console' }).waitFor();
      await toast(joined, 'Welcome back!');
    });

    it('an administrator changes the password after entering the current one', async () => {
      await joined.goto('/admin/team');
      await joined.getByRole('button', { name: 'Change password' }).click();
      await pressInDialog(joined, 'Change password');
      await dialog(joined).getByText('Enter your current password').waitFor();
      await expectAccessibleInAllThemes(joined);
      await dialog(joined)
        .getByLabel(/^New password/)
        .fill(changedPassword);
      await dialog(joined).getByLabel('Confirm new password').fill(changedPassword);
      await dialog(joined).getByLabel('Current password').fill('not the one it is');
      await pressInDialog(joined, 'Change password');
      await dialog(joined).getByText('This is not your current password.').waitFor();
      await expectFocusOn(joined, 'Current password');
      await dialog(joined).getByLabel('Current password').fill(sam.password);
      await pressInDialog(joined, 'Change password');
      await toast(joined, 'Password changed');
      await closed(joined);
      await joined.reload();
      await joined.getByRole('heading', { name: 'Team & security' }).waitFor();
      const again = (password: string) =>
        joined.request.post('/api/auth/login', { data: { username: sam.username, password } });
      expect([(await again(sam.password)).status(), (await again(changedPassword)).status()]).toEqual([401, 200]);
    });

    it('an administrator revokes an invitation', async () => {
      await admin.getByRole('button', { name: 'Invite admin' }).click();
      await pressInDialog(admin, 'Done');
      await admin.getByRole('button', { name: 'Revoke invitation' }).first().click();
      await expectAccessibleInAllThemes(admin);
      await pressInDialog(admin, 'Revoke invitation');
      await toast(admin, 'Invitation revoked');
      await closed(admin);
      await admin.getByRole('table', { name: 'invitations' }).waitFor({ state: 'detached' });
    });

    it('an administrator removes another, who is signed out immediately', async () => {
      await admin.reload();
      await admin.getByRole('button', { name: `Remove admin ${sam.username}` }).click();
      await dialog(admin)
        .getByRole('heading', { name: `Remove admin ${sam.username}?` })
        .waitFor();
      await pressInDialog(admin, 'Remove admin');
      await toast(admin, 'Admin removed');
      await row(admin, 'admins', sam.username).waitFor({ state: 'detached' });
      expect((await joined.request.get('/api/auth/user')).status()).toBe(401);
      await joined.reload();
      await joined.getByRole('heading', { name: 'Admin sign-in required' }).waitFor();
    });
  });

  describe('the activity log', () => {
    it('administrators filter the log by client, outcome and actor', async () => {
      await admin.request.put(`/api/clients/${client.id}`, { data: { contactEmail: 'changed@client.example' } });
      await admin.request.post('/api/auth/client/login', {
        data: { username: client.login.username, password: 'a wrong guess' },
        headers: { cookie: '' },
      });
      await tab(admin, 'Activity');
      await choose(admin, 'Client', client.businessName);
      // Other specs use the same stack, so wait until only this client's entries are listed.
      const rows = admin.getByRole('table', { name: 'audit log' }).locator('tbody').getByRole('row');
      await rows.filter({ hasNotText: client.businessName }).first().waitFor({ state: 'detached' });
      await row(admin, 'audit log', 'Failed sign-in').getByText('Failed', { exact: true }).first().waitFor();
      await expectAccessibleInAllThemes(admin);
      await choose(admin, 'Outcome', 'Succeeded');
      await row(admin, 'audit log', 'Failed sign-in').first().waitFor({ state: 'detached' });
      await choose(admin, 'Performed by', 'Dashboard link');
      await admin.getByText('No activity matches these filters.').waitFor();
      await choose(admin, 'Performed by', harness.stack.admin.username);
      await row(admin, 'audit log', 'Changed the client’s settings').first().waitFor();
    });

    it('a client sees the entries about its own account', async () => {
      const { page } = await harness.client(client);
      await tab(page, 'Settings');
      await row(page, 'activity', 'Changed the client’s settings')
        .getByText('Agency', { exact: true })
        .first()
        .waitFor();
      await row(page, 'activity', 'Failed sign-in').getByText('Unknown visitor', { exact: true }).first().waitFor();
      expect(await page.getByRole('table', { name: 'activity' }).innerText()).not.toContain(
        harness.stack.admin.username,
      );
      await expectAccessibleInAllThemes(page);

      await page.getByRole('button', { name: 'Change password' }).click();
      await dialog(page).getByLabel('Current password').fill(client.login.password);
      await dialog(page)
        .getByLabel(/^New password/)
        .fill('the client chose this');
      await dialog(page).getByLabel('Confirm new password').fill('the client chose this');
      await pressInDialog(page, 'Change password');
      await toast(page, 'Password changed');
      await closed(page);
      await row(page, 'activity', 'Changed the password').getByText('Client', { exact: true }).waitFor();
      await page.reload();
      await page.getByRole('heading', { level: 1, name: client.businessName }).waitFor();
    });
  });

  describe('an expired session', () => {
    it('a user signs in again without losing unsaved input', async () => {
      const { page, context } = await harness.admin();
      await page.goto('/admin');
      await page
        .getByRole('searchbox', { name: 'Filter clients' })
        .or(page.getByRole('button', { name: `Edit ${client.businessName}` }))
        .first()
        .waitFor();
      if (await page.getByRole('searchbox', { name: 'Filter clients' }).isVisible())
        await page.getByRole('searchbox', { name: 'Filter clients' }).fill(client.businessName);
      await page.getByRole('button', { name: `Edit ${client.businessName}` }).click();
      await dialog(page).getByLabel('Contact Email').fill('typed@before.example');
      await context.request.post('/api/auth/logout');
      await pressInDialog(page, 'Save changes');
      const again = page.getByRole('dialog', { name: 'Your session has expired' });
      await again.waitFor();
      await expectAccessibleInAllThemes(page);
      await again.getByLabel('Username').fill(harness.stack.admin.username);
      await again.getByLabel('Password').fill(harness.stack.admin.password);
      await again.getByRole('button', { name: 'Sign In' }).click();
      await again.waitFor({ state: 'detached' });
      expect(await dialog(page).getByLabel('Contact Email').inputValue()).toBe('typed@before.example');
      await pressInDialog(page, 'Save changes');
      await toast(page, 'Client updated successfully');
      await closed(page);
    });

    it('a user can cancel and go to the sign-in screen', async () => {
      const { page, context } = await harness.admin();
      await page.goto('/admin/team');
      await page.getByRole('button', { name: 'Invite admin' }).waitFor();
      await context.request.post('/api/auth/logout');
      await page.getByRole('button', { name: 'Invite admin' }).click();
      await page.getByRole('dialog', { name: 'Your session has expired' }).waitFor();
      await pressInDialog(page, 'Cancel');
      await page.waitForURL('**/admin/login');
    });
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
