import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { IMAGE_TYPES, VIDEO_TYPES } from '@dripline/contract/media-types';
import { notices } from '../../messages/toasts';
import type { Notice } from '../../ui/feedback/toaster';

/** The files that an input accepts. Without `kinds`, any type is allowed. */
export interface UploadRules {
  maxBytes: number;
  kinds?: ReadonlyArray<'image' | 'video'>;
}

/** Returns the allowed types as a file input's `accept` attribute. */
export const acceptOf = ({ kinds }: Pick<UploadRules, 'kinds'>) => kinds?.flatMap((kind) => typesOf[kind]).join(',');

/** Checks a file before it is uploaded. Returns the toast to show, or undefined when the file is valid. */
export function uploadProblem(
  { type, size }: Pick<File, 'type' | 'size'>,
  { maxBytes, kinds }: UploadRules,
): Notice | undefined {
  if (kinds && !kinds.some((kind) => typesOf[kind].includes(type))) return wrongKind(kinds);
  if (type.startsWith('video/') && size > MAX_UPLOAD_BYTES) return notices.videoTooLarge;
  return size > maxBytes ? notices.fileTooLarge(maxBytes) : undefined;
}

const typesOf = { image: IMAGE_TYPES, video: VIDEO_TYPES };

function wrongKind(kinds: NonNullable<UploadRules['kinds']>): Notice {
  if (kinds.length > 1) return notices.notAnImageOrVideo;
  return kinds[0] === 'image' ? notices.notAnImage : notices.notAVideo;
}
