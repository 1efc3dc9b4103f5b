import { Button, type ButtonProps } from '@chakra-ui/react';
import { useRef } from 'react';

interface FileButtonProps extends ButtonProps {
  accept?: string | undefined;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
}

/** A button that opens the file chooser. */
export function FileButton({ accept, multiple = false, onFiles, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button type="button" {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Reset, so that choosing the same file again fires another change event.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
