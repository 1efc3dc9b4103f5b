import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { IMAGE_TYPES } from '@dripline/contract/media-types';
import { toasts } from '../../messages/toasts';
import type { ToastMessage } from '../../ui/feedback/toaster';

/** The files that an input accepts. Without `kinds`, any type is allowed. */
export interface UploadRules {
  maxBytes: number;
  kinds?: ReadonlyArray<'image' | 'video'>;
}

/** Returns the allowed types as a file input's `accept` attribute. */
export const acceptAttribute = ({ kinds }: Pick<UploadRules, 'kinds'>) =>
  kinds?.flatMap((kind) => (kind === 'video' ? 'video/*' : IMAGE_TYPES)).join(',');

/** Checks a file before it is uploaded. Returns the toast to show, or undefined when the file is valid. */
export function validateUpload(
  { type, size }: Pick<File, 'type' | 'size'>,
  { maxBytes, kinds }: UploadRules,
): ToastMessage | undefined {
  if (kinds && !kinds.some((kind) => isOfKind[kind](type))) return wrongKind(kinds);
  if (isOfKind.video(type) && size > MAX_UPLOAD_BYTES) return toasts.videoTooLarge;
  return size > maxBytes ? toasts.fileTooLarge(maxBytes) : undefined;
}

const isOfKind = {
  image: (type: string) => IMAGE_TYPES.includes(type),
  video: (type: string) => type.startsWith('video/'),
};

function wrongKind(kinds: NonNullable<UploadRules['kinds']>): ToastMessage {
  if (kinds.length > 1) return toasts.notAnImageOrVideo;
  return kinds[0] === 'image' ? toasts.notAnImage : toasts.notAVideo;
}
