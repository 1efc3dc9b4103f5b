import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { expectAccessibleInAllThemes } from './testing/axe';
import { expectFocusOn, tabTo } from './testing/keyboard';
import { recordRequests, untilIdle } from './testing/network';
import { OFFLINE } from './testing/page-errors';
import { expectToast } from './testing/ui';

const closeToast = async (page: Page) => {
  const close = page.getByRole('status').getByRole('button', { name: 'Close' });
  await close.click();
  await expect(close).toBeHidden();
};
const submit = (page: Page) => page.locator('button[type=submit]');
const signIn = async (page: Page, { username, password }: { username: string; password: string }) => {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await submit(page).click();
};
const signInByKeyboard = async (page: Page, { username, password }: { username: string; password: string }) => {
  await tabTo(page, 'Username');
  await page.keyboard.type(username);
  await tabTo(page, 'Password');
  await page.keyboard.type(password);
};
const expectSignInForm = async (page: Page) => {
  for (const [label, placeholder] of [
    ['Username', 'Enter username'],
    ['Password', 'Enter password'],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveAttribute('placeholder', placeholder);
    await expect(page.getByLabel(label)).toHaveAttribute('required', '');
  }
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password');
  await expect(submit(page)).toHaveText('Sign In');
  await expectAccessibleInAllThemes(page);
};
const logOut = (page: Page) => page.getByRole('button', { name: 'Logout' }).click();
const logOutOffline = async (page: Page) => {
  await page.context().setOffline(true);
  await logOut(page);
  await expectToast(page, 'Error', 'Failed to logout. Please try again.');
  await page.context().setOffline(false);
};

for (const { path, missing, failed, message } of [
  {
    path: '/admin/login',
    missing: 'Missing Fields',
    failed: 'Login Failed',
    message: 'Invalid username or password',
  },
  { path: '/client/login', missing: 'Missing information', failed: 'Login failed', message: 'Invalid credentials' },
]) {
  test(`${path} requires both fields without sending a request`, async ({ page }) => {
    await page.goto(path);
    const requests = recordRequests(page);
    // A username of spaces counts as missing.
    for (const [username, password] of [
      ['', ''],
      ['someone', ''],
      ['', 'a password'],
      ['   ', 'a password'],
    ] as const) {
      await signIn(page, { username, password });
      await expectToast(page, missing, 'Please enter both username and password');
      await closeToast(page);
    }
    expect(requests.filter((name) => name.startsWith('SignIn'))).toEqual([]);
  });

  test(`${path} shows that signing in failed, also when the server is unreachable, and allows another attempt`, async ({
    page,
    pageErrors,
  }) => {
    pageErrors.expect(OFFLINE);
    await page.goto(path);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('SignIn')) await held;
      await route.continue();
    });
    await signIn(page, { username: `nobody-${randomUUID()}`, password: 'wrong' });
    await expect(page.getByRole('button', { name: 'Signing In...', exact: true })).toBeDisabled();
    release();
    await expectToast(page, failed, message);
    await expect(submit(page)).toBeEnabled();
    expect(new URL(page.url()).pathname).toBe(path);
    await closeToast(page);
    await page.context().setOffline(true);
    await submit(page).press('Enter');
    await expectToast(page, failed, message);
    await expectFocusOn(page, 'Sign In');
  });
}

test('shows the product’s sign-in card', { tag: '@touch' }, async ({ page }) => {
  await page.goto('/admin/login');
  await expect(page.getByRole('heading', { name: 'Dripline', exact: true })).toBeVisible();
  await expect(page.getByText('Master Admin Portal', { exact: true })).toBeVisible();
  await expect(page.locator('main svg').first()).toBeVisible();
  await expect(page.getByText(/^Forgot your password\? Ask another administrator/)).toBeVisible();
  await expectSignInForm(page);
});

test('opens the console, with the keyboard alone', async ({ page, stack }) => {
  await page.goto('/admin/login');
  await expect(page.getByLabel('Username')).toBeVisible();
  await signInByKeyboard(page, stack.admin);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin');
  await expectToast(page, 'Welcome back!', 'You have successfully logged in to Dripline.');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});

test('an administrator stays signed in when logging out fails, and then logs out', async ({
  adminPage: page,
  pageErrors,
}) => {
  pageErrors.expect(OFFLINE);
  await untilIdle(page, () => page.goto('/admin'));
  await logOutOffline(page);
  await untilIdle(page, () => page.reload());
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await logOut(page);
  await page.waitForURL(/\/admin\/login/);
  await expectToast(page, 'Logged Out', 'You have been signed out.');
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Admin sign-in required' })).toBeVisible();
});

test('shows the client’s sign-in card with a link to the admin login', { tag: '@touch' }, async ({ page }) => {
  await page.goto('/client/login');
  await expect(page.getByRole('heading', { name: 'Client Login' })).toBeVisible();
  await expect(page.getByText(/^Forgot your password\? Ask your agency/)).toBeVisible();
  await expectSignInForm(page);
  await page.getByRole('link', { name: 'Admin login' }).click();
  await page.waitForURL(/\/admin\/login/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Client Login' })).toBeVisible();
});

test('shows a client the server’s message, or that the credentials are invalid', async ({ page, api }) => {
  await page.goto('/client/login');
  const expectRejected = async (login: { username: string; password: string }, message: string) => {
    await signIn(page, login);
    await expectToast(page, 'Login failed', message);
    await closeToast(page);
  };
  const inactive = await api.createClient();
  await api.updateClient(inactive, { status: 'inactive' });
  await expectRejected(inactive.login, 'This account is inactive. Ask your agency to activate it.');

  const withoutLogin = await api.createClient();
  await api.updateClient(withoutLogin, { authEnabled: false });
  await expectRejected(withoutLogin.login, 'Invalid credentials');

  const { login } = await api.createClient();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const guess = { username: login.username, password: 'a wrong guess' };
    expect((await page.request.post('/api/auth/client/login', { data: guess })).status()).toBe(401);
  }
  await expectRejected(login, 'Too many attempts. Please wait and try again.');
});

test('welcomes the business on its dashboard, with the keyboard alone', async ({ page, client }) => {
  await page.goto('/client/login');
  await expect(page.getByLabel('Username')).toBeVisible();
  await signInByKeyboard(page, { ...client.login, username: `  ${client.login.username.toUpperCase()} ` });
  await tabTo(page, 'Sign In');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/client/dashboard/${client.id}`);
  await expectToast(page, 'Login successful', `Welcome back, ${client.businessName}!`);
});

test('a client stays signed in when logging out fails, and then logs out', async ({
  clientPage: page,
  client,
  pageErrors,
}) => {
  pageErrors.expect(OFFLINE);
  const stored = () => page.evaluate(() => sessionStorage.getItem('clientUser'));
  await untilIdle(page, () => page.goto(`/client/dashboard/${client.id}`));
  await logOutOffline(page);
  expect(await stored()).not.toBeNull();
  await logOut(page);
  await page.waitForURL(/\/client\/login/);
  await expectToast(page, 'Logged Out', 'You have been signed out.');
  expect(await stored()).toBeNull();
  expect((await page.request.get(`/api/clients/${client.id}`)).status()).toBe(401);
});
