import { Box, type BoxProps, Button, type ButtonProps, FileUpload, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface FileInputProps {
  accept?: string | undefined;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  /** Contains a `FileButton`, a `FileDropZone` or both. */
  children: ReactNode;
}

/** Takes files that are chosen or dropped. It keeps none, so that `onFiles` decides on each, and says why. */
export function FileInput({ accept, multiple = false, disabled = false, onFiles, children }: FileInputProps) {
  return (
    <FileUpload.Root
      unstyled
      position="relative"
      disabled={disabled}
      acceptedFiles={[]}
      maxFiles={Infinity}
      onFileAccept={({ files }) => onFiles(files)}
      // Two files with the same name and size.
      onFileReject={({ files }) => onFiles(files.map(({ file }) => file))}
    >
      <FileUpload.HiddenInput accept={accept} multiple={multiple} />
      {children}
    </FileUpload.Root>
  );
}

/** A button that opens the file chooser. */
export const FileButton = (props: ButtonProps) => (
  <FileUpload.Trigger asChild>
    <Button {...props} />
  </FileUpload.Trigger>
);

interface FileDropZoneProps extends BoxProps {
  /** Covers the content while files are dragged over it. */
  hint?: string;
}

/** A box that accepts dropped files. Without a mouse, a `FileButton` is the way. */
export const FileDropZone = ({ hint, children, ...box }: FileDropZoneProps) => (
  // In place of the role `application`, which would hide the content from the commands of a screen reader.
  <FileUpload.Dropzone disableClick role="group" aria-label="" asChild>
    <Box
      borderWidth="1px"
      borderStyle="dashed"
      borderRadius="l3"
      borderColor="border.control"
      bg="bg.panel"
      transition="background 120ms, border-color 120ms"
      position="relative"
      _dragging={{ borderColor: 'brand.border', bg: 'brand.subtle' }}
      {...box}
    >
      {children}
      {hint && (
        <Box
          aria-hidden="true"
          position="absolute"
          inset="0"
          zIndex="1"
          display="none"
          css={{ '[data-dragging] > &': { display: 'block' } }}
          pointerEvents="none"
          padding="4"
          textAlign="center"
          borderWidth="2px"
          borderStyle="dashed"
          borderColor="brand.solid"
          borderRadius="l3"
          bg="brand.subtle/90"
        >
          <Text
            as="span"
            display="inline-block"
            position="sticky"
            top="50dvh"
            paddingX="4"
            paddingY="2"
            borderRadius="full"
            fontWeight="medium"
            bg="brand.solid"
            color="brand.contrast"
          >
            {hint}
          </Text>
        </Box>
      )}
    </Box>
  </FileUpload.Dropzone>
);
