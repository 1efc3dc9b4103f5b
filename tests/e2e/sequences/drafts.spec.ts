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

test('a draft of a sequence is scheduled with a choice for the leads in progress, and published at its time', async ({
  api,
  stack,
  client,
  campaign,
  clientPage: page,
}) => {
  const { id } = await api.createSequence(client, campaign, [
    [0, 'First'],
    [2 * 24 * 60, 'Second'],
  ]);
  const lead = await api.createLead(client, campaign, { fullName: 'Ann Lee', phone: '(415) 555-2686' });
  await expect.poll(() => api.sentCount(client)).toBe(1);
  const published = async () => {
    const { sequence } = await api.graphql<{
      sequence: { publishedVersion: number; steps: { message: string }[]; draft: object | null };
    }>('query ($id: ID!) { sequence(id: $id) { publishedVersion steps { message } draft { enrolledLeads } } }', { id });
    return { ...sequence, steps: sequence.steps.map(({ message }) => message) };
  };
  await page.goto(`/client/dashboard/${client.id}?tab=sms`);
  await page.getByRole('button', { name: 'Edit Welcome' }).click();
  const form = page.getByRole('dialog', { name: 'Edit SMS sequence' });
  await form.getByRole('button', { name: /^Step 2 / }).click();
  await form.getByRole('group', { name: 'Step 2' }).getByLabel('Message').fill('From the draft');
  await form.getByRole('button', { name: 'Save as a draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a draft' });
  await dialog.getByText('Schedule it').click();
  const soon = new Date(Date.now() + 2 * 60 * 60_000);
  const local = new Date(soon.getTime() - soon.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await dialog.getByLabel('Publish at').fill(local);
  await dialog
    .getByRole('radiogroup', { name: 'Leads in progress when it is published' })
    .getByText('Stop messaging them')
    .click();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessibleInAllThemes(page);
  }
  await dialog.getByRole('button', { name: 'Save as a draft' }).click();
  await expectToast(page, 'Draft saved');
  await expect(page.getByRole('article', { name: 'Welcome' }).getByText('Scheduled')).toBeVisible();
  expect(await published()).toEqual({
    publishedVersion: 1,
    steps: ['First', 'Second'],
    draft: { enrolledLeads: 'stop' },
  });

  await runSql(stack.dataDir, 'UPDATE sequence_drafts SET publish_at = now() WHERE sequence_id = $1', [id]);
  await expect.poll(published).toEqual({ publishedVersion: 2, steps: ['First', 'From the draft'], draft: null });
  const enrollments = async () =>
    (
      await api.graphql<{ lead: { enrollments: { nodes: object[] } } }>(
        'query ($id: ID!) { lead(id: $id) { enrollments { nodes { status } } } }',
        { id: lead.id },
      )
    ).lead.enrollments.nodes;
  await expect.poll(enrollments).toEqual([{ status: 'cancelled' }]);
});
