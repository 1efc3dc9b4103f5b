/** @jest-environment jsdom */
import { act, screen, waitFor } from '@testing-library/react';
import { renderScreen } from '../../testing/render';
import { AdminsTab } from './admins-tab';

const createdAt = '2026-01-01T00:00:00Z';
const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
const admin = (id: string, username: string) => ({ __typename: 'User', id, username, role: 'admin', createdAt });
const Admins = {
  admins: { __typename: 'AdminConnection', nodes: [admin('admin-1', 'ann'), admin('admin-2', 'bob')], pageInfo },
};
const invitation = {
  __typename: 'AdminInvitation',
  id: 'invitation-1',
  invitedBy: 'ann',
  expiresAt: createdAt,
  createdAt,
};
const invitationsOf = (...nodes: object[]) => ({
  adminInvitations: { __typename: 'AdminInvitationConnection', nodes, pageInfo },
});

async function open(AdminInvitations = invitationsOf(invitation)) {
  const rendered = renderScreen(<AdminsTab ownId="admin-1" />, { Admins, AdminInvitations }, { role: 'admin' });
  await screen.findByText('bob');
  return rendered;
}

describe('the dialogs of administrators and invitations', () => {
  it.each([
    ['reset', 'admin-2', 'Reset second factor of bob', /^Reset the second factor/],
    ['remove', 'admin-2', 'Remove admin bob', 'Remove admin bob?'],
    ['revoke', 'invitation-1', 'Revoke invitation', 'Revoke this invitation?'],
  ])('have an address, which a link opens and Back leaves: %s', async (kind, id, action, title) => {
    const { user, router } = await open();
    const button = await screen.findByRole('button', { name: action });
    await user.click(button);
    await screen.findByRole('alertdialog', { name: title });
    expect(router.state.location.search).toBe(`?dialog=${kind}&id=${id}`);
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    await act(() => router.navigate(`/?dialog=${kind}&id=${id}`));
    await screen.findByRole('alertdialog', { name: title });
  });

  it.each([
    ['administrator', 'remove', 'gone'],
    ['administrator', 'reset', 'admin-1'],
    ['invitation', 'revoke', 'gone'],
  ])('say that the %s of a link does not exist or is the viewer: %s %s', async (what, kind, id) => {
    const { router } = await open(invitationsOf());
    await act(() => router.navigate(`/?dialog=${kind}&id=${id}`));
    await screen.findByRole('dialog', { name: `This ${what} was not found` });
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
