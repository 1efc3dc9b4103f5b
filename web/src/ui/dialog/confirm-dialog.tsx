import { Button, Dialog, Portal } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { BusyButton } from '../button/busy-button';
import { useDialogFocus } from './use-dialog-focus';

interface ConfirmDialogProps {
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Asks for confirmation before a destructive action. Cancel has the initial focus. It is a sheet on phones. Mount it to
 * open it.
 */
export function ConfirmDialog({
  title,
  confirmLabel,
  cancelLabel = 'Cancel',
  busy,
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const confirmed = useRef(false);
  const { contentRef, returnFocus } = useDialogFocus(({ findOpener, findSurroundings }) =>
    confirmed.current ? findSurroundings() : findOpener(),
  );
  const close = () => {
    confirmed.current = false;
    onClose();
  };
  return (
    <Dialog.Root
      open
      role="alertdialog"
      size="sm"
      initialFocusEl={() => cancel.current}
      finalFocusEl={returnFocus}
      onOpenChange={({ open }) => !open && close()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content ref={contentRef}>
            <Dialog.Header>
              <Dialog.Title>{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body color="fg.muted">
              <Dialog.Description>{children}</Dialog.Description>
            </Dialog.Body>
            <Dialog.Footer>
              <Button ref={cancel} variant="outline" colorPalette="gray" onClick={close}>
                {cancelLabel}
              </Button>
              <BusyButton
                colorPalette="red"
                loading={busy}
                onClick={() => {
                  confirmed.current = true;
                  onConfirm();
                }}
              >
                {confirmLabel}
              </BusyButton>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
