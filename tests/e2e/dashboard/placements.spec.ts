import { readFileSync } from 'node:fs';
import { expect, test } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { readQrCode } from '../testing/read-qr-code';

test('a client prints a code for its van, sees what it brings, and points it at another campaign', async ({
  api,
  client,
  campaign,
  clientPage: page,
  page: visitor,
}) => {
  const autumn = await api.createCampaign(client, { name: 'Autumn offer' });
  await page.goto(`/client/dashboard/${client.id}?tab=campaigns`);
  const openPlacements = async (name: string) => {
    await page.getByRole('button', { name: `More actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'QR placements' }).click();
  };
  await openPlacements(campaign.name);
  const drawer = page.getByRole('dialog', { name: `QR placements of ${campaign.name}` });
  await expect(drawer.getByText('No placements yet')).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await drawer.getByRole('button', { name: 'Add placement' }).click();
  const form = page.getByRole('dialog', { name: 'Add placement' });
  await form.getByLabel('Name of the placement').fill('Van 2');
  await form.getByRole('button', { name: 'Add placement' }).click();
  const van = drawer.getByRole('article', { name: 'Van 2' });
  await expect(van).toBeVisible();
  await expectAccessibleInAllThemes(page);

  // What a phone reads from the picture opens the campaign.
  const download = page.waitForEvent('download');
  await van.getByRole('button', { name: 'Download the code of Van 2' }).click();
  await page.getByRole('menuitem', { name: 'Image (PNG)' }).click();
  const { pathname } = new URL(await readQrCode(await download));
  expect(pathname).toMatch(/^\/q\/[a-z2-9]{8}$/);
  await visitor.goto(pathname);
  await expect(visitor).toHaveURL(new RegExp(`/landing/[^/]+/${campaign.slug}\\?source=qr-[a-z2-9]{8}$`));
  await visitor.getByLabel('Full Name').fill('Ann Lee');
  await visitor.getByLabel('Phone').fill('(415) 555-2671');
  await visitor.locator('form button[type=submit]').click();
  await expect(visitor.getByText('Thanks!')).toBeVisible();

  await expect
    .poll(async () => {
      await page.reload();
      return van.locator('.tabular').innerText();
    })
    .toMatch(/Scans\s+1\s+Leads\s+1\s+100\.0%\s+Conversions\s+0/);

  const poster = page.waitForEvent('download');
  await van.getByRole('button', { name: 'Download the code of Van 2' }).click();
  await page.getByRole('menuitem', { name: 'Poster, A4 (PDF)' }).click();
  expect(readFileSync(await (await poster).path(), 'latin1')).toMatch(/^%PDF-/);

  await van.getByRole('button', { name: 'Edit placement Van 2' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit placement' });
  await edit.getByLabel('Opens the campaign').selectOption('Autumn offer');
  await edit.getByRole('button', { name: 'Save placement' }).click();
  await expect(drawer.getByText('No placements yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(async () => {
    await visitor.goto(pathname);
    await expect(visitor).toHaveURL(new RegExp(`/landing/[^/]+/${autumn.slug}\\?source=qr-`));
  }).toPass();

  // The lead keeps where it came from.
  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  await page.getByRole('button', { name: 'Ann Lee', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Ann Lee' }).getByText('Van 2')).toBeVisible();

  await page.goto(`/client/dashboard/${client.id}?tab=campaigns`);
  await openPlacements('Autumn offer');
  await page.getByRole('button', { name: 'Delete placement Van 2' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete the placement Van 2?' });
  await question.getByRole('button', { name: 'Delete placement' }).click();
  await expect(page.getByText('No placements yet')).toBeVisible();
  await expect(async () => {
    const answer = await visitor.request.get(pathname, { maxRedirects: 0 });
    expect(answer.status()).toBe(404);
    expect(await answer.text()).toContain('Campaign not found');
  }).toPass();
});
