import { expect, test } from './fixtures';

test('GraphiQL runs an example with its variables, shows the schema, and stores nothing beyond the browser tab', async ({
  page,
  stack,
}) => {
  await page.goto('/graphql');
  await expect(page).toHaveTitle('GraphQL API');
  await expect(page.getByRole('tab', { name: 'ProcessSms' })).toBeVisible();

  await page.getByRole('region', { name: 'Variables' }).locator('.view-lines:visible').click();
  // Between the quotation marks of `"password": ""`, on the line before the last.
  for (const key of ['ControlOrMeta+End', 'ArrowUp', 'End', 'ArrowLeft']) await page.keyboard.press(key);
  await page.keyboard.type(stack.admin.password);
  await page.getByRole('button', { name: /^Execute query/ }).click();
  await expect(page.getByRole('region', { name: 'Result Window' })).toContainText('"role": "admin"');

  await page.getByRole('button', { name: 'Clients', exact: true }).click();
  // GraphiQL reads the name of the tab's operation a moment after it shows the tab.
  await expect(async () => {
    await page.getByRole('button', { name: /^Execute query/ }).click();
    await expect(page.getByRole('region', { name: 'Result Window' })).toContainText('"clients"', { timeout: 2_000 });
  }).toPass();

  await page.getByRole('link', { name: 'Mutation', exact: true }).click();
  await expect(page.getByRole('link', { name: 'submitLead' })).toBeVisible();

  expect(page.url()).toBe(`${stack.origin}/graphql`);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('GraphiQL follows a subscription as a signed-in administrator', async ({ adminPage, api, client, campaign }) => {
  await adminPage.goto('/graphql');
  await adminPage.getByRole('button', { name: 'ClientUpdated', exact: true }).click();
  await adminPage.getByRole('region', { name: 'Variables' }).locator('.view-lines:visible').click();
  // Between the quotation marks of `"clientId": "",`, on the second line.
  for (const key of ['ControlOrMeta+Home', 'ArrowDown', 'End', 'ArrowLeft', 'ArrowLeft'])
    await adminPage.keyboard.press(key);
  await adminPage.keyboard.type(client.id);
  await adminPage.getByRole('button', { name: /^Execute query/ }).click();
  const result = adminPage.getByRole('region', { name: 'Result Window' });
  // The first event tells where the stream begins.
  await expect(result).toContainText('"cursor_updated"');
  await api.createLead(client, campaign, { fullName: 'Live Lead' });
  await expect(result).toContainText('Live Lead');
  await adminPage.getByRole('button', { name: /^Stop query/ }).click();
});
