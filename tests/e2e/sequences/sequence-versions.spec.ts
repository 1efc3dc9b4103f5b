import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import type { Api, CreatedCampaign, CreatedClient } from '../testing/api';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { expectToast } from '../testing/ui';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

interface Edited {
  api: Api;
  client: CreatedClient;
  campaign: CreatedCampaign;
  page: Page;
}

/** Edits a sequence while a lead with this number waits for its second message, up to the question before it is published. */
async function editSequence({ api, client, campaign, page }: Edited, phone: string) {
  const sequence = await api.createSequence(client, campaign, [
    [0, 'First'],
    [2 * 24 * 60, 'Second'],
  ]);
  const lead = await api.createLead(client, campaign, { fullName: 'Ann Lee', phone });
  await expect.poll(() => api.sentCount(client)).toBe(1);
  await page.goto(`/client/dashboard/${client.id}?tab=sms`);
  await page.getByRole('button', { name: 'Edit Welcome' }).click();
  const form = page.getByRole('dialog', { name: 'Edit SMS sequence' });
  await form.getByRole('button', { name: /^Step 2 / }).click();
  await form.getByRole('group', { name: 'Step 2' }).getByLabel('Message').fill('Second, edited');
  await form.getByRole('group', { name: 'Step 2' }).getByLabel('Days').fill('0');
  await form.getByRole('button', { name: 'Save changes' }).click();

  const question = page.getByRole('dialog', { name: 'Publish a new version?' });
  return { sequence, lead, form, question };
}

test('an edited sequence is published to leads in progress as the user chooses, and an earlier version is restored', async ({
  api,
  client,
  campaign,
  clientPage: page,
}) => {
  const { sequence, lead, form, question } = await editSequence({ api, client, campaign, page }, '(415) 555-2683');
  await expect(question.getByText(/^1 lead is in progress\./)).toBeVisible();
  const group = question.getByRole('listitem');
  await expect(group).toContainText('1 lead before message 2 of version 1');
  await expect(group).not.toContainText('now.');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessibleInAllThemes(page);
  }
  await question.getByText('Move to the new version').click();
  await expect(group).toContainText('Get it now.');
  await question.getByRole('button', { name: 'Publish' }).click();
  await expectToast(page, 'SMS sequence updated successfully');
  const enrollment = async () =>
    (
      await api.graphql<{
        lead: { enrollments: { nodes: { sequenceVersion: number; status: string }[] } };
      }>('query ($id: ID!) { lead(id: $id) { enrollments { nodes { sequenceVersion status } } } }', { id: lead.id })
    ).lead.enrollments.nodes[0];
  await expect.poll(enrollment).toEqual({ sequenceVersion: 2, status: 'completed' });
  expect((await api.messages(client)).map(({ body }) => body)[0]).toBe('Second, edited');

  await page.setViewportSize(SIZES[0]!);
  await page.getByRole('button', { name: 'Versions of Welcome' }).click();
  const versions = page.getByRole('dialog', { name: 'Versions of Welcome' });
  const current = versions.getByRole('article', { name: 'Version 2' });
  await expect(current).toContainText('Current version');
  await expect(current).toContainText('Message 2 was changed');
  await expect(current).toContainText('Leads in progress moved to it.');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessibleInAllThemes(page);
  }
  await page.setViewportSize(SIZES[0]!);
  await versions.getByRole('button', { name: 'Restore version 1' }).click();
  await form.getByRole('button', { name: /^Step 2 / }).click();
  await expect(form.getByRole('group', { name: 'Step 2' }).getByLabel('Message')).toHaveValue('Second');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'SMS sequence updated successfully');
  // The toast may still be that of the first change.
  const stored = async () => {
    const query = 'query ($id: ID!) { sequence(id: $id) { publishedVersion steps { message delayMinutes } } }';
    return (await api.graphql<{ sequence: object }>(query, { id: sequence.id })).sequence;
  };
  await expect.poll(stored).toEqual({
    publishedVersion: 3,
    steps: [
      { message: 'First', delayMinutes: 0 },
      { message: 'Second', delayMinutes: 2 * 24 * 60 },
    ],
  });
});

for (const [choice, enrollment, action, messages] of [
  [
    'Finish on their version',
    { sequenceVersion: 1, status: 'active' },
    'Leads in progress finished on their version.',
    1,
  ],
  ['Stop messaging them', { sequenceVersion: 1, status: 'cancelled' }, 'Leads in progress were stopped.', 1],
] as const)
  test(`leads in progress get what the choice “${choice}” says, and new leads the new version`, async ({
    api,
    client,
    campaign,
    clientPage: page,
  }) => {
    const { lead, question } = await editSequence({ api, client, campaign, page }, '(415) 555-2684');
    await question.getByText(choice).click();
    await expect(question).not.toContainText('Get it now.');
    await question.getByRole('button', { name: 'Publish' }).click();
    await expectToast(page, 'SMS sequence updated successfully');
    await page.getByRole('button', { name: 'Versions of Welcome' }).click();
    await expect(page.getByRole('article', { name: 'Version 2' })).toContainText(action);

    // A new lead gets both messages of the new version at once.
    await api.createLead(client, campaign, { fullName: 'Bo Lee', phone: '(415) 555-2685' });
    await expect.poll(() => api.sentCount(client)).toBe(3);
    const { lead: stored } = await api.graphql<{
      lead: { enrollments: { nodes: object[] }; messages: { totalCount: number } };
    }>(
      'query ($id: ID!) { lead(id: $id) { enrollments { nodes { sequenceVersion status } } messages { totalCount } } }',
      { id: lead.id },
    );
    expect(stored).toEqual({ enrollments: { nodes: [enrollment] }, messages: { totalCount: messages } });
  });
