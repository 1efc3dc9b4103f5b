import { expect, test } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { runSql } from '../testing/database';
import { expectToast } from '../testing/ui';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

test('a campaign is saved as a draft, opened again, and published at its time', async ({
  api,
  stack,
  client,
  campaign,
  clientPage: page,
}) => {
  const path = `/client/dashboard/${client.id}/campaign/${campaign.id}`;
  const live = () => api.get<{ headline: string }>(`/api/campaigns/${campaign.id}`);
  const before = (await live()).headline;
  await page.goto(path);
  await page.getByLabel('Headline', { exact: true }).fill('From the draft');
  await page.getByRole('button', { name: 'Save as a draft' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Save as a draft' });
  await dialog.getByText('Schedule it').click();
  const soon = new Date(Date.now() + 2 * 60 * 60_000);
  const local = new Date(soon.getTime() - soon.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await dialog.getByLabel('Publish at').fill(local);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessibleInAllThemes(page);
  }
  await dialog.getByRole('button', { name: 'Save as a draft' }).click();
  await expectToast(page, 'Draft saved');
  await expect(page.getByLabel('Headline', { exact: true })).toHaveValue(before);
  const note = page.getByRole('region', { name: 'Draft' });
  await expect(note).toContainText(/Scheduled for/);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessibleInAllThemes(page);
  }
  await note.getByRole('button', { name: 'Open the draft' }).click();
  await expect(page.getByLabel('Headline', { exact: true })).toHaveValue('From the draft');
  expect((await live()).headline).toBe(before);
  await page.goto(`/client/dashboard/${client.id}?tab=campaigns`);
  await expect(page.getByRole('article', { name: campaign.name }).getByText('Scheduled')).toBeVisible();

  await runSql(stack.dataDir, 'UPDATE campaign_drafts SET publish_at = now() WHERE campaign_id = $1', [campaign.id]);
  await expect.poll(async () => (await live()).headline).toBe('From the draft');
  await page.goto(`${path}?dialog=versions`);
  const versions = page.getByRole('dialog', { name: `Versions of ${campaign.name}` });
  await expect(versions.getByRole('article', { name: 'Version 2' })).toContainText('After: From the draft');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessibleInAllThemes(page);
  }
  await versions.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByLabel('Headline', { exact: true })).toHaveValue(before);
  await page.getByRole('button', { name: 'Save Campaign' }).click();
  await expect.poll(async () => (await live()).headline).toBe(before);
});
