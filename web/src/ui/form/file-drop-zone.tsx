import { Box, type BoxProps } from '@chakra-ui/react';
import { type DragEvent, useEffect, useState } from 'react';

interface FileDropProps extends BoxProps {
  onFiles: (files: File[]) => void;
}

/** A box that accepts dropped files. */
export function FileDropZone({ onFiles, ...box }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  useEffect(preventFileNavigation, []);
  return (
    <Box
      borderWidth="1px"
      borderStyle="dashed"
      borderRadius="l3"
      borderColor={isOver ? 'brand.border' : 'border.control'}
      bg={isOver ? 'brand.subtle' : 'bg.panel'}
      transition="background 120ms, border-color 120ms"
      {...box}
      onDragOver={() => setIsOver(true)}
      onDragLeave={({ currentTarget, relatedTarget }: DragEvent) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setIsOver(false);
      }}
      onDrop={({ dataTransfer }: DragEvent) => {
        setIsOver(false);
        if (dataTransfer.files.length > 0) onFiles([...dataTransfer.files]);
      }}
    />
  );
}

/** Prevents the browser from opening a file that is dropped outside the box. */
function preventFileNavigation() {
  const prevent = (event: Event) => event.preventDefault();
  for (const type of ['dragover', 'drop']) addEventListener(type, prevent);
  return () => {
    for (const type of ['dragover', 'drop']) removeEventListener(type, prevent);
  };
}
