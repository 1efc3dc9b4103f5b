import { randomUUID } from 'node:crypto';
import { expect, test } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';

const PASSWORD = 'a password for the tests of the bell';

test('a member is notified of leads, mentions and assignments while the dashboard is open, and mutes some', async ({
  api,
  client,
  campaign,
  clientPage,
  openPage,
}) => {
  const username = `leo-${randomUUID().slice(0, 8)}`;
  await api.graphql(
    'mutation ($clientId: ID!, $input: CreateMemberInput!) { createMember(clientId: $clientId, input: $input) { id } }',
    { clientId: client.id, input: { name: 'Leo Park', username, password: PASSWORD, role: 'staff' } },
  );
  const leo = await openPage();
  await leo.goto('/client/login');
  await leo.getByLabel('Username').fill(username);
  await leo.getByLabel('Password').fill(PASSWORD);
  await leo.getByRole('button', { name: 'Sign In', exact: true }).click();
  await leo.waitForURL(`**/client/dashboard/${client.id}`);
  const bell = (name: string) => leo.getByRole('button', { name, exact: true });
  await expect(bell('Notifications')).toBeVisible();

  await api.createLead(client, campaign, { fullName: 'Ann Lee' });
  await expect(bell('Notifications, 1 new')).toBeVisible();

  // A colleague mentions and assigns.
  const owner = clientPage;
  await owner.goto(`/client/dashboard/${client.id}?tab=leads`);
  await owner.getByRole('button', { name: 'Ann Lee', exact: true }).click();
  const drawer = owner.getByRole('dialog', { name: 'Ann Lee' });
  await drawer.getByLabel('New note').pressSequentially('Please call, @le');
  await drawer.getByRole('button', { name: '@Leo Park' }).click();
  await expect(drawer.getByLabel('New note')).toHaveValue('Please call, @Leo Park ');
  await expect(drawer.getByLabel('New note')).toBeFocused();
  await expectAccessibleInAllThemes(owner);
  await drawer.getByRole('button', { name: 'Add note' }).click();
  await expect(drawer.getByText('@Leo Park')).toBeVisible();
  await drawer.getByRole('combobox', { name: 'Owner' }).selectOption({ label: 'Leo Park' });

  await expect(bell('Notifications, 3 new')).toBeVisible();
  await bell('Notifications, 3 new').click();
  const list = leo.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByRole('listitem').first()).toContainText('assigned Ann Lee to you');
  await expect(list.getByRole('listitem').nth(1)).toContainText('mentioned you in a note on Ann Lee');
  await expectAccessibleInAllThemes(leo);
  await expect(leo.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await list.getByRole('link', { name: /mentioned you/ }).click();
  await expect(list).toBeHidden();
  await expect(leo.getByRole('dialog', { name: 'Ann Lee' }).getByText('@Leo Park')).toBeVisible();

  await leo.goto(`/client/dashboard/${client.id}?tab=settings`);
  const channel = leo.getByRole('group', { name: 'In the bell' });
  const mute = channel.getByRole('checkbox', { name: 'Leads that arrive' });
  await expect(mute).toBeChecked();
  await channel.getByText('Leads that arrive').click();
  await expect(mute).not.toBeChecked();
  await expectAccessibleInAllThemes(leo);
  await leo.reload();
  await expect(mute).not.toBeChecked();
  await api.createLead(client, campaign, { fullName: 'Bo Lee' });
  // The main account is notified, and so the lead has arrived.
  await expect(owner.getByRole('button', { name: /^Notifications, \d+ new$/ })).toBeVisible();
  await bell('Notifications').click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
});
