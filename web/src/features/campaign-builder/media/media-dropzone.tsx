import { Flex, Text } from '@chakra-ui/react';
import { Upload } from 'lucide-react';
import { FileButton } from '../../../ui/form/file-button';
import { FileDropZone } from '../../../ui/form/file-drop-zone';
import { acceptAttribute } from '../../../shared/uploads/upload-rules';
import type { MediaSlot } from './media-slot';

interface Props {
  label: string;
  slots: readonly MediaSlot[];
  maxBytes: number;
  onFiles: (files: File[]) => void;
}

/** An empty media slot: a button to choose a file, and a drop zone. */
export function MediaDropZone({ label, slots, maxBytes, onFiles }: Props) {
  return (
    <FileDropZone onFiles={onFiles} borderRadius="l2">
      <Flex align="center" justify="space-between" gap="3" padding="3" flexWrap="wrap">
        <FileButton
          size="sm"
          variant="outline"
          colorPalette="gray"
          accept={acceptAttribute({ kinds: slots.map(({ kind }) => kind) })}
          onFiles={onFiles}
        >
          <Upload aria-hidden="true" /> {label}
        </FileButton>
        <Text textStyle="xs" color="fg.muted">
          Up to {maxBytes / 1024 / 1024} MB
        </Text>
      </Flex>
    </FileDropZone>
  );
}
