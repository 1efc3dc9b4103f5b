/** @jest-environment jsdom */
import { Input } from '@chakra-ui/react';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen } from '../../testing/render';
import { FormDrawer } from './form-drawer';

const onSubmit = jest.fn();

function Screen() {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      {isOpen && (
        <FormDrawer
          title="Settings"
          description="Acme"
          submitLabel="Save changes"
          width="672px"
          busy={false}
          isUnsaved={text !== ''}
          onSubmit={onSubmit}
          onClose={() => setOpen(false)}
        >
          <Input aria-label="Name" value={text} onChange={(event) => setText(event.target.value)} />
        </FormDrawer>
      )}
    </>
  );
}

async function open() {
  const { user } = renderScreen(<Screen />);
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'Settings' });
  return user;
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('a drawer with a form', () => {
  it('closes by Escape and returns the focus to the element that opened it', async () => {
    const user = await open();
    await user.keyboard('{Escape}');
    await closed();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
  });

  it('asks before Escape discards what was typed', async () => {
    const user = await open();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ann');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Ann');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await closed();
  });

  it('submits by Enter in a field', async () => {
    const user = await open();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ann{Enter}');
    expect(onSubmit).toHaveBeenCalledTimes(1);
  });
});
