/** @jest-environment jsdom */
import { act, screen, waitFor } from '@testing-library/react';
import { client } from '../../testing/fixtures';
import { renderScreen } from '../../testing/render';
import { EditClientButton } from './edit-client-button';

// The first import takes longer than a query waits.
beforeAll(() => import('./edit-client-drawer'));

test('the settings of a client have an address, which a link opens and Back leaves', async () => {
  const { user, router } = renderScreen(<EditClientButton client={client} />);
  const button = await screen.findByRole('button', { name: 'Edit Client Settings' });
  await user.click(button);
  // By its text, because a query by role takes long in a form of this size.
  await screen.findByText('Save changes', {}, { timeout: 10_000 });
  expect(router.state.location.search).toBe('?dialog=edit');
  await act(() => router.navigate(-1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
  await act(() => router.navigate('/?dialog=edit'));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});
