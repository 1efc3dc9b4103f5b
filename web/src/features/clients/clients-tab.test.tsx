/** @jest-environment jsdom */
import { act, screen, waitFor } from '@testing-library/react';
import { client, clientsAnswer } from '../../testing/fixtures';
import { renderScreen } from '../../testing/render';
import { ClientsTab } from './clients-tab';

async function open() {
  const rendered = renderScreen(<ClientsTab stats={null} />, { Clients: clientsAnswer([client]) }, { role: 'admin' });
  await screen.findByRole('link', { name: client.businessName });
  return rendered;
}

describe('the dialogs of clients', () => {
  it.each([
    ['edit', `Edit ${client.businessName}`, 'dialog', 'Edit Client Settings'],
    ['reset', `Reset second factor of ${client.businessName}`, 'alertdialog', /^Reset the second factor/],
    ['delete', `Delete ${client.businessName}`, 'alertdialog', `Delete ${client.businessName}?`],
  ])('have an address, which a link opens and Back leaves: %s', async (kind, action, role, title) => {
    const { user, router } = await open();
    const button = screen.getByRole('button', { name: action });
    await user.click(button);
    await screen.findByRole(role, { name: title });
    expect(router.state.location.search).toBe(`?dialog=${kind}&id=${client.id}`);
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    await act(() => router.navigate(`/?dialog=${kind}&id=${client.id}`));
    await screen.findByRole(role, { name: title });
  });

  it('say that the client of a link does not exist', async () => {
    const { user, router } = await open();
    await act(() => router.navigate('/?dialog=edit&id=gone'));
    await screen.findByRole('dialog', { name: 'This client was not found' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});
