import { expect, test } from './fixtures';
import { expectAccessibleInAllThemes } from './testing/axe';
import { textOf, downloadBy } from './testing/ui';

const phone = '(628) 555-2677';

test('the team page shows that a number agreed, also after its lead was deleted, and sets a legal hold', async ({
  adminPage: page,
  api,
  client,
  campaign,
}) => {
  const { id } = await api.createLead(client, campaign, { fullName: 'Eve Stone', phone });
  await page.goto('/admin/team?tab=evidence');
  const find = async (number: string) => {
    await page.getByLabel('Phone number').fill(number);
    await page.getByRole('button', { name: 'Find evidence' }).click();
  };
  await find('');
  await expect(page.getByText('Enter the number to look up')).toBeVisible();
  await find(phone);
  await expect(page.getByText('Evidence about +16285552677: 1 entry')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Agreed' })).toContainText('STOP');
  await expectAccessibleInAllThemes(page);

  await page.request.delete(`/api/leads/${id}`);
  await find(phone);
  await expect(page.getByRole('listitem').filter({ hasText: 'Agreed' })).toContainText('lead deleted');
  const download = await downloadBy(page, () => page.getByRole('button', { name: 'Download evidence' }).click());
  expect(await textOf(download)).not.toContain('Eve');

  await page.getByRole('button', { name: 'Set legal hold' }).click();
  await expect(page.getByText('Enter a reason', { exact: true })).toBeVisible();
  await page.getByLabel('Reason for the hold').fill('Case 17');
  await page.getByRole('button', { name: 'Set legal hold' }).click();
  await expect(page.getByText(/Set by .*: Case 17/)).toBeVisible();
  await page.getByRole('button', { name: 'End legal hold' }).click();
  await expect(page.getByRole('button', { name: 'Set legal hold' })).toBeVisible();
});

test('a signed-in account records the consent of a changed number in the lead’s details', async ({
  clientPage: page,
  api,
  client,
  campaign,
}) => {
  const { id } = await api.createLead(client, campaign, { fullName: 'Eve Stone', phone: '(415) 555-2679' });
  await page.request.put(`/api/leads/${id}`, {
    data: { formData: { fullName: 'Eve Stone', phone: '(415) 555-2678' } },
  });
  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  await page.getByRole('button', { name: 'View Eve Stone' }).click();
  const consent = page.getByRole('dialog').getByRole('region', { name: 'Consent' });
  await consent.getByRole('button', { name: 'Consent no record' }).click();
  await expect(consent.getByText('There is no record that (415) 555-2678 agreed')).toBeVisible();
  await consent.getByRole('button', { name: 'Record consent' }).click();
  await expectAccessibleInAllThemes(page);
  await consent.getByRole('button', { name: 'Record consent' }).click();
  await expect(consent.getByText('Say where and when the person agreed')).toBeVisible();
  await consent.getByLabel('How did this person agree?').fill('Agreed on the phone on 7 June');
  await consent.getByRole('button', { name: 'Record consent' }).click();
  await expect(consent.getByText('Agreed on the phone on 7 June')).toBeVisible();
  await expect(consent.getByText(/by .+/)).toBeVisible();
  await consent.getByRole('button', { name: 'Stop messages' }).click();
  await expectAccessibleInAllThemes(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop messages' }).click();
  await expect(consent.getByText(/^Opted out of text messages on/)).toBeVisible();
});
