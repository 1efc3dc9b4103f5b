/** @jest-environment jsdom */
import { screen, waitFor } from '@testing-library/react';
import { client, clientsAnswer } from '../../../testing/fixtures';
import { renderScreen } from '../../../testing/render';
import { ClientSwitcher } from './client-switcher';

const other = { ...client, id: '00000000-0000-4000-8000-000000000002', businessName: 'Other Plumbing' };
// jsdom has no popovers.
HTMLElement.prototype.showPopover = () => undefined;

it('opens the found client when Enter is pressed before the clients are loaded', async () => {
  let load!: (data: object) => void;
  const Clients = new Promise<object>((resolve) => (load = resolve));
  const { user, router } = renderScreen(<ClientSwitcher client={client} />, { Clients }, { role: 'admin' });
  await user.click(screen.getByRole('button', { name: `${client.businessName}: switch client` }));
  await user.type(await screen.findByRole('searchbox', { hidden: true }), 'other{Enter}');
  expect(router.state.location.pathname).toBe('/');
  load(clientsAnswer([client, other]));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/client/${other.id}`));
});
