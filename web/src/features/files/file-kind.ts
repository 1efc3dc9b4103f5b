import { IMAGE_TYPES } from '@dripline/contract/media-types';
import {
  File as FileIcon,
  FileArchive,
  FileSpreadsheet,
  FileText,
  Film,
  Image,
  type LucideIcon,
  Music,
} from 'lucide-react';

interface FileKind {
  label: string;
  icon: LucideIcon;
  matches: RegExp;
}

const kinds: FileKind[] = [
  { label: 'Image', icon: Image, matches: /^image\// },
  { label: 'Video', icon: Film, matches: /^video\// },
  { label: 'Audio', icon: Music, matches: /^audio\// },
  { label: 'PDF', icon: FileText, matches: /^application\/pdf$/ },
  { label: 'Archive', icon: FileArchive, matches: /\/(x-)?(zip|gzip|tar|rar|7z)/ },
  { label: 'Spreadsheet', icon: FileSpreadsheet, matches: /spreadsheet|excel|\/csv$/ },
  { label: 'Document', icon: FileText, matches: /^text\/|document|msword|\/rtf$/ },
];

/** Returns the label and icon for a MIME type. */
export const fileKind = (mimeType: string): FileKind =>
  kinds.find(({ matches }) => matches.test(mimeType)) ?? { label: 'File', icon: FileIcon, matches: /^/ };

// A thumbnail loads the whole image.
const MAX_THUMB_BYTES = 10 * 1024 * 1024;

/** Whether the image can be used as its own thumbnail. */
export const hasThumbnail = ({ mimeType, fileSize }: { mimeType: string; fileSize: number }) =>
  IMAGE_TYPES.includes(mimeType) && fileSize <= MAX_THUMB_BYTES;
