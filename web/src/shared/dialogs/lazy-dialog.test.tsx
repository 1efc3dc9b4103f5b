/** @jest-environment jsdom */
import { Button, Input } from '@chakra-ui/react';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderScreen } from '../../testing/render';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { lazyDialog } from './lazy-dialog';

function formWith(load: Parameters<typeof lazyDialog<{ onClose: () => void }>>[0]) {
  const Dialog = lazyDialog(load);
  return function Form() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <Input aria-label="Name" />
        <Button onClick={() => setIsOpen(true)}>Open</Button>
        {isOpen && <Dialog onClose={() => setIsOpen(false)} />}
      </>
    );
  };
}

const Example = ({ onClose }: { onClose: () => void }) => (
  <ViewDialog title="Example" onClose={onClose}>
    Content
  </ViewDialog>
);

test('a dialog opens when its code has been loaded', async () => {
  const Form = formWith(() => Promise.resolve(Example));
  const { user } = renderScreen(<Form />);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('dialog', { name: 'Example' })).toBeTruthy();
});

test('a dialog whose code cannot be loaded says so, keeps the form behind it, and can be opened later', async () => {
  let isOnline = false;
  const Form = formWith(() => (isOnline ? Promise.resolve(Example) : Promise.reject(new Error('offline'))));
  const { user } = renderScreen(<Form />);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Ann');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText(/This dialog could not be loaded/)).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Ann');
  isOnline = true;
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('dialog', { name: 'Example' })).toBeTruthy();
});
