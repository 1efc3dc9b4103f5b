import { expect, test } from './fixtures';
import { addAuthenticator } from './testing/authenticator';
import { expectAccessibleInAllThemes } from './testing/axe';
import { runSql } from './testing/database';
import { dialogOf, expectToast, pressInDialog } from './testing/ui';

test.use({ ownStack: { ADMIN_SECOND_FACTOR_DAYS: '7' } });

test('an administrator is asked for a second factor with a date, and after it can only add one', async ({
  adminPage: page,
  stack,
}) => {
  await page.goto('/admin');
  const banner = page.getByText(/^Add a passkey or an authenticator app by \w+ \d+\./);
  await expect(banner).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await page.getByRole('link', { name: 'Open Security' }).click();
  await page.waitForURL('**/admin/team?tab=security');
  await expect(page.getByRole('tab', { name: 'Activity' })).toBeVisible();

  await runSql(stack.dataDir, `UPDATE users SET second_factor_asked_at = now() - interval '8 days'`, []);
  await page.goto('/admin');
  await page.waitForURL('**/admin/team?tab=security');
  await expect(page.getByText('Add a passkey or an authenticator app to continue.')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['Security']);
  await expectAccessibleInAllThemes(page);
  await addAuthenticator(page);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await dialogOf(page).getByLabel('Passkey name').fill('Work laptop');
  await pressInDialog(page, 'Add passkey');
  await expectToast(page, 'Passkey added');
  await pressInDialog(page, 'I have saved them');
  await expect(page.getByRole('tab', { name: 'Activity' })).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
});
