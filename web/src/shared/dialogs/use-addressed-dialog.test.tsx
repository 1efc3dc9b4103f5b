/** @jest-environment jsdom */
import { Button } from '@chakra-ui/react';
import { act, screen, waitFor } from '@testing-library/react';
import { renderScreen } from '../../testing/render';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { useUnsavedChanges } from '../../ui/form/unsaved-changes';
import { keepsTab } from './dialog-link';
import { useAddressedDialog } from './use-addressed-dialog';

const kinds = ['view'] as const;

/** A form of a tab, and a dialog beside it. */
function Form() {
  useUnsavedChanges({ isUnsaved: true, staysOnPage: keepsTab });
  const { kind, open, close } = useAddressedDialog(kinds);
  return (
    <>
      <Button onClick={() => open('view')}>Open</Button>
      {kind && <ViewDialog title="Example" onClose={close} children="Content" />}
    </>
  );
}

test('a dialog opens and closes beside an unsaved form of its tab, which is still guarded afterwards', async () => {
  const { user, router } = renderScreen(<Form />);
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'Example' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.search).toBe('');
  await act(() => router.navigate('/?tab=other'));
  await screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });
});
