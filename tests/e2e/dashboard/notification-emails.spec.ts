import { randomUUID } from 'node:crypto';
import { type SmtpEmulator, startSmtpEmulator } from '@dripline/runtime/testing/smtp-emulator';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';

const PASSWORD = 'a password for the tests of emails';

/** A test on a stack that sends its emails to an SMTP server of this spec. */
const test = base.extend<object, { smtp: SmtpEmulator }>({
  smtp: [
    async ({ browserName: _ }, use) => {
      const smtp = await startSmtpEmulator();
      await use(smtp);
      await smtp.stop();
    },
    { scope: 'worker' },
  ],
  ownStack: [
    async ({ smtp }, use) => use({ SMTP_URL: smtp.url, EMAIL_FROM: 'leads@agency.example' }),
    { scope: 'worker' },
  ],
});

test('a member chooses to be emailed of leads, and opens one from the email', async ({
  api,
  client,
  campaign,
  clientPage: owner,
  openPage,
  smtp,
}) => {
  const username = `mia-${randomUUID().slice(0, 8)}`;
  await api.graphql(
    'mutation ($clientId: ID!, $input: CreateMemberInput!) { createMember(clientId: $clientId, input: $input) { id } }',
    { clientId: client.id, input: { name: 'Mia Lund', username, password: PASSWORD, role: 'staff' } },
  );
  const mia = await openPage();
  await mia.goto('/client/login');
  await mia.getByLabel('Username').fill(username);
  await mia.getByLabel('Password').fill(PASSWORD);
  await mia.getByRole('button', { name: 'Sign In', exact: true }).click();
  await mia.waitForURL(`**/client/dashboard/${client.id}`);
  await mia.goto(`/client/dashboard/${client.id}?tab=settings`);
  const email = mia.getByRole('group', { name: 'By email' });
  await expect(email.getByText('An owner of the team can add it.')).toBeVisible();
  await expect(mia.getByRole('group', { name: 'By text message' })).toBeHidden();

  await owner.goto(`/client/dashboard/${client.id}?tab=settings`);
  await owner.getByRole('button', { name: 'Edit member Mia Lund' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Edit member' });
  await dialog.getByLabel('Email for notifications').fill('mia@example.com');
  await dialog.getByRole('button', { name: 'Save member' }).click();
  await expect(dialog).toBeHidden();
  const text = owner.getByRole('group', { name: 'By text message' }).getByText('Leads that arrive');
  await text.click();
  await owner.reload();
  const texts = owner.getByRole('group', { name: 'By text message' }).getByRole('checkbox');
  await expect(texts).not.toBeChecked();
  await expectAccessibleInAllThemes(owner);

  await mia.reload();
  await email.getByText('Leads that arrive').click();
  await expect(email.getByRole('checkbox', { name: 'Leads that arrive' })).toBeChecked();
  await mia.reload();
  await expect(email.getByRole('checkbox', { name: 'Leads that arrive' })).toBeChecked();
  await expectAccessibleInAllThemes(mia);

  await api.createLead(client, campaign, { fullName: 'Ann Lee' });
  const [received] = await smtp.waitForEmails('mia@example.com', 1);
  expect(received!.subject).toBe('New lead: Ann Lee');
  // PUBLIC_URL has another port than the stack of the test.
  const { pathname, search } = new URL(/^http\S+$/m.exec(received!.text)![0]);
  await mia.goto(pathname + search);
  await expect(mia.getByRole('dialog', { name: 'Ann Lee' })).toBeVisible();
});
