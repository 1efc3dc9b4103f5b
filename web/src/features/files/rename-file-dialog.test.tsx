/** @jest-environment jsdom */
import { screen, waitFor } from '@testing-library/react';
import { type Answers, conflictWith, renderScreen, serverError } from '../../testing/render';
import { hasOpenForm } from '../../ui/form/unsaved-changes';
import { RenameFileDialog } from './rename-file-dialog';

const file = {
  id: 'file-1',
  clientId: 'client-1',
  originalName: 'price-list.pdf',
  fileSize: 1,
  mimeType: 'application/pdf',
  objectPath: '/objects/price-list.pdf',
  createdAt: '2026-01-01T00:00:00Z',
  version: 3,
};
const renamed = (originalName: string, version = 4) => ({
  renameFile: { __typename: 'File', ...file, originalName, version },
});
const onClose = jest.fn();

async function open(answers: Answers = {}) {
  onClose.mockClear();
  const rendered = renderScreen(<RenameFileDialog file={file} onClose={onClose} />, answers);
  const name = await screen.findByRole('textbox', { name: 'File Name' });
  const type = async (text: string) => {
    await rendered.user.clear(name);
    await rendered.user.type(name, text);
  };
  const save = () => rendered.user.click(screen.getByRole('button', { name: 'Save name' }));
  return { ...rendered, name, type, save };
}
const question = () => screen.findByRole('alertdialog', { name: 'Discard unsaved changes?' });

describe('a form dialog', () => {
  it('closes without a question if nothing was typed', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it.each(['Cancel', 'Close', 'Escape'])('asks before %s discards what was typed', async (way) => {
    const { user, type } = await open();
    await type('new.pdf');
    await (way === 'Escape' ? user.keyboard('{Escape}') : user.click(screen.getByRole('button', { name: way })));
    await question();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('keeps the input when the user keeps editing', async () => {
    const { user, type, name } = await open();
    await type('new.pdf');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await question();
    await user.click(screen.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect((name as HTMLInputElement).value).toBe('new.pdf');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('closes when the user discards the changes', async () => {
    const { user, type } = await open();
    await type('new.pdf');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it.each(['/elsewhere', '?tab=other'])('asks before a link to %s leaves', async (to) => {
    const { type, router } = await open();
    await type('new.pdf');
    void router.navigate(to);
    await question();
    expect(router.state.location.pathname + router.state.location.search).toBe('/');
  });

  it('leaves when the user discards the changes', async () => {
    const { user, type, router } = await open();
    await type('new.pdf');
    void router.navigate('/elsewhere');
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  });

  it('asks before Back leaves', async () => {
    const { user, router } = await open();
    await router.navigate('/?from=list');
    await user.type(await screen.findByRole('textbox', { name: 'File Name' }), 'x');
    void router.navigate(-1);
    await question();
    expect(router.state.location.search).toBe('?from=list');
  });

  it('asks the browser before a reload loses input, and only then', async () => {
    const { type } = await open();
    const reload = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(reload()).toBe(false);
    await type('new.pdf');
    expect(reload()).toBe(true);
  });

  it('counts as an open form, so that an expired session is renewed over it', async () => {
    expect(hasOpenForm()).toBe(false);
    await open();
    expect(hasOpenForm()).toBe(true);
  });

  it('sends the change with the version that it is based on', async () => {
    const { type, save, sentOf } = await open({ RenameFile: renamed('new.pdf') });
    await type(' new.pdf ');
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sentOf('RenameFile')).toEqual([{ id: 'file-1', fileName: 'new.pdf', expectedVersion: 3 }]);
  });

  it('refuses a blank value with the server’s message', async () => {
    const { type, save, sent } = await open();
    await type('   ');
    await save();
    await screen.findByText('File name must have 1 to 200 characters.');
    expect(sent).toEqual([]);
  });

  it('shows the server’s message at its field, and keeps the input', async () => {
    const { type, save, name } = await open({
      RenameFile: () => {
        throw serverError('No.', { code: 'BAD_USER_INPUT', fields: { fileName: 'This name is not allowed.' } });
      },
    });
    await type('new.pdf');
    await save();
    await screen.findByText('This name is not allowed.');
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect((name as HTMLInputElement).value).toBe('new.pdf');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('shows both values if somebody else changed the same field, and saves the chosen one', async () => {
    const { user, type, save, sentOf } = await open({
      RenameFile: ({ expectedVersion }) => {
        if (expectedVersion === 3) throw conflictWith({ ...file, originalName: 'theirs.pdf', version: 7 });
        return renamed('mine.pdf', 8);
      },
    });
    await type('mine.pdf');
    await save();
    await screen.findByRole('radio', { name: 'Theirs, saved meanwhile: theirs.pdf' });
    await save();
    await screen.findByText('Choose one of the two values.');
    expect(sentOf('RenameFile')).toHaveLength(1);
    await user.click(screen.getByRole('radio', { name: 'Yours: mine.pdf' }));
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sentOf('RenameFile')[1]).toEqual({ id: 'file-1', fileName: 'mine.pdf', expectedVersion: 7 });
  });

  it('keeps the other’s value if it is chosen', async () => {
    const { user, type, save, name, sentOf } = await open({
      RenameFile: () => {
        throw conflictWith({ ...file, originalName: 'theirs.pdf', version: 7 });
      },
    });
    await type('mine.pdf');
    await save();
    await user.click(await screen.findByRole('radio', { name: /^Theirs/ }));
    expect((name as HTMLInputElement).value).toBe('theirs.pdf');
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sentOf('RenameFile')).toHaveLength(1);
  });
});
