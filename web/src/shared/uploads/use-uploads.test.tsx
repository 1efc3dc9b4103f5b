/** @jest-environment jsdom */
import { screen, waitFor } from '@testing-library/react';
import { renderScreen } from '../../testing/render';
import { useUploads } from './use-uploads';

jest.mock('./upload-file', () => ({ uploadFile: () => new Promise(() => undefined) }));

function Uploads() {
  const { uploads, start } = useUploads({ maxBytes: 10, onPublished: () => undefined });
  return (
    <>
      <button onClick={() => start(new File(['x'], 'a.png', { type: 'image/png' }))}>Upload</button>
      {uploads.map(({ id, name, cancel }) => (
        <button key={id} onClick={cancel}>
          Cancel {name}
        </button>
      ))}
    </>
  );
}

describe('a running upload', () => {
  async function startUpload() {
    const rendered = renderScreen(<Uploads />);
    await rendered.user.click(await screen.findByRole('button', { name: 'Upload' }));
    await screen.findByRole('button', { name: 'Cancel a.png' });
    return rendered;
  }

  it('asks before a link to another page cancels it', async () => {
    const { user, router } = await startUpload();
    void router.navigate('/elsewhere');
    await screen.findByRole('alertdialog', { name: 'Cancel the upload?' });
    await user.click(screen.getByRole('button', { name: 'Keep uploading' }));
    expect(router.state.location.pathname).toBe('/');
  });

  it('continues on another tab of the dashboard without a question', async () => {
    const { router } = await startUpload();
    await router.navigate('?tab=other');
    expect(router.state.location.search).toBe('?tab=other');
  });

  it('asks nothing after it was cancelled', async () => {
    const { user, router } = await startUpload();
    await user.click(screen.getByRole('button', { name: 'Cancel a.png' }));
    await router.navigate('/elsewhere');
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'));
  });
});
