import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { untilIdle } from './testing/network';
import { expectCard } from './testing/ui';

const signIn = async (page: Page, path: string, { username, password }: { username: string; password: string }) => {
  await page.goto(path);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};
const storedId = (page: Page) =>
  page.evaluate(() => (JSON.parse(sessionStorage.getItem('clientUser') ?? 'null') as { id: string } | null)?.id);
const logOut = (page: Page) => page.getByRole('button', { name: 'Logout' }).click();
const recent = (page: Page) => page.getByRole('region', { name: 'Recent Activity' });

/** Signs an administrator and a client in, each in a tab of one browser. Both open the client's dashboard. */
async function signInBoth(
  adminTab: Page,
  admin: { username: string; password: string },
  client: { id: string; login: { username: string; password: string } },
): Promise<Page> {
  await signIn(adminTab, '/admin/login', admin);
  await adminTab.waitForURL('**/admin');
  const clientTab = await adminTab.context().newPage();
  await signIn(clientTab, '/client/login', client.login);
  await clientTab.waitForURL(`**/client/dashboard/${client.id}`);
  await adminTab.goto(`/client/${client.id}`);
  for (const tab of [adminTab, clientTab]) await expectCard(tab, 'Total Leads', '0');
  return clientTab;
}

test('an administrator logs out in one tab, and the client of the other tab goes on, with live updates', async ({
  page: adminTab,
  stack,
  api,
  client,
  campaign,
}) => {
  const clientTab = await signInBoth(adminTab, stack.admin, client);
  expect([await storedId(adminTab), await storedId(clientTab)]).toEqual([undefined, client.id]);
  await untilIdle(adminTab, () => adminTab.getByRole('link', { name: 'Back to Admin' }).click());
  await logOut(adminTab);
  await adminTab.waitForURL('**/admin/login');
  await api.createLead(client, campaign, { fullName: 'Ann Lee' });
  await expectCard(clientTab, 'Total Leads', '1');
  await expect(recent(clientTab).getByText('Ann Lee')).toBeVisible();
  expect(await storedId(clientTab)).toBe(client.id);
  await clientTab.reload();
  await expectCard(clientTab, 'Total Leads', '1');
  await adminTab.goto('/admin');
  await expect(adminTab.getByRole('heading', { name: 'Admin sign-in required' })).toBeVisible();
  await signIn(adminTab, '/admin/login', stack.admin);
  await adminTab.waitForURL('**/admin');
  await clientTab.getByRole('tab', { name: 'Settings' }).click();
  await expect(clientTab.getByText(client.businessName).first()).toBeVisible();
  await expect(clientTab).toHaveURL(new RegExp(`/client/dashboard/${client.id}`));
});

test('a client logs out in one tab, and the administrator of the other tab goes on, with live updates', async ({
  page: adminTab,
  stack,
  api,
  client,
  campaign,
}) => {
  const clientTab = await signInBoth(adminTab, stack.admin, client);
  await logOut(clientTab);
  await clientTab.waitForURL('**/client/login');
  expect(await storedId(clientTab)).toBeUndefined();
  await api.createLead(client, campaign, { fullName: 'Bo Chen' });
  await expectCard(adminTab, 'Total Leads', '1');
  await expect(recent(adminTab).getByText('Bo Chen')).toBeVisible();
  // The administrator's session opens no dashboard of the client's own.
  await clientTab.goto(`/client/dashboard/${client.id}`);
  await clientTab.waitForURL(/\/client\/login\?next=/);
});

test('each tab acts only with the rights of its role', async ({ page: adminTab, stack, api, client, campaign }) => {
  const clientTab = await signInBoth(adminTab, stack.admin, client);
  const roles = new Map<Page, Set<string | undefined>>();
  for (const tab of [adminTab, clientTab]) {
    const sent = new Set<string | undefined>();
    roles.set(tab, sent);
    tab.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/graphql')) sent.add(request.headers()['session-role']);
    });
  }
  // Only administrators change limits and see the activity of the agency.
  for (const [tab, path, isShown] of [
    [adminTab, `/client/${client.id}?tab=settings`, true],
    [clientTab, `/client/dashboard/${client.id}?tab=settings`, false],
  ] as const) {
    await tab.goto(path);
    await expect(tab.getByText('Contact Email')).toBeVisible();
    await expect(tab.getByRole('link', { name: 'Back to Admin' })).toBeVisible({ visible: isShown });
  }
  await clientTab.goto(`/client/dashboard/${client.id}?tab=campaigns`);
  await clientTab.getByRole('link', { name: 'Edit' }).click();
  await clientTab.waitForURL(`**/client/dashboard/${client.id}/campaign/${campaign.id}`);
  await expect(clientTab.getByRole('textbox', { name: 'Campaign Name' })).toBeVisible();
  const other = await api.createClient();
  await adminTab.goto(`/client/${other.id}?tab=leads`);
  const [download] = await Promise.all([
    adminTab.waitForEvent('download'),
    adminTab.getByRole('link', { name: 'Export' }).click(),
  ]);
  expect(await download.failure()).toBeNull();
  expect([[...roles.get(adminTab)!], [...roles.get(clientTab)!]]).toEqual([['admin'], ['client']]);
});
