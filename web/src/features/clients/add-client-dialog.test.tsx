/** @jest-environment jsdom */
import { Button } from '@chakra-ui/react';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { client } from '../../testing/fixtures';
import { renderScreen } from '../../testing/render';
import { AddClientDialog } from './add-client-dialog';
import { type ClientAccess, HandOverDialog } from './hand-over-dialog';

function Example() {
  const [isAdding, setAdding] = useState(false);
  const [access, setAccess] = useState<ClientAccess | null>(null);
  return (
    <>
      <Button onClick={() => setAdding(true)}>Open</Button>
      {isAdding && <AddClientDialog onCreated={setAccess} onClose={() => setAdding(false)} />}
      {access && !isAdding && <HandOverDialog {...access} onClose={() => setAccess(null)} />}
    </>
  );
}

async function addClient(hasLogin: boolean) {
  const rendered = renderScreen(<Example />, {
    CreateClient: { createClient: { __typename: 'Client', ...client } },
  });
  await rendered.user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'Add Client' });
  if (!hasLogin) await rendered.user.click(screen.getByRole('checkbox', { name: 'Enable client login' }));
  for (const [name, value] of [
    ['Business Name', 'Acme Plumbing'],
    ['Contact Email', 'owner@acme.example'],
    ['Notification Phone', '5125550100'],
  ] as const)
    await rendered.user.type(screen.getByRole('textbox', { name }), value);
  await rendered.user.click(screen.getByRole('button', { name: 'Add Client' }));
  await screen.findByRole('dialog', { name: 'Invite Acme Plumbing' });
  return {
    ...rendered,
    access: screen.getByRole('textbox', { name: 'Access to the dashboard' }).textContent,
  };
}

test('a new client’s sign-in details are shown until they are saved', async () => {
  const { user, access, hasToast, sentOf } = await addClient(true);
  const { password } = (sentOf('CreateClient')[0] as { input: { password: string } }).input;
  expect(access).toBe(`http://localhost/client/login\nUsername: acme-plumbing\nPassword: ${password}`);
  expect(hasToast('Client created successfully')).toBe(true);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('dialog', { name: 'Invite Acme Plumbing' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'I have saved it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
});

test('a new client without a login gets the link to its dashboard', async () => {
  const { access } = await addClient(false);
  expect(access).toBe('http://localhost/client/dashboard/client-1');
});
