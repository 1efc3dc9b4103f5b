import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { quiet } from './testing/browser';
import { expectEveryLookGood } from './testing/every-look';
import { focusIsOn, tabTo } from './testing/keyboard';
import { newClient, type NewClient } from './testing/new-client';
import { recordRequests } from './testing/network';
import { useStage } from './testing/use-stage';

const OFFLINE = 'console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED';

/** Both sign-ins and both ways out. */
describe('signing in and out', () => {
  const stage = useStage();
  let page: Page;
  let admin: Page;
  let client: NewClient;

  beforeAll(async () => {
    ({ page } = await stage.person());
    ({ page: admin } = await stage.admin());
    client = await newClient(admin.context());
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
  const looksLikeTheForm = async () => {
    expect(await username().getAttribute('placeholder')).toBe('Enter username');
    expect(await password().getAttribute('placeholder')).toBe('Enter password');
    expect(await password().getAttribute('type')).toBe('password');
    expect([await username().getAttribute('required'), await password().getAttribute('required')]).toEqual(['', '']);
    expect(await submit().innerText()).toBe('Sign In');
  };
  /** Every way to leave something out; a name of spaces is none. */
  const refusesGaps = async (title: string) => {
    const requests = recordRequests(page);
    for (const [name, word] of [
      ['', ''],
      ['someone', ''],
      ['', 'a password'],
      ['   ', 'a password'],
    ] as const) {
      await signIn({ username: name, password: word });
      await toast(title, 'Please enter both username and password');
      await closeToast();
    }
    expect(requests).toEqual([]);
  };
  /** Holds the request on its way, so that what shows meanwhile can be seen. */
  const showsThatItIsBusy = async (credentials: { username: string; password: string }) => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const hold = async (route: Route) => {
      await held;
      await route.continue();
    };
    await page.route('**/graphql', hold, { times: 1 });
    await signIn(credentials);
    const busy = page.getByRole('button', { name: 'Signing In...', exact: true });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    goOn();
  };

  describe('as the administrator', () => {
    it('shows the product’s card', async () => {
      await page.goto('/admin/login');
      await page.getByRole('heading', { name: 'Dripline', exact: true }).waitFor();
      await page.getByText('Master Admin Portal', { exact: true }).waitFor();
      expect(await page.locator('main svg').count()).toBeGreaterThan(0);
      await looksLikeTheForm();
      await expectEveryLookGood(page);
    });

    it('asks for both fields before it asks the server', () => refusesGaps('Missing Fields'));

    it('says that it failed, and lets one try again', async () => {
      await showsThatItIsBusy({ username: `nobody-${randomUUID()}`, password: 'wrong' });
      await toast('Login Failed', 'Invalid username or password');
      expect(await submit().isEnabled()).toBe(true);
      expect(page.url()).toMatch(/\/admin\/login$/);
    });

    it('says the same when the server cannot be asked', async () => {
      await closeToast();
      await page.context().setOffline(true);
      await submit().press('Enter');
      await toast('Login Failed', 'Invalid username or password');
      await focusIsOn(page, 'Sign In');
      await page.context().setOffline(false);
      expect(stage.watch.complaints.splice(0)).toEqual([OFFLINE]);
    });

    it('goes to the console, by the keyboard alone', async () => {
      await page.reload();
      await username().waitFor();
      await tabTo(page, 'Username');
      await page.keyboard.type(stage.stack.admin.username);
      await tabTo(page, 'Password');
      await page.keyboard.type(stage.stack.admin.password);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin');
      await toast('Welcome back!', 'You have successfully logged in to Dripline.');
      await page.getByRole('heading', { name: 'Admin Console' }).waitFor();
      await quiet(page);
    });

    it('stays signed in where logging out fails', async () => {
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Logout' }).click();
      await toast('Error', 'Failed to logout. Please try again.');
      await page.context().setOffline(false);
      await page.reload();
      await page.getByRole('heading', { name: 'Admin Console' }).waitFor();
      await quiet(page);
      expect(stage.watch.complaints.splice(0)).toEqual([OFFLINE]);
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
    it('shows the card, with the way to the admin login', async () => {
      await page.goto('/client/login');
      await page.getByRole('heading', { name: 'Client Login' }).waitFor();
      await looksLikeTheForm();
      await expectEveryLookGood(page);
      await page.getByRole('link', { name: 'Admin login' }).click();
      await page.waitForURL('**/admin/login');
      await page.goBack();
      await page.getByRole('heading', { name: 'Client Login' }).waitFor();
    });

    it('asks for both fields before it asks the server', () => refusesGaps('Missing information'));

    it('says what the server says, or that the credentials are invalid', async () => {
      await showsThatItIsBusy({ username: client.login.username, password: 'wrong' });
      await toast('Login failed', 'Invalid credentials');
      await closeToast();
      await page.context().setOffline(true);
      await submit().click();
      await toast('Login failed', 'Invalid credentials');
      await page.context().setOffline(false);
      expect(stage.watch.complaints.splice(0)).toEqual([OFFLINE]);
      await closeToast();

      const asleep = await newClient(admin.context());
      await admin.request.put(`/api/clients/${asleep.id}`, { data: { status: 'inactive' } });
      await signIn(asleep.login);
      await toast('Login failed', 'This account is inactive');
      await closeToast();

      const closed = await newClient(admin.context());
      await admin.request.put(`/api/clients/${closed.id}`, { data: { authEnabled: false } });
      await signIn(closed.login);
      await toast('Login failed', 'Invalid credentials');
      await closeToast();
    });

    it('holds off whoever guesses', async () => {
      const guessed = await newClient(admin.context());
      const guess = { username: guessed.login.username, password: 'a wrong guess' };
      for (let attempt = 0; attempt < 5; attempt += 1) {
        expect((await page.request.post('/api/auth/client/login', { data: guess })).status()).toBe(401);
      }
      await signIn(guessed.login);
      await toast('Login failed', 'Too many attempts. Please wait and try again.');
      await closeToast();
    });

    it('welcomes the business on its dashboard, by the keyboard alone', async () => {
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
      await quiet(page);
    });

    it('stays signed in where logging out fails, and then logs out', async () => {
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Logout' }).click();
      await toast('Error', 'Failed to logout. Please try again.');
      await page.context().setOffline(false);
      expect(stage.watch.complaints.splice(0)).toEqual([OFFLINE]);
      expect(await page.evaluate(() => sessionStorage.getItem('clientUser'))).not.toBeNull();
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.waitForURL('**/client/login');
      await toast('Logged Out', 'You have been signed out.');
      expect(await page.evaluate(() => sessionStorage.getItem('clientUser'))).toBeNull();
      expect((await page.request.get(`/api/clients/${client.id}`)).status()).toBe(401);
    });
  });

  it('made no page complain, and asked nothing of another site', () => {
    expect(stage.watch.complaints).toEqual([]);
  });
});
