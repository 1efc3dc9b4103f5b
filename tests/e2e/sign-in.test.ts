import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { waitForNoRequests } from './testing/browser';
import { expectAccessibleInAllThemes } from './testing/all-themes';
import { expectFocusOn, tabTo } from './testing/keyboard';
import { createClient, type CreatedClient } from './testing/create-client';
import { recordRequests } from './testing/network';
import { useHarness } from './testing/harness';

const OFFLINE = 'console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED';

/** Signing in and out as an administrator and as a client. */
describe('signing in and out', () => {
  const harness = useHarness();
  let page: Page;
  let admin: Page;
  let client: CreatedClient;

  beforeAll(async () => {
    ({ page } = await harness.openSession());
    ({ page: admin } = await harness.admin());
    client = await createClient(admin.context());
  });

  const toast = async (title: string, description: string) => {
    const shown = page.getByRole('status').filter({ has: page.getByText(title, { exact: true }) });
    await shown.getByText(description, { exact: true }).waitFor();
  };
  const closeToast = async () => {
    await page.getByRole('status').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Close' }).waitFor({ state: 'detached' });
  };
  const username = () => page.getByLabel('Username');
  const password = () => page.getByLabel('Password');
  const submit = () => page.locator('button[type=submit]');
  const signIn = async (credentials: { username: string; password: string }) => {
    await username().fill(credentials.username);
    await password().fill(credentials.password);
    await submit().click();
  };
  const expectSignInForm = async () => {
    expect(await username().getAttribute('placeholder')).toBe('Enter username');
    expect(await password().getAttribute('placeholder')).toBe('Enter password');
    expect(await password().getAttribute('type')).toBe('password');
    expect([await username().getAttribute('required'), await password().getAttribute('required')]).toEqual(['', '']);
    expect(await submit().innerText()).toBe('Sign In');
  };
  /** Submits every combination of missing fields; a username of spaces counts as missing. */
  const rejectsMissingFields = async (title: string) => {
    const requests = recordRequests(page);
    for (const [name, secret] of [
      ['', ''],
      ['someone', ''],
      ['', 'a password'],
      ['   ', 'a password'],
    ] as const) {
      await signIn({ username: name, password: secret });
      await toast(title, 'Please enter both username and password');
      await closeToast();
    }
    expect(requests).toEqual([]);
  };
  /** Delays the request to check the button's pending state. */
  const showsPendingState = async (credentials: { username: string; password: string }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const hold = async (route: Route) => {
      await held;
      await route.continue();
    };
    await page.route('**/graphql', hold, { times: 1 });
    await signIn(credentials);
    const busy = page.getByRole('button', { name: 'Signing In...', exact: true });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    release();
  };

  describe('as an administrator', () => {
    it('shows the product’s sign-in card', async () => {
      await page.goto('/admin/login');
      await page.getByRole('heading', { name: 'Dripline', exact: true }).waitFor();
      await page.getByText('Master Admin Portal', { exact: true }).waitFor();
      expect(await page.locator('main svg').count()).toBeGreaterThan(0);
      await expectSignInForm();
      await expectAccessibleInAllThemes(page);
    });

    it('requires both fields without sending a request', () => rejectsMissingFields('Missing Fields'));

    it('shows that signing in failed and allows another attempt', async () => {
      await showsPendingState({ username: `nobody-${randomUUID()}`, password: 'wrong' });
      await toast('Login Failed', 'Invalid username or password');
      expect(await submit().isEnabled()).toBe(true);
      expect(page.url()).toMatch(/\/admin\/login$/);
    });

    it('shows the same error when the server is unreachable', async () => {
      await closeToast();
      await page.context().setOffline(true);
      await submit().press('Enter');
      await toast('Login Failed', 'Invalid username or password');
      await expectFocusOn(page, 'Sign In');
      await page.context().setOffline(false);
      expect(harness.errorLog.pageErrors.splice(0)).toEqual([OFFLINE]);
    });

    it('opens the console, with the keyboard alone', async () => {
      await page.reload();
      await username().waitFor();
      await tabTo(page, 'Username');
      await page.keyboard.type(harness.stack.admin.username);
      await tabTo(page, 'Password');
      await page.keyboard.type(harness.stack.admin.password);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin');
      await toast('Welcome back!', 'You have successfully logged in to Dripline.');
      await page.getByRole('heading', { name: 'Admin Console' }).waitFor();
      await waitForNoRequests(page);
    });

    it('stays signed in when logging out fails', async () => {
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Logout' }).click();
      await toast('Error', 'Failed to logout. Please try again.');
      await page.context().setOffline(false);
      await page.reload();
      await page.getByRole('heading', { name: 'Admin Console' }).waitFor();
      await waitForNoRequests(page);
      expect(harness.errorLog.pageErrors.splice(0)).toEqual([OFFLINE]);
    });

    it('logs out', async () => {
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.waitForURL('**/admin/login');
      await toast('Logged Out', 'You have been signed out.');
      await page.goto('/admin');
      await page.getByRole('heading', { name: 'Admin sign-in required' }).waitFor();
    });
  });

  describe('as a client', () => {
    it('shows the sign-in card with a link to the admin login', async () => {
      await page.goto('/client/login');
      await page.getByRole('heading', { name: 'Client Login' }).waitFor();
      await expectSignInForm();
      await expectAccessibleInAllThemes(page);
      await page.getByRole('link', { name: 'Admin login' }).click();
      await page.waitForURL('**/admin/login');
      await page.goBack();
      await page.getByRole('heading', { name: 'Client Login' }).waitFor();
    });

    it('requires both fields without sending a request', () => rejectsMissingFields('Missing information'));

    it('shows the server’s message, or that the credentials are invalid', async () => {
      await showsPendingState({ username: client.login.username, password: 'wrong' });
      await toast('Login failed', 'Invalid credentials');
      await closeToast();
      await page.context().setOffline(true);
      await submit().click();
      await toast('Login failed', 'Invalid credentials');
      await page.context().setOffline(false);
      expect(harness.errorLog.pageErrors.splice(0)).toEqual([OFFLINE]);
      await closeToast();

      const inactiveClient = await createClient(admin.context());
      await admin.request.put(`/api/clients/${inactiveClient.id}`, { data: { status: 'inactive' } });
      await signIn(inactiveClient.login);
      await toast('Login failed', 'This account is inactive. Ask your agency to activate it.');
      await closeToast();

      const clientWithoutLogin = await createClient(admin.context());
      await admin.request.put(`/api/clients/${clientWithoutLogin.id}`, { data: { authEnabled: false } });
      await signIn(clientWithoutLogin.login);
      await toast('Login failed', 'Invalid credentials');
      await closeToast();
    });

    it('blocks repeated failed attempts', async () => {
      const attackedClient = await createClient(admin.context());
      const guess = { username: attackedClient.login.username, password: 'a wrong guess' };
      for (let attempt = 0; attempt < 5; attempt += 1) {
        expect((await page.request.post('/api/auth/client/login', { data: guess })).status()).toBe(401);
      }
      await signIn(attackedClient.login);
      await toast('Login failed', 'Too many attempts. Please wait and try again.');
      await closeToast();
    });

    it('welcomes the business on its dashboard, with the keyboard alone', async () => {
      await page.reload();
      await username().waitFor();
      await tabTo(page, 'Username');
      await page.keyboard.type(`  ${client.login.username.toUpperCase()} `);
      await tabTo(page, 'Password');
      await page.keyboard.type(client.login.password);
      await tabTo(page, 'Sign In');
      await page.keyboard.press('Enter');
      await page.waitForURL(`**/client/dashboard/${client.id}`);
      await toast('Login successful', `Welcome back, ${client.businessName}!`);
      await waitForNoRequests(page);
    });

    it('stays signed in when logging out fails, and then logs out', async () => {
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Logout' }).click();
      await toast('Error', 'Failed to logout. Please try again.');
      await page.context().setOffline(false);
      expect(harness.errorLog.pageErrors.splice(0)).toEqual([OFFLINE]);
      expect(await page.evaluate(() => sessionStorage.getItem('clientUser'))).not.toBeNull();
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.waitForURL('**/client/login');
      await toast('Logged Out', 'You have been signed out.');
      expect(await page.evaluate(() => sessionStorage.getItem('clientUser'))).toBeNull();
      expect((await page.request.get(`/api/clients/${client.id}`)).status()).toBe(401);
    });
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
