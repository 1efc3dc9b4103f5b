/** @jest-environment jsdom */
import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpError } from '../../shared/http/http-error';
import { respondToUploads } from '../../testing/fake-uploads';
import { type Answers, renderScreen, serverError } from '../../testing/render';
import { FileUploadsProvider } from './file-uploads-context';
import { UploadPanel } from './upload-panel';

afterEach(() => jest.restoreAllMocks());

const uploadTo = (uploadURL: string) => ({ createUpload: { __typename: 'SignedUpload', uploadURL, headers: {} } });
const CreateUpload = uploadTo(`${location.origin}/objects/upload/1?expires=1`);
const pdf = new File(['\x89PNG'], 'prices.pdf', { type: 'application/pdf' });
const wrongType = serverError('This file is not of type application/pdf.', { code: 'UNSUPPORTED_MEDIA_TYPE' });
const NOT_RECORDED = 'File uploaded but metadata could not be saved';

async function upload(answers: Answers, file = pdf) {
  const rendered = renderScreen(
    <FileUploadsProvider clientId="client-1">
      <UploadPanel />
    </FileUploadsProvider>,
    { CreateUpload, ...answers },
  );
  await screen.findByRole('button', { name: 'Upload files' });
  const choose = (chosen: File) => rendered.user.upload(document.querySelector<HTMLInputElement>('input')!, chosen);
  await choose(file);
  return { ...rendered, choose };
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

  it('names the origin at which uploads work if the page was opened at another one', async () => {
    respondToUploads();
    const { hasToast } = await upload({ CreateUpload: uploadTo('https://leads.example/objects/upload/1?expires=1') });
    const reason = 'Uploads only work at https://leads.example. Open this page there.';
    await expectFailure(hasToast, 'Failed to upload file', reason);
  });

  it.each([
    ['the page’s own origin', `${location.origin}/objects/upload/1`],
    ['a bucket', 'https://storage.example/bucket/pending/1'],
  ])('names no origin if the URL is at %s', async (_case, uploadURL) => {
    respondToUploads();
    const { hasToast } = await upload({ CreateUpload: uploadTo(uploadURL) });
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
