import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import type { GraphQLError } from 'graphql';
import { fieldError, fail } from '../api/errors';
import { inlineTypes, detectType } from './detect-media-type';

export interface ClaimedFile {
  fileSize?: number | null;
  mimeType?: string | null;
}

/** The media type of a valid upload, or the error of an invalid one. */
export type UploadValidation = { mimeType: string } | { error: GraphQLError };

/** Validates an upload's actual size and type against the size that its URL accepts and the uploader's claim. */
export function validateUpload(
  upload: { size: number; head: Buffer },
  { fileSize, mimeType }: ClaimedFile,
  maxBytes = MAX_UPLOAD_BYTES,
): UploadValidation {
  if (upload.size > maxBytes) return { error: uploadTooLarge(maxBytes) };
  if (fileSize != null && fileSize !== upload.size)
    return { error: fieldError('fileSize', `The upload has ${upload.size} bytes, not ${fileSize}.`) };
  const claimedType = normalizeType(mimeType);
  const detected = detectType(upload.head);
  if (inlineTypes.has(claimedType) && (detected === null || kindOf(detected) !== kindOf(claimedType))) {
    return {
      error: fail('UNSUPPORTED_MEDIA_TYPE', `This file is not of type ${claimedType}.`, {
        fields: { mimeType: `This file is not of type ${claimedType}.` },
      }),
    };
  }
  return { mimeType: detected ?? claimedType };
}

/** Returns the error for an upload over the size that its URL accepts, in bytes. */
export function uploadTooLarge(maxBytes: number): GraphQLError {
  if (maxBytes === MAX_UPLOAD_BYTES) return fileTooLarge(maxBytes);
  return fail('PAYLOAD_TOO_LARGE', `The file must have at most ${maxBytes} bytes, as declared for this upload URL.`);
}

/** Returns the error for a file over a size limit, in bytes. */
export function fileTooLarge(bytes: number): GraphQLError {
  return fail('PAYLOAD_TOO_LARGE', fileTooLargeMessage(bytes));
}

/** Returns the message for a file over a size limit, as worded in the product spec. */
export function fileTooLargeMessage(bytes: number): string {
  return `File size must be less than ${bytes / 1024 / 1024}MB`;
}

function normalizeType(mimeType: string | null | undefined): string {
  const mediaType = (mimeType ?? '').split(';')[0]!.trim().toLowerCase();
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(mediaType) ? mediaType : 'application/octet-stream';
}

// Mismatches within a kind are accepted, such as a JPEG named .png or audio in a video container. The actual type is
// stored.
function kindOf(mimeType: string): string {
  const [kind] = mimeType.split('/');
  return kind === 'audio' || kind === 'video' ? 'recording' : kind!;
}
