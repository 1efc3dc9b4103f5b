import { expect, test } from './fixtures';
import { untilIdle } from './testing/network';

/*
 * What a screen reader reads, in its order: the accessibility tree of the screens with the most controls, written down
 * in `reading-order/`. To write one down anew, delete its file and run this test.
 */

test('the builder is read in the order of its file', async ({ clientPage: page, api, client }) => {
  const campaign = await api.createCampaign(client, { name: 'Spring', slug: 'spring', headline: 'Free inspection' });
  await untilIdle(page, () => page.goto(`/client/dashboard/${client.id}/campaign/${campaign.id}`));
  await expect(page.locator('body')).toMatchAriaSnapshot({ name: 'builder.aria.yml' });
});

test('a lead’s drawer is read in the order of its file', async ({ clientPage: page, api, client }) => {
  const campaign = await api.createCampaign(client, { name: 'Spring' });
  await api.createSequence(client, campaign, [[600, 'Hello {{firstName}}']]);
  await api.createLead(client, campaign, { fullName: 'Ann Lee', email: 'ann@example.com', phone: '(415) 555-2671' });
  const [lead] = await api.leads(client);
  await untilIdle(page, () => page.goto(`/client/dashboard/${client.id}?tab=leads&dialog=view&id=${lead!.id}`));
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot({ name: 'lead-drawer.aria.yml' });
});
