import { expect, test } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { dialogOf, expectToast, pressInDialog, saveCampaign } from '../testing/ui';

interface Campaign {
  id: string;
  name: string;
  headline: string;
  subheadline: string;
  status: string;
}

test('a playbook is added to clients, and a later version keeps what a client edited', async ({
  adminPage: page,
  api,
  client: agency,
  openPage,
}) => {
  const name = `Roofs ${agency.handle}`;
  const source = await api.createCampaign(agency, { name, headline: 'Free quote', subheadline: 'Today' });
  await api.createSequence(agency, source);
  const editor = await api.createClient();
  const full = await api.createClient();
  await api.updateClient(full, { monthlyCampaignLimit: 1 });
  await api.createCampaign(full);
  const campaignsOf = (id: string) => api.get<Campaign[]>(`/api/clients/${id}/campaigns`);

  await page.goto(`/client/${agency.id}?tab=campaigns`);
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Save as a playbook…' }).click();
  await expect(dialogOf(page).getByLabel('Playbook name')).toHaveValue(name);
  await dialogOf(page).getByLabel('Description').fill('For all roofers');
  await expectAccessibleInAllThemes(page);
  await pressInDialog(page, 'Create playbook');
  await expectToast(page, 'Playbook created');

  await page.goto('/admin?tab=playbooks');
  const row = page.getByRole('table', { name: 'playbooks' }).getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('v1');
  await expectAccessibleInAllThemes(page);
  await row.getByRole('button', { name, exact: true }).click();
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer.getByText('No client has it yet')).toBeVisible();
  await expectAccessibleInAllThemes(page);

  await drawer.getByRole('button', { name: 'Add to clients' }).click();
  const add = page.getByRole('dialog', { name: 'Add to clients' });
  for (const { businessName } of [editor, full]) {
    await add.getByRole('searchbox', { name: 'Find clients to add' }).fill(businessName);
    await add.getByRole('checkbox', { name: businessName }).check({ force: true });
  }
  await expectAccessibleInAllThemes(page);
  await add.getByRole('button', { name: 'Add to 2 clients' }).click();
  await expectToast(page, '1 of 2 clients failed');
  await expect(add.getByRole('listitem').filter({ hasText: full.businessName }).first()).toContainText('limit');
  await expectAccessibleInAllThemes(page);
  await add.getByRole('button', { name: 'Cancel' }).click();
  await expect(drawer.getByRole('row').filter({ hasText: editor.businessName })).toContainText('v1');

  const [copy] = await campaignsOf(editor.id);
  expect(copy).toMatchObject({ name, headline: 'Free quote', status: 'inactive' });
  await drawer.getByRole('button', { name: 'Publish a new version' }).click();
  await expectToast(page, 'No version was published', 'Nothing changed since version 1. Edit the campaign first.');
  const clientPage = await openPage();
  await clientPage.request.post('/api/auth/client/login', { data: editor.login });
  await clientPage.request.put(`/api/campaigns/${copy!.id}`, { data: { headline: 'Our own quote' } });

  await drawer.getByRole('link', { name: 'Edit the source campaign' }).click();
  await page.getByLabel('Headline', { exact: true }).fill('The best quote');
  await page.getByLabel('Subheadline').fill('Within the hour');
  await saveCampaign(page);
  await page.goto('/admin?tab=playbooks');
  await row.getByRole('button', { name, exact: true }).click();
  await drawer.getByRole('button', { name: 'Publish a new version' }).click();
  await expectToast(page, 'Version 2 published');
  const copyRow = drawer.getByRole('row').filter({ hasText: editor.businessName });
  await expect(copyRow).toContainText('Behind');

  await drawer.getByRole('button', { name: 'Update clients' }).click();
  const update = page.getByRole('dialog', { name: 'Update clients' });
  await update.getByRole('button', { name: `Changes of ${editor.businessName}` }).click();
  const changeOf = (label: string) =>
    update.getByRole('listitem').getByRole('listitem').filter({ hasText: label }).filter({ visible: true });
  await expect(changeOf('Kept: changed by the client')).toHaveText(
    /^HeadlineKept: changed by the client.*Our own quote.*The best quote$/,
  );
  await expect(changeOf('Subheadline')).toContainText(/Now: Today.*Then: Within the hour/);
  await expectAccessibleInAllThemes(page);
  await update.getByRole('button', { name: 'Update 1 client now' }).click();
  await expectToast(page, 'Updated 1 client');
  await expect(copyRow).toContainText('v2');
  await expect(copyRow).not.toContainText('Behind');
  expect((await campaignsOf(editor.id))[0]).toMatchObject({
    headline: 'Our own quote',
    subheadline: 'Within the hour',
  });

  await drawer.getByRole('button', { name: 'Delete playbook' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Playbook deleted');
  await expect(row).toBeHidden();
  expect(await campaignsOf(editor.id)).toHaveLength(1);
});
