import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expectEveryLookGood } from './testing/every-look';
import { focusIsOn } from './testing/keyboard';
import { newClient, type NewClient } from './testing/new-client';
import { useStage } from './testing/use-stage';

/** Accounts: passwords, administrators and their invitations, and what was done. Each test goes on where the one before it ended. */
describe('accounts', () => {
  const stage = useStage();
  const sam = { username: `sam-${randomUUID().slice(0, 8)}`, password: 'the password of sam' };
  const changed = 'another password of sam';
  let admin: Page;
  let joined: Page;
  let client: NewClient;
  let link = '';

  beforeAll(async () => {
    ({ page: admin } = await stage.admin());
    ({ page: joined } = await stage.person());
    client = await newClient(admin.context());
  });

  const toast = (page: Page, title: string) =>
    page
      .getByRole('status')
      .filter({ has: page.getByText(title, { exact: true }) })
      .waitFor();
  const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
  const closed = (page: Page) => dialog(page).waitFor({ state: 'detached' });
  const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
  const row = (page: Page, table: string, text: string) =>
    page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });
  const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
  const choose = (page: Page, label: string, option: string) =>
    page.getByRole('combobox', { name: label, exact: true }).selectOption({ label: option });

  describe('of administrators', () => {
    it('are reached from the console, and list who runs the agency', async () => {
      await admin.goto('/admin');
      await admin.getByRole('link', { name: 'Team & security' }).click();
      await admin.waitForURL('**/admin/team');
      await row(admin, 'admins', stage.stack.admin.username).getByText('You', { exact: true }).waitFor();
      expect(await row(admin, 'admins', stage.stack.admin.username).getByRole('button').count()).toBe(0);
      await admin.getByText(`You are signed in as ${stage.stack.admin.username}.`).waitFor();
      await expectEveryLookGood(admin);
    });

    it('invite by a link that is shown once', async () => {
      await admin.getByRole('button', { name: 'Invite admin' }).click();
      link = await admin.getByLabel('Invitation link').inputValue();
      expect(link).toMatch(/\/admin\/join#[\w-]{43}$/);
      await expectEveryLookGood(admin);
      await press(admin, 'Copy link');
      await toast(admin, 'Link copied');
      await press(admin, 'Done');
      await closed(admin);
      await row(admin, 'invitations', stage.stack.admin.username).first().waitFor();
      expect(await admin.content()).not.toContain(link.split('#')[1]);
    });

    it('join by it, once the password will do', async () => {
      await joined.goto(new URL(link).pathname);
      await joined.getByRole('heading', { name: 'This invitation link is incomplete' }).waitFor();
      await joined.goto('about:blank');
      await joined.goto(link.slice(link.indexOf('/admin')));
      await joined.getByRole('heading', { name: 'Join as an admin' }).waitFor();
      await joined.getByRole('button', { name: 'Create account' }).click();
      await joined.getByText('Enter a username').waitFor();
      await joined.getByText('Enter a password').waitFor();
      await expectEveryLookGood(joined);
      const fill = async (username: string, password: string, repeat = password) => {
        await joined.getByLabel('Username').fill(username);
        await joined.getByLabel(/^New password/).fill(password);
        await joined.getByLabel('Confirm new password').fill(repeat);
        await joined.getByRole('button', { name: 'Create account' }).click();
      };
      await fill(sam.username, sam.password, 'a different password');
      await joined.getByText('The passwords do not match').waitFor();
      await fill(sam.username, 'Password2026!');
      await joined.getByText('This password is too common. Choose one that nobody would guess').first().waitFor();
      await fill(stage.stack.admin.username, sam.password);
      await joined.getByText('This username is taken').first().waitFor();
      await fill(sam.username, sam.password);
      await joined.waitForURL('**/admin');
      await joined.getByRole('heading', { name: 'Admin Console' }).waitFor();
      await toast(joined, 'Welcome back!');
    });

    it('change their password after naming the current one', async () => {
      await joined.goto('/admin/team');
      await joined.getByRole('button', { name: 'Change password' }).click();
      await press(joined, 'Change password');
      await dialog(joined).getByText('Enter your current password').waitFor();
      await expectEveryLookGood(joined);
      await dialog(joined)
        .getByLabel(/^New password/)
        .fill(changed);
      await dialog(joined).getByLabel('Confirm new password').fill(changed);
      await dialog(joined).getByLabel('Current password').fill('not the one it is');
      await press(joined, 'Change password');
      await dialog(joined).getByText('This is not your current password').waitFor();
      await focusIsOn(joined, 'Current password');
      await dialog(joined).getByLabel('Current password').fill(sam.password);
      await press(joined, 'Change password');
      await toast(joined, 'Password changed');
      await closed(joined);
      await joined.reload();
      await joined.getByRole('heading', { name: 'Team & security' }).waitFor();
      const again = (password: string) =>
        joined.request.post('/api/auth/login', { data: { username: sam.username, password } });
      expect([(await again(sam.password)).status(), (await again(changed)).status()]).toEqual([401, 200]);
    });

    it('take an invitation back', async () => {
      await admin.getByRole('button', { name: 'Invite admin' }).click();
      await press(admin, 'Done');
      await admin.getByRole('button', { name: 'Revoke invitation' }).first().click();
      await expectEveryLookGood(admin);
      await press(admin, 'Revoke invitation');
      await toast(admin, 'Invitation revoked');
      await closed(admin);
      await admin.getByRole('table', { name: 'invitations' }).waitFor({ state: 'detached' });
    });

    it('remove one another, who is out at once', async () => {
      await admin.reload();
      await admin.getByRole('button', { name: `Remove admin ${sam.username}` }).click();
      await dialog(admin)
        .getByRole('heading', { name: `Remove admin ${sam.username}?` })
        .waitFor();
      await press(admin, 'Remove admin');
      await toast(admin, 'Admin removed');
      await row(admin, 'admins', sam.username).waitFor({ state: 'detached' });
      expect((await joined.request.get('/api/auth/user')).status()).toBe(401);
      await joined.reload();
      await joined.getByRole('heading', { name: 'Admin sign-in required' }).waitFor();
    });
  });

  describe('and what was done', () => {
    it('are listed for the administrators, who find what they look for', async () => {
      await admin.request.put(`/api/clients/${client.id}`, { data: { contactEmail: 'changed@client.example' } });
      await admin.request.post('/api/auth/client/login', {
        data: { username: client.login.username, password: 'a wrong guess' },
        headers: { cookie: '' },
      });
      await tab(admin, 'Activity');
      await choose(admin, 'Client', client.businessName);
      // Others play on the same stack: what is listed now is this client's alone.
      const rows = admin.getByRole('table', { name: 'audit log' }).locator('tbody').getByRole('row');
      await rows.filter({ hasNotText: client.businessName }).first().waitFor({ state: 'detached' });
      await row(admin, 'audit log', 'Failed sign-in').getByText('Failed', { exact: true }).first().waitFor();
      await expectEveryLookGood(admin);
      await choose(admin, 'Outcome', 'Succeeded');
      await row(admin, 'audit log', 'Failed sign-in').first().waitFor({ state: 'detached' });
      await choose(admin, 'Performed by', 'Dashboard link');
      await admin.getByText('No activity matches these filters.').waitFor();
      await choose(admin, 'Performed by', stage.stack.admin.username);
      await row(admin, 'audit log', 'Changed the client’s settings').first().waitFor();
    });

    it('are shown to the client as far as they are about it', async () => {
      const { page } = await stage.client(client);
      await tab(page, 'Settings');
      await row(page, 'activity', 'Changed the client’s settings')
        .getByText('Agency', { exact: true })
        .first()
        .waitFor();
      await row(page, 'activity', 'Failed sign-in').getByText('Unknown visitor', { exact: true }).first().waitFor();
      expect(await page.getByRole('table', { name: 'activity' }).innerText()).not.toContain(stage.stack.admin.username);
      await expectEveryLookGood(page);

      await page.getByRole('button', { name: 'Change password' }).click();
      await dialog(page).getByLabel('Current password').fill(client.login.password);
      await dialog(page)
        .getByLabel(/^New password/)
        .fill('the client chose this');
      await dialog(page).getByLabel('Confirm new password').fill('the client chose this');
      await press(page, 'Change password');
      await toast(page, 'Password changed');
      await closed(page);
      await row(page, 'activity', 'Changed the password').getByText('Client', { exact: true }).waitFor();
      await page.reload();
      await page.getByRole('heading', { level: 1, name: client.businessName }).waitFor();
    });
  });

  describe('whose session has ended', () => {
    it('sign in over what they typed, and go on with it', async () => {
      const { page, context } = await stage.admin();
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
      await press(page, 'Save changes');
      const again = page.getByRole('dialog', { name: 'Your session has expired' });
      await again.waitFor();
      await expectEveryLookGood(page);
      await again.getByLabel('Username').fill(stage.stack.admin.username);
      await again.getByLabel('Password').fill(stage.stack.admin.password);
      await again.getByRole('button', { name: 'Sign In' }).click();
      await again.waitFor({ state: 'detached' });
      expect(await dialog(page).getByLabel('Contact Email').inputValue()).toBe('typed@before.example');
      await press(page, 'Save changes');
      await toast(page, 'Client updated successfully');
      await closed(page);
    });

    it('may leave it for the sign-in screen', async () => {
      const { page, context } = await stage.admin();
      await page.goto('/admin/team');
      await page.getByRole('button', { name: 'Invite admin' }).waitFor();
      await context.request.post('/api/auth/logout');
      await page.getByRole('button', { name: 'Invite admin' }).click();
      await page.getByRole('dialog', { name: 'Your session has expired' }).waitFor();
      await press(page, 'Cancel');
      await page.waitForURL('**/admin/login');
    });
  });

  it('made no page complain, and asked nothing of another site', () => {
    expect(stage.watch.complaints).toEqual([]);
  });
});
