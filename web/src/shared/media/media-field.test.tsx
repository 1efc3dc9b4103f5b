/** @jest-environment jsdom */
import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { screen, waitFor, within } from '@testing-library/react';
import { FormProvider, useForm } from 'react-hook-form';
import { HttpError } from '../http/http-error';
import { respondToUploads } from '../../testing/fake-uploads';
import { type Answers, renderScreen, serverError } from '../../testing/render';
import { MediaField } from './media-field';
import type { MediaSlot } from './media-slot';

afterEach(() => jest.restoreAllMocks());

const slots: MediaSlot[] = [
  { name: 'formImageUrl', kind: 'image', label: 'Form Image' },
  { name: 'formVideoUrl', kind: 'video', label: 'Video' },
];
const CreateUpload = {
  createUpload: { __typename: 'SignedUpload', uploadURL: `${location.origin}/objects/upload/1`, headers: {} },
};
const video = (type: string) => new File(['x'], 'film', { type });

function Field() {
  return (
    <FormProvider {...useForm()}>
      <MediaField label="Form Image or Video" hint="" slots={slots} maxBytes={MAX_UPLOAD_BYTES} />
    </FormProvider>
  );
}

async function choose(file: File, answers: Answers = {}) {
  const rendered = renderScreen(<Field />, { CreateUpload, ...answers });
  const field = within(await screen.findByRole('group', { name: 'Form Image or Video' }));
  await rendered.user.upload(document.querySelector<HTMLInputElement>('input')!, file);
  return { ...rendered, field };
}

describe('a media field', () => {
  beforeEach(() => respondToUploads({ status: 200 }));

  it.each(['video/mp4', 'video/x-msvideo', 'video/x-matroska', 'video/3gpp'])(
    'uploads a file of type %s as the video',
    async (type) => {
      const CompleteUpload = {
        completeUpload: { __typename: 'CompletedUpload', objectPath: '/objects/1/film', file: null },
      };
      const { field, sentOf } = await choose(video(type), { CompleteUpload });
      await field.findByRole('button', { name: 'Replace Video' });
      expect(sentOf('CompleteUpload')).toMatchObject([{ input: { mimeType: type } }]);
    },
  );

  it('rejects a video of any type over the limit without sending it', async () => {
    const file = video('video/x-msvideo');
    Object.defineProperty(file, 'size', { value: MAX_UPLOAD_BYTES + 1 });
    const { field, sent } = await choose(file);
    await field.findByText('Video files must be less than 120MB (approximately 2 minutes)');
    expect(sent).toEqual([]);
  });

  it('shows why the server rejected the file', async () => {
    const error = serverError('Browsers cannot play this video.', { code: 'UNSUPPORTED_MEDIA_TYPE' });
    const { field, hasToast } = await choose(video('video/x-msvideo'), {
      CompleteUpload: () => {
        throw error;
      },
    });
    await field.findByText(error.message);
    await waitFor(() => expect(hasToast('Failed to upload file')).toBe(true));
    expect(hasToast(error.message)).toBe(true);
  });

  it('says that the metadata could not be saved if completing the upload gets a 502', async () => {
    const { field, hasToast } = await choose(video('video/mp4'), {
      CompleteUpload: () => {
        throw new HttpError({ status: 502, statusText: 'Bad Gateway' }, '');
      },
    });
    await field.findByText('File uploaded but metadata could not be saved');
    await waitFor(() => expect(hasToast('Warning')).toBe(true));
  });
});
