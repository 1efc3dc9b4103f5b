import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { dialogSheetProps } from './dialog-sheet-props';
import { useDialogFocus } from './use-dialog-focus';

interface ViewDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  footer?: ReactNode;
  /** The content cannot be viewed again, so clicks outside do not close the dialog. */
  keepOpenOnOutsideClick?: boolean;
}

/** A dialog with content to read, or a sheet on phones. Mount it to open it. */
export function ViewDialog({ title, onClose, children, footer, keepOpenOnOutsideClick = false }: ViewDialogProps) {
  const { contentRef, findOpener } = useDialogFocus();
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => !open && onClose()}
      size="lg"
      placement={{ base: 'bottom', md: 'center' }}
      motionPreset={{ base: 'slide-in-bottom', md: 'scale' }}
      scrollBehavior="inside"
      closeOnInteractOutside={!keepOpenOnOutsideClick}
      finalFocusEl={findOpener}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content ref={contentRef} {...dialogSheetProps}>
            <Dialog.Header paddingRight="12">
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body tabIndex={0}>{children}</Dialog.Body>
            {footer && <Dialog.Footer borderTopWidth="1px">{footer}</Dialog.Footer>}
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
