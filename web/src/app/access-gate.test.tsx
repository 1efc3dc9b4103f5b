/** @jest-environment jsdom */
import { screen } from '@testing-library/react';
import { renderScreen, serverError } from '../testing/render';
import { AccessGate, isAdmin } from './access-gate';

const user = { __typename: 'User', id: 'user-1', username: 'ada', role: 'admin' };
const viewer = { __typename: 'Viewer', user, client: null, member: null, secondFactorDueAt: null };

test('shows the fallback screen while the lookup fails, and its children once it succeeds', async () => {
  let isDown = true;
  const { user: person } = renderScreen(
    <AccessGate allows={isAdmin}>
      <h1>Console</h1>
    </AccessGate>,
    {
      Viewer: () => {
        if (isDown) throw serverError('Away', { code: 'UNAVAILABLE' });
        return { viewer };
      },
    },
  );
  await screen.findByRole('heading', { name: 'Admin sign-in required' });
  expect(screen.queryByText('Console')).toBeNull();
  isDown = false;
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Console' });
});

test('shows the fallback screen to everyone else', async () => {
  renderScreen(
    <AccessGate allows={isAdmin} otherwise={<h1>Client Login</h1>}>
      <h1>Console</h1>
    </AccessGate>,
    { Viewer: { viewer: { ...viewer, user: null } } },
  );
  await screen.findByRole('heading', { name: 'Client Login' });
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
