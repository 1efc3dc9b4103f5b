/** @jest-environment jsdom */
import { screen } from '@testing-library/react';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { renderScreen } from '../../../testing/render';
import { ShownOnceDialog } from '../../../shared/dialogs/shown-once-dialog';

const toast = { type: 'success', title: 'Copied' } as const;
const texts = { title: 'Save your secret', explanation: 'It cannot be viewed again.', label: 'Secret', copy: 'Copy' };
const onClose = jest.fn();
const dialogs = {
  secret: (
    <ShownOnceDialog value="s3cret" texts={texts} toasts={{ copied: toast, copyFailed: toast }} onClose={onClose} />
  ),
  'list of recovery codes': <RecoveryCodesDialog codes={['abcd-efgh']} onClose={onClose} />,
};

describe.each(Object.entries(dialogs))('a %s that is shown once', (_, dialog) => {
  beforeEach(() => onClose.mockClear());

  it('has no way to close it but the button that it is saved', async () => {
    const { user } = renderScreen(dialog);
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    await user.click(document.body);
    expect(onClose).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: /saved/ }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('asks before a link leaves it', async () => {
    const { router } = renderScreen(dialog);
    await screen.findByRole('dialog');
    void router.navigate('/elsewhere');
    await screen.findByRole('alertdialog', { name: 'Leave without saving the secret?' });
  });
});
