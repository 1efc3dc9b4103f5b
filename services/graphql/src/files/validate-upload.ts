import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import type { GraphQLError } from 'graphql';
import { badField, fail } from '../api/errors';
import { inlineTypes, sniffType } from './media-types';

export interface Claim {
  fileSize?: number | null;
  mimeType?: string | null;
}

/** The type under which an upload may be kept, or why it may not be. */
export type Verdict = { mimeType: string } | { refusal: GraphQLError };

/** Holds what was really uploaded against the limit and against what its uploader says of it. */
export function judgeUpload(real: { size: number; head: Buffer }, { fileSize, mimeType }: Claim): Verdict {
  if (real.size > MAX_UPLOAD_BYTES) return { refusal: tooLarge(MAX_UPLOAD_BYTES) };
  if (fileSize != null && fileSize !== real.size)
    return { refusal: badField('fileSize', `${real.size} bytes arrived, not ${fileSize}`) };
  const claimed = cleanType(mimeType);
  const sniffed = sniffType(real.head);
  if (inlineTypes.has(claimed) && (sniffed === null || kindOf(sniffed) !== kindOf(claimed))) {
    return {
      refusal: fail('UNSUPPORTED_MEDIA_TYPE', `This file is not of the type ${claimed}`, {
        fields: { mimeType: `The file is not of the type ${claimed}` },
      }),
    };
  }
  return { mimeType: sniffed ?? claimed };
}

/** In the product spec's words. */
export function tooLarge(bytes: number): GraphQLError {
  return fail('PAYLOAD_TOO_LARGE', tooLargeMessage(bytes));
}

export function tooLargeMessage(bytes: number): string {
  return `File size must be less than ${bytes / 1024 / 1024}MB`;
}

function cleanType(mimeType: string | null | undefined): string {
  const bare = (mimeType ?? '').split(';')[0]!.trim().toLowerCase();
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(bare) ? bare : 'application/octet-stream';
}

// A photo renamed from .jpg to .png, or sound in a video's container, is no lie worth refusing: the real type is kept.
function kindOf(mimeType: string): string {
  const [kind] = mimeType.split('/');
  return kind === 'audio' || kind === 'video' ? 'recording' : kind!;
}
