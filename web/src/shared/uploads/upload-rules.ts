import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { IMAGE_TYPES, VIDEO_TYPES } from '@dripline/contract/media-types';
import { toasts } from '../../messages/toasts';
import type { ToastMessage } from '../../ui/feedback/toaster';

/** The files that an input accepts. Without `kinds`, any type is allowed. */
export interface UploadRules {
  maxBytes: number;
  kinds?: ReadonlyArray<'image' | 'video'>;
}

/** Returns the allowed types as a file input's `accept` attribute. */
export const acceptAttribute = ({ kinds }: Pick<UploadRules, 'kinds'>) =>
  kinds?.flatMap((kind) => typesOf[kind]).join(',');

/** Checks a file before it is uploaded. Returns the toast to show, or undefined when the file is valid. */
export function validateUpload(
  { type, size }: Pick<File, 'type' | 'size'>,
  { maxBytes, kinds }: UploadRules,
): ToastMessage | undefined {
  if (kinds && !kinds.some((kind) => typesOf[kind].includes(type))) return wrongKind(kinds);
  if (type.startsWith('video/') && size > MAX_UPLOAD_BYTES) return toasts.videoTooLarge;
  return size > maxBytes ? toasts.fileTooLarge(maxBytes) : undefined;
}

const typesOf = { image: IMAGE_TYPES, video: VIDEO_TYPES };

function wrongKind(kinds: NonNullable<UploadRules['kinds']>): ToastMessage {
  if (kinds.length > 1) return toasts.notAnImageOrVideo;
  return kinds[0] === 'image' ? toasts.notAnImage : toasts.notAVideo;
}
