/** @jest-environment jsdom */
import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpError } from '../../shared/http/http-error';
import { DashboardAccessProvider, type DashboardAccess } from '../../shared/dashboard-access';
import { respondToUploads } from '../../testing/fake-uploads';
import { type Answers, renderScreen, serverError } from '../../testing/render';
import { FileUploadsProvider } from './file-uploads-context';
import { FilesTab } from './files-tab';

afterEach(() => jest.restoreAllMocks());

const uploadTo = (uploadURL: string) => ({ createUpload: { __typename: 'SignedUpload', uploadURL, headers: {} } });
const CreateUpload = uploadTo(`${location.origin}/objects/upload/1?expires=1`);
const pdf = new File(['\x89PNG'], 'prices.pdf', { type: 'application/pdf' });
const wrongType = serverError('This file is not of type application/pdf.', { code: 'UNSUPPORTED_MEDIA_TYPE' });
const NOT_RECORDED = 'File uploaded but metadata could not be saved';

const stored = (id: string, originalName: string) => ({
  __typename: 'File',
  id,
  clientId: 'client-1',
  originalName,
  fileName: originalName,
  objectPath: `/objects/${id}`,
  fileSize: 10,
  mimeType: 'application/pdf',
  createdAt: '2026-01-01T00:00:00Z',
  version: 3,
});
const filesOf = (...nodes: object[]) => ({
  client: {
    __typename: 'Client',
    id: 'client-1',
    files: {
      __typename: 'FileConnection',
      nodes,
      pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
    },
  },
});

async function open(answers: Answers = {}, access: DashboardAccess = 'owner') {
  const rendered = renderScreen(
    <DashboardAccessProvider value={access}>
      <FileUploadsProvider clientId="client-1">
        <FilesTab clientId="client-1" timeZone="UTC" />
      </FileUploadsProvider>
    </DashboardAccessProvider>,
    { CreateUpload, Files: filesOf(stored('file-1', 'menu.pdf')), ...answers },
  );
  await screen.findByRole('link', { name: 'menu.pdf' });
  const choose = (chosen: File | File[]) =>
    rendered.user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, chosen);
  return { ...rendered, choose };
}

async function upload(answers: Answers, file = pdf) {
  const rendered = await open(answers);
  const { choose } = rendered;
  await choose(file);
  return rendered;
}
const failWith = (error: Error) => () => {
  throw error;
};
/** Waits for a row with the file and the reason, and for a toast with the title and the reason. */
async function expectFailure(hasToast: (text: string) => boolean, title: string, reason: string, name = pdf.name) {
  const list = within(await screen.findByRole('list', { name: 'uploads' }));
  await list.findByText(reason);
  expect(list.getByText(name)).toBeTruthy();
  await waitFor(() => expect(hasToast(title)).toBe(true));
  expect(hasToast(reason)).toBe(true);
}

describe('a failed upload in the file manager', () => {
  beforeEach(() => respondToUploads({ status: 200 }));

  it.each([
    ['of another type than its name says', wrongType],
    ['that is too large', serverError('File size must be less than 120MB', { code: 'PAYLOAD_TOO_LARGE' })],
    ['over the storage quota', serverError('Storage limit of 10 GB reached.', { code: 'LIMIT_REACHED' })],
  ])('shows the server’s message for a file %s', async (_case, error) => {
    const { hasToast } = await upload({ CompleteUpload: failWith(error) });
    await expectFailure(hasToast, 'Failed to upload file', error.message);
    expect(hasToast(NOT_RECORDED)).toBe(false);
  });

  it('shows the server’s message if no upload URL is created', async () => {
    const error = serverError('Storage limit of 10 GB reached.', { code: 'LIMIT_REACHED' });
    const { hasToast } = await upload({ CreateUpload: failWith(error) });
    await expectFailure(hasToast, 'Failed to upload file', error.message);
  });

  it('shows the server’s message if the upload URL rejects the file', async () => {
    const answer = { message: 'This upload URL was already used.', code: 'CONFLICT' };
    respondToUploads({ status: 409, responseText: JSON.stringify(answer) });
    const { hasToast } = await upload({});
    await expectFailure(hasToast, 'Failed to upload file', answer.message);
  });

  it('shows no body that is not the server’s', async () => {
    respondToUploads({ status: 403, responseText: '<Error><Code>AccessDenied</Code></Error>' });
    const { hasToast } = await upload({});
    await expectFailure(hasToast, 'Error', 'Failed to upload file');
  });

  it.each([
    ['gets no response', new TypeError('Failed to fetch')],
    ['gets a 502', new HttpError({ status: 502, statusText: 'Bad Gateway' }, '')],
    ['fails inside the server', serverError('An internal error occurred.', { code: 'INTERNAL_SERVER_ERROR' })],
    ['finds the database unavailable', serverError('The service is not reachable.', { code: 'UNAVAILABLE' })],
  ])('is stored without metadata if completing it %s', async (_case, error) => {
    const { hasToast } = await upload({ CompleteUpload: failWith(error) });
    await expectFailure(hasToast, 'Warning', NOT_RECORDED);
  });

  it.each([
    [
      'the page’s own domain, whichever the server names',
      'https://leads.example/objects/upload/1?expires=1',
      '/objects/upload/1?expires=1',
    ],
    ['a bucket', 'https://storage.example/bucket/pending/1', undefined],
  ])('goes to %s', async (_case, uploadURL, path) => {
    const requested = respondToUploads();
    await upload({ CreateUpload: uploadTo(uploadURL) });
    await waitFor(() => expect(requested).toEqual([path ?? uploadURL]));
  });

  it('names the address of the page if a bucket does not answer, because the bucket may not allow it', async () => {
    respondToUploads();
    const { hasToast } = await upload({ CreateUpload: uploadTo('https://storage.example/bucket/pending/1') });
    const reason =
      'The file store did not answer. If your connection works, the store does not allow uploads from http://localhost.';
    await expectFailure(hasToast, 'Failed to upload file', reason);
  });

  it('names no address if the page’s own server does not answer', async () => {
    respondToUploads();
    const { hasToast } = await upload({});
    await expectFailure(hasToast, 'Error', 'Failed to upload file');
  });

  it('keeps its row until it is dismissed or the file is uploaded again', async () => {
    const { user, choose } = await upload({ CompleteUpload: failWith(wrongType) });
    const list = within(await screen.findByRole('list', { name: 'uploads' }));
    await list.findByText(wrongType.message);
    const large = new File(['x'], 'film.avi', { type: 'video/x-msvideo' });
    Object.defineProperty(large, 'size', { value: MAX_UPLOAD_BYTES + 1 });
    await choose(large);
    await list.findByText('Video files must be less than 120MB (approximately 2 minutes)');
    await choose(pdf);
    await waitFor(() => expect(list.getAllByText(wrongType.message)).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Dismiss film.avi' }));
    await waitFor(() => expect(list.queryByText('film.avi')).toBeNull());
    expect(list.getByText(pdf.name)).toBeTruthy();
  });
});

describe('files dropped on the table', () => {
  const tooLarge = new File(['x'], 'backup.zip', { type: 'application/zip' });
  Object.defineProperty(tooLarge, 'size', { value: MAX_UPLOAD_BYTES + 1 });
  const transferOf = (...files: File[]) => ({
    types: ['Files'],
    items: files.map((file) => ({
      kind: 'file',
      getAsFile: () => file,
      webkitGetAsEntry: () => ({ isFile: true, isDirectory: false }),
    })),
  });

  it('are uploaded, except one that is too large, which is listed with the reason', async () => {
    respondToUploads({ status: 200 });
    const completed = { completeUpload: { __typename: 'CompletedUpload', objectPath: '/objects/2', file: null } };
    const { sentOf, hasToast } = await open({ CompleteUpload: completed });
    const table = screen.getByRole('table');
    const dataTransfer = transferOf(pdf, tooLarge, new File(['y'], 'tour.txt', { type: 'text/plain' }));
    fireEvent.dragOver(table, { dataTransfer });
    fireEvent.drop(table, { dataTransfer });
    await waitFor(() => expect(sentOf('CompleteUpload')).toHaveLength(2));
    expect(sentOf('CompleteUpload')).toMatchObject([
      { input: { fileName: 'prices.pdf' } },
      { input: { fileName: 'tour.txt' } },
    ]);
    const list = within(screen.getByRole('list', { name: 'uploads' }));
    expect(list.getByText('backup.zip')).toBeTruthy();
    expect(list.getByText('File size must be less than 120MB')).toBeTruthy();
    await waitFor(() => expect(hasToast('File uploaded successfully')).toBe(true));
  });

  it('are uploaded although two have the same name and size', async () => {
    respondToUploads({ status: 200 });
    const { sentOf } = await open({ CompleteUpload: failWith(wrongType) });
    const table = screen.getByRole('table');
    const dataTransfer = transferOf(pdf, new File(['\x89PNG'], 'prices.pdf', { type: 'application/pdf' }));
    fireEvent.dragOver(table, { dataTransfer });
    fireEvent.drop(table, { dataTransfer });
    await waitFor(() => expect(sentOf('CreateUpload')).toHaveLength(2));
    expect(sentOf('CreateUpload')).toMatchObject([
      { size: pdf.size, mimeType: 'application/pdf', sendsHeaders: true },
      { mimeType: 'application/pdf' },
    ]);
  });

  it('are not uploaded on a read-only dashboard, which has no upload button', async () => {
    const { sent } = await open({}, 'readOnlyLink');
    const dataTransfer = transferOf(pdf);
    fireEvent.dragOver(screen.getByRole('table'), { dataTransfer });
    fireEvent.drop(screen.getByRole('table'), { dataTransfer });
    expect(screen.queryByRole('button', { name: 'Upload files' })).toBeNull();
    expect(sent.map(({ name }) => name)).toEqual(['Files']);
  });
});

describe('the dialogs of the file manager', () => {
  const back = async (router: Awaited<ReturnType<typeof open>>['router']) => act(() => router.navigate(-1));

  it.each([
    ['rename', 'Rename menu.pdf', 'dialog', 'Rename file'],
    ['delete', 'Delete menu.pdf', 'alertdialog', 'Delete menu.pdf?'],
  ])('have an address: %s', async (kind, action, role, title) => {
    const { user, router } = await open();
    const button = screen.getByRole('button', { name: action });
    await user.click(button);
    await screen.findByRole(role, { name: title });
    expect(router.state.location.search).toBe(`?dialog=${kind}&id=file-1`);
    await back(router);
    await waitFor(() => expect(screen.queryByRole(role)).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
    await act(() => router.navigate(`/?dialog=${kind}&id=file-1`));
    await screen.findByRole(role, { name: title });
  });

  it('say that the file of a link does not exist', async () => {
    const { user, router } = await open();
    await act(() => router.navigate('/?dialog=rename&id=file-9'));
    await screen.findByRole('dialog', { name: 'This file was not found' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('do not open from a link on a read-only dashboard', async () => {
    const { router } = await open({}, 'readOnlyLink');
    await act(() => router.navigate('/?dialog=rename&id=file-1'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
