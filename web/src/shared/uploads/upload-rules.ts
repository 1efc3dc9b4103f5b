import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { IMAGE_TYPES, VIDEO_TYPES } from '@dripline/contract/media-types';
import { notices } from '../../messages/toasts';
import type { Notice } from '../../ui/feedback/toaster';

/** What a place takes; without kinds, any file. */
export interface UploadRules {
  maxBytes: number;
  kinds?: ReadonlyArray<'image' | 'video'>;
}

/** The same for a file input's `accept`. */
export const acceptOf = ({ kinds }: Pick<UploadRules, 'kinds'>) => kinds?.flatMap((kind) => typesOf[kind]).join(',');

/** Why a file is refused before anything is asked of the server; undefined where it is good. */
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
