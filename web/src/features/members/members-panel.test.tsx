/** @jest-environment jsdom */
import { act, screen, waitFor, within } from '@testing-library/react';
import { type Answers, conflictWith, renderScreen, serverError } from '../../testing/render';
import { MembersPanel } from './members-panel';

const memberOf = (id: string, name: string, role = 'staff') => ({
  __typename: 'Member',
  id,
  name,
  username: name.toLowerCase(),
  role,
  email: null,
  createdAt: '2026-01-01T00:00:00Z',
  version: 1,
});
const ann = memberOf('ann', 'Ann', 'owner');
const bo = memberOf('bo', 'Bo');
const PASSWORD = 'a long enough passphrase';

interface Options {
  members?: object[];
  answers?: Answers;
  props?: Partial<Parameters<typeof MembersPanel>[0]>;
}

async function open({ members = [ann, bo], answers = {}, props = {} }: Options = {}) {
  const rendered = renderScreen(<MembersPanel clientId="client-1" canSignIn ownId="ann" isAdmin={false} {...props} />, {
    Members: {
      client: { __typename: 'Client', id: 'client-1', members: { __typename: 'MemberConnection', nodes: members } },
    },
    ...answers,
  });
  await screen.findByRole('button', { name: 'Add member' });
  return rendered;
}

const button = (name: string | RegExp) => screen.queryByRole('button', { name });
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('the members of a team', () => {
  it('are listed with their roles, and the viewer cannot remove themselves or change their role', async () => {
    const { user } = await open();
    const row = (name: RegExp) => within(screen.getByRole('row', { name }));
    row(/Ann/).getByText('You');
    row(/Ann/).getByText('Owner');
    row(/Bo/).getByText('Staff');
    expect(button('Remove member Ann')).toBeNull();
    expect(button(/^Reset second factor/)).toBeNull();
    await user.click(button('Edit member Ann')!);
    const form = await dialog('Edit member');
    form.getByText('Another owner can change your role.');
    expect(within(form.getByLabelText('Role')).getAllByRole('option')).toHaveLength(1);
  });

  it.each([
    ['add-member', '', 'Add member', 'dialog', 'Add member'],
    ['edit-member', 'bo', 'Edit member Bo', 'dialog', 'Edit member'],
    ['reset-member', 'bo', 'Reset second factor of member Bo', 'alertdialog', /^Reset the second factor/],
    ['remove-member', 'bo', 'Remove member Bo', 'alertdialog', 'Remove Bo from the team?'],
  ])('have dialogs with an address, which Back leaves: %s', async (kind, id, action, role, title) => {
    const { user, router } = await open({ props: { isAdmin: true, ownId: undefined } });
    const opener = button(action)!;
    await user.click(opener);
    await screen.findByRole(role, { name: title });
    expect(router.state.location.search).toBe(`?dialog=${kind}${id && `&id=${id}`}`);
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('say that the member of a link does not exist', async () => {
    const { router } = await open();
    await act(() => router.navigate('/?dialog=edit-member&id=gone'));
    await dialog('This member was not found');
  });

  it('are added as staff unless chosen otherwise, and a taken username is shown at its field', async () => {
    let isTaken = true;
    const { user, sentOf, hasToast } = await open({
      members: [],
      answers: {
        CreateMember: ({ input }) => {
          if (isTaken)
            throw serverError('Invalid input', {
              code: 'BAD_USER_INPUT',
              fields: { username: ['This one is taken.'] },
            });
          return { createMember: { ...bo, ...(input as object) } };
        },
      },
    });
    screen.getByText('No members yet');
    await user.click(button('Add member')!);
    const form = await dialog('Add member');
    await user.click(form.getByRole('button', { name: 'Add member' }));
    await form.findByText('Name is required.');
    form.getByText('Username is required.');
    form.getByText(/^Password must have/);
    await user.type(form.getByLabelText(/^Display name/), ' Bo ');
    await user.type(form.getByLabelText(/^Username/), 'bo');
    await user.type(form.getByLabelText('Email for notifications'), 'bo');
    await user.type(form.getByLabelText(/^Password/), PASSWORD);
    await user.click(form.getByRole('button', { name: 'Add member' }));
    await form.findByText('Email must be an email address.');
    await user.type(form.getByLabelText('Email for notifications'), '@example.com');
    await user.click(form.getByRole('button', { name: 'Add member' }));
    await form.findByText('This one is taken.');
    isTaken = false;
    await user.click(form.getByRole('button', { name: 'Add member' }));
    await waitFor(() => expect(hasToast('Member added')).toBe(true));
    const input = { name: 'Bo', username: 'bo', role: 'staff', email: 'bo@example.com', password: PASSWORD };
    expect(sentOf('CreateMember')).toEqual(Array(2).fill({ clientId: 'client-1', input }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are changed without a new password, on top of what another owner saved', async () => {
    const theirs = { ...bo, name: 'Bo Chen', version: 5 };
    const { user, sentOf, hasToast } = await open({
      answers: {
        UpdateMember: ({ input, expectedVersion }) => {
          if (expectedVersion !== 5) throw conflictWith(theirs);
          return { updateMember: { ...theirs, ...(input as object), version: 6 } };
        },
      },
    });
    await user.click(button('Edit member Bo')!);
    const form = await dialog('Edit member');
    await user.selectOptions(form.getByLabelText('Role'), 'owner');
    form.getByText('Does everything that the main account does.');
    await user.click(form.getByRole('button', { name: 'Save member' }));
    await waitFor(() => expect(hasToast('Member updated')).toBe(true));
    expect(sentOf('UpdateMember')).toEqual([
      { id: 'bo', input: { role: 'owner' }, expectedVersion: 1 },
      { id: 'bo', input: { role: 'owner' }, expectedVersion: 5 },
    ]);
    await screen.findByText('Bo Chen');
  });

  it('are removed after a question, which says why if it fails', async () => {
    let isFailing = true;
    const { user, hasToast } = await open({
      answers: {
        DeleteMember: () => {
          if (isFailing) throw serverError('Try again later.', { code: 'UNAVAILABLE' });
          return { deleteMember: true };
        },
      },
    });
    await user.click(button('Remove member Bo')!);
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Remove member' }));
    await waitFor(() => expect(hasToast('Try again later.')).toBe(true));
    isFailing = false;
    await user.click(question.getByRole('button', { name: 'Remove member' }));
    await waitFor(() => expect(hasToast('Member removed')).toBe(true));
  });

  it('say why they cannot sign in while the client’s login is off, and why there can be no more', async () => {
    const members = Array.from({ length: 50 }, (_, index) => memberOf(`m${index}`, `Member ${index}`));
    renderScreen(<MembersPanel clientId="client-1" canSignIn={false} ownId={undefined} isAdmin />, {
      Members: {
        client: { __typename: 'Client', id: 'client-1', members: { __typename: 'MemberConnection', nodes: members } },
      },
    });
    await screen.findByText('A team has at most 50 members. Remove one first.');
    screen.getByText('Members can sign in once the client’s login is enabled.');
    expect(button('Add member')).toBeNull();
  });
});
