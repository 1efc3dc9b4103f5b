import { expect, test } from './fixtures';

test('a signed-in client opens its dashboard in a new tab, from / and from the sign-in screen', async ({
  clientPage,
  client,
}) => {
  const tab = await clientPage.context().newPage();
  for (const path of [`/client/dashboard/${client.id}`, '/', '/client/login'])
    await test.step(path, async () => {
      await tab.evaluate(() => sessionStorage.clear()).catch(() => undefined);
      await tab.goto(path);
      await expect(tab.getByRole('tab', { name: 'Leads' })).toBeVisible();
      await expect(tab).toHaveURL(new RegExp(`/client/dashboard/${client.id}$`));
    });
});

test('signing in leads back to the screen that asked for it', async ({ page, api, client }) => {
  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  await expect(page).toHaveURL(/\/client\/login\?next=/);
  await page.getByLabel('Username').fill(client.login.username);
  await page.getByLabel('Password').fill(client.login.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/client/dashboard/${client.id}\\?tab=leads$`));
  await expect(page.getByRole('tab', { name: 'Leads', selected: true })).toBeVisible();
  // Another client’s screen still asks for that client’s sign-in.
  const other = await api.createClient();
  await page.goto(`/client/dashboard/${other.id}`);
  await expect(page).toHaveURL(/\/client\/login/);
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
});
