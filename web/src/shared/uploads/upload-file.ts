import type { ApolloClient } from '@apollo/client';
import { httpStatus } from '@dripline/contract/error-codes';
import { toasts } from '../../messages/toasts';
import type { ToastMessage } from '../../ui/feedback/toaster';
import { errorCodeOf, errorMessageOf } from '../api-error';
import { CreateUploadDocument, CompleteUploadDocument } from '../graphql/generated';
import { HttpError } from '../http/http-error';
import { contentTypeOf, FileStoreUnreachableError, uploadToSignedUrl } from './put-file';

interface UploadOptions {
  file: File;
  /** The client that owns the file. Without it, the file is an image or video of a campaign or brand. */
  clientId?: string | undefined;
  /** Called with the uploaded share of the file, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** The file was uploaded, but the server could not record it. */
class UploadNotRecordedError extends Error {}

/** Requests a signed URL, uploads the file and publishes it. Returns the file's path. */
export async function uploadFile(
  apollo: ApolloClient,
  { file, clientId, onProgress, signal }: UploadOptions,
): Promise<string> {
  const { data: upload } = await apollo.mutate({
    mutation: CreateUploadDocument,
    variables: { clientId: clientId ?? null, sendsHeaders: true, size: file.size, mimeType: contentTypeOf(file) },
    context: { fetchOptions: { signal } },
  });
  const { uploadURL, headers } = upload!.createUpload;
  signal.throwIfAborted();
  await uploadToSignedUrl({ url: uploadURL, headers, file, onShare: onProgress, signal });
  // The user may have cancelled after the last byte was sent.
  signal.throwIfAborted();
  const input = {
    objectURL: uploadURL,
    fileName: file.name,
    fileSize: file.size,
    mimeType: file.type || null,
    clientId: clientId ?? null,
  };
  try {
    const { data: published } = await apollo.mutate({
      mutation: CompleteUploadDocument,
      variables: { input },
    });
    return published!.completeUpload.objectPath;
  } catch (cause) {
    if (isRejection(cause)) throw cause;
    throw new UploadNotRecordedError('The file was uploaded but could not be published', { cause });
  }
}

/** Whether the server rejected the upload, instead of failing. */
function isRejection(error: unknown): boolean {
  const code = errorCodeOf(error);
  const status = code ? httpStatus[code] : error instanceof HttpError ? error.status : Infinity;
  return status < 500;
}

/** Returns the toast of an upload that failed. */
export function failureOf(error: unknown): ToastMessage {
  if (error instanceof UploadNotRecordedError) return toasts.fileNotRecorded;
  if (error instanceof FileStoreUnreachableError) return toasts.fileStoreUnreachable(location.origin);
  return toasts.fileUploadFailed(errorMessageOf(error));
}
