import { createHmac, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { addAuthenticator } from './testing/authenticator';
import { expectAccessibleInAllThemes } from './testing/axe';
import { runSql } from './testing/database';
import { untilIdle } from './testing/network';
import { dialogOf, downloadBy, expectToast, pressInDialog } from './testing/ui';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** A page that is still loading would report that its requests are refused. */
const logOut = (page: Page) => press(page, 'Logout');

const signIn = async (page: Page, { username, password }: { username: string; password: string }) => {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign In');
};

/** Returns the current code of an authenticator app with this key (RFC 6238). */
function codeOf(secret: string): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits
    .join('')
    .match(/.{8}/g)!
    .map((byte) => parseInt(byte, 2));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac('sha1', Buffer.from(bytes)).update(step).digest();
  const number = hash.readUInt32BE(hash[19]! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Returns the recovery codes of the open dialog and closes it. */
async function saveRecoveryCodes(page: Page): Promise<string[]> {
  await expect(dialogOf(page).getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible();
  const codes = await dialogOf(page).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await pressInDialog(page, 'I have saved them');
  await expect(dialogOf(page)).toBeHidden();
  return codes;
}

test(
  'a client adds a passkey, signs in with it alone, and after the password',
  { tag: '@touch' },
  async ({ clientPage: page, client }) => {
    await addAuthenticator(page);
    await page.goto(`/client/dashboard/${client.id}?tab=settings`);
    await press(page, 'Add passkey');
    await pressInDialog(page, 'Add passkey');
    await expect(dialogOf(page).getByText('Enter a passkey name')).toBeVisible();
    await expectAccessibleInAllThemes(page);
    await dialogOf(page).getByLabel('Passkey name').fill('Work laptop');
    await pressInDialog(page, 'Add passkey');
    await expectToast(page, 'Passkey added');
    await saveRecoveryCodes(page);
    await expect(page.getByRole('button', { name: 'Remove passkey Work laptop' })).toBeVisible();
    await expect(page.getByText('10 of 10 codes are unused.')).toBeVisible();
    await expectAccessibleInAllThemes(page);

    await logOut(page);
    await page.waitForURL(/\/client\/login/);
    await untilIdle(page, () => press(page, 'Use a passkey'));
    await page.waitForURL(`**/client/dashboard/${client.id}`);
    await expectToast(page, 'Login successful', `Welcome back, ${client.businessName}!`);

    await logOut(page);
    await page.waitForURL(/\/client\/login/);
    await signIn(page, client.login);
    await expect(page.getByRole('heading', { name: 'Confirm your sign-in' })).toBeVisible();
    await expectAccessibleInAllThemes(page);
    await press(page, 'Use a passkey');
    await page.waitForURL(`**/client/dashboard/${client.id}`);

    await page.goto(`/client/dashboard/${client.id}?tab=settings`);
    await press(page, 'Remove passkey Work laptop');
    await pressInDialog(page, 'Remove passkey');
    await expectToast(page, 'Passkey removed');
    await expect(page.getByText('You have no passkey yet.')).toBeVisible();
  },
);

test('an administrator sets up an authenticator app and signs in with a recovery code, which works once', async ({
  page,
  api,
}) => {
  const sam = { username: `sam-${randomUUID().slice(0, 8)}`, password: 'a password for the tests of sam' };
  const { link } = await api.post<{ link: string }>('/api/admin/invitations');
  await page.request.post('/api/admin/invitations/accept', { data: { token: link.split('#')[1], ...sam } });
  await page.goto('/admin/team?tab=security');
  await press(page, 'Set up app');
  await expect(dialogOf(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessibleInAllThemes(page);
  const secret = await dialogOf(page).getByRole('textbox', { name: 'Key', exact: true }).textContent();
  const code = dialogOf(page).getByLabel('Code from the app');
  await code.fill('12345');
  await pressInDialog(page, 'Confirm');
  await expect(dialogOf(page).getByText('Enter the six digits that the app shows')).toBeVisible();
  await code.fill(codeOf(secret!));
  await pressInDialog(page, 'Confirm');
  const [recoveryCode = '', nextCode = ''] = await saveRecoveryCodes(page);

  await untilIdle(page, () => page.goto('/admin'));
  await logOut(page);
  await page.waitForURL(/\/admin\/login/);
  await signIn(page, sam);
  await page.getByLabel('Code').fill(recoveryCode);
  await untilIdle(page, () => press(page, 'Continue'));
  await expectToast(page, 'Welcome back!');
  await logOut(page);
  await page.waitForURL(/\/admin\/login/);
  await signIn(page, sam);
  await page.getByLabel('Code').fill(recoveryCode);
  await press(page, 'Continue');
  await expectToast(page, 'Login failed', 'This code is wrong or was used before.');
  await page.getByLabel('Code').fill(nextCode);
  await press(page, 'Continue');
  await page.waitForURL('**/admin');
});

test('a user sees the sessions of the account and signs out another one', async ({
  clientPage: page,
  client,
  openPage,
}) => {
  const other = await openPage();
  await other.request.post('/api/auth/client/login', { data: client.login });
  await page.goto(`/client/dashboard/${client.id}?tab=settings`);
  const sessions = page.getByRole('table', { name: 'sessions' }).locator('tbody').getByRole('row');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1);
  await sessions.getByRole('button', { name: /^Sign out / }).click();
  await expectToast(page, 'Session signed out');
  await expect(sessions).toHaveCount(1);
  expect((await other.request.get(`/api/clients/${client.id}`)).status()).toBe(401);
  expect((await page.request.get(`/api/clients/${client.id}`)).status()).toBe(200);
});

test('a sensitive action asks a user who signed in long ago to sign in again, and then continues', async ({
  clientPage: page,
  client,
  stack,
}) => {
  const ageSessions = () =>
    runSql(stack.dataDir, `UPDATE sessions SET created_at = now() - interval '16 minutes' WHERE client_id = $1`, [
      client.id,
    ]);
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await ageSessions();
  await page.goto(`/client/dashboard/${client.id}?tab=settings`);
  await press(page, 'Set up app');
  await expectAccessibleInAllThemes(page);
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(confirm).toBeHidden();
  await expectToast(page, 'Error', 'Sign in again to continue.');
  await press(page, 'Set up app');
  await confirm.getByLabel('Username').fill(client.login.username);
  await confirm.getByLabel('Password').fill(client.login.password);
  await confirm.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Set up app' })).toBeVisible();
  await pressInDialog(page, 'Cancel');

  await ageSessions();
  expect((await page.request.get(`/api/clients/${client.id}/leads.csv`)).status()).toBe(403);
  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  await page.getByRole('link', { name: 'Export' }).click();
  await confirm.getByLabel('Username').fill(client.login.username);
  await confirm.getByLabel('Password').fill(client.login.password);
  const download = await downloadBy(page, () => confirm.getByRole('button', { name: 'Sign In', exact: true }).click());
  expect(download.suggestedFilename()).toBe('leads.csv');
});

test('an administrator resets the second factor of a client', async ({ adminPage: page, client }) => {
  await page.goto('/admin?tab=clients');
  await page.getByRole('button', { name: `Reset second factor of ${client.businessName}` }).click();
  await expect(dialogOf(page).getByText('First make sure that the request comes')).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await pressInDialog(page, 'Reset');
  await expectToast(page, 'Second factor reset');
});
