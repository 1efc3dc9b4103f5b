import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import { RefreshCw, Trash2 } from 'lucide-react';
import { FileButton, FileDropZone, FileInput } from '../../ui/form/file-upload';
import { MediaThumbnail } from '../../ui/data/media-thumbnail';
import { acceptAttribute } from '../uploads/upload-rules';
import type { MediaSlot } from './media-slot';

interface Props {
  slot: MediaSlot;
  src: string;
  isBusy: boolean;
  onFiles: (files: File[]) => void;
  onRemove: () => void;
}

const buttonStyle = { size: 'xs', variant: 'ghost', colorPalette: 'gray', paddingInline: '2' } as const;

/** An uploaded file with its replace and remove buttons. Dropping another file replaces it. */
export function MediaRow({ slot: { kind, label }, src, isBusy, onFiles, onRemove }: Props) {
  const file = mediaFileName(src);
  return (
    <FileInput accept={acceptAttribute({ kinds: [kind] })} disabled={isBusy} onFiles={onFiles}>
      <FileDropZone borderStyle="solid" borderColor="border" borderRadius="l2">
        <HStack gap="3" padding="2">
          <MediaThumbnail src={src} kind={kind} fit="contain" width="24" height="16" />
          <Stack gap="1" flex="1" minWidth="0">
            <Text textStyle="sm" truncate title={file}>
              {file}
            </Text>
            <HStack gap="1" marginStart="-2">
              <FileButton {...buttonStyle} aria-label={`Replace ${label}`}>
                <RefreshCw aria-hidden="true" /> Replace
              </FileButton>
              <Button
                type="button"
                {...buttonStyle}
                aria-label={`Remove ${label}`}
                disabled={isBusy}
                onClick={onRemove}
              >
                <Trash2 aria-hidden="true" /> Remove
              </Button>
            </HStack>
          </Stack>
        </HStack>
      </FileDropZone>
    </FileInput>
  );
}

/** Returns the file name in an image's or video's URL. */
export function mediaFileName(src: string): string {
  const last = src.split(/[?#]/)[0]!.split('/').filter(Boolean).at(-1) ?? src;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
