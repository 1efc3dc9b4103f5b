import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useUnsavedChanges } from '../form/unsaved-changes';
import { useDialogFocus } from './use-dialog-focus';

interface ViewDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** The content cannot be viewed again, so only a button of the footer closes the dialog. */
  isShownOnce?: boolean;
}

/** A dialog with content to read, or a sheet on phones. Mount it to open it. */
export function ViewDialog({ title, onClose, children, footer, isShownOnce = false }: ViewDialogProps) {
  const { contentRef, returnFocus } = useDialogFocus();
  useUnsavedChanges({ isUnsaved: isShownOnce, kind: 'secret' });
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => !open && onClose()}
      size="lg"
      closeOnInteractOutside={!isShownOnce}
      closeOnEscape={!isShownOnce}
      finalFocusEl={returnFocus}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content ref={contentRef}>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body tabIndex={0}>{children}</Dialog.Body>
            {footer && (
              <Dialog.Footer borderTopWidth="1px" flexWrap="wrap">
                {footer}
              </Dialog.Footer>
            )}
            {!isShownOnce && (
              <Dialog.CloseTrigger asChild>
                <CloseButton size="sm" colorPalette="gray" />
              </Dialog.CloseTrigger>
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
