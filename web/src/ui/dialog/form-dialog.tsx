import { Button, CloseButton, Dialog, Portal } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { BusyButton } from '../button/busy-button';
import { dialogSheetProps } from './dialog-sheet-props';
import { dismissToast } from '../feedback/toaster';
import { markFormsSaved, useUnsavedChanges } from '../form/unsaved-changes';
import { DiscardDialog } from './discard-dialog';
import { useDialogFocus } from './use-dialog-focus';

interface FormDialogProps {
  title: string;
  description?: string;
  submitLabel: string;
  busy: boolean;
  /** Whether closing would lose input. The dialog then asks for confirmation. */
  isUnsaved: boolean;
  size?: 'md' | 'lg' | 'xl';
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A short form in a dialog, or in a sheet on phones, which asks before it discards input. Mount it to open it. */
export function FormDialog({
  title,
  description,
  submitLabel,
  busy,
  isUnsaved,
  size = 'lg',
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const { contentRef, findOpener } = useDialogFocus();
  const [isAsking, setAsking] = useState(false);
  useUnsavedChanges({ isUnsaved });
  const close = () => {
    dismissToast();
    onClose();
  };
  const cancel = () => (isUnsaved ? setAsking(true) : close());
  const discard = () => {
    markFormsSaved();
    close();
  };
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => !open && cancel()}
      size={size}
      placement={{ base: 'bottom', md: 'center' }}
      motionPreset={{ base: 'slide-in-bottom', md: 'scale' }}
      scrollBehavior="inside"
      closeOnInteractOutside={false}
      finalFocusEl={findOpener}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content ref={contentRef} {...dialogSheetProps}>
            <form
              noValidate
              style={{ display: 'contents' }}
              onSubmit={(event) => {
                event.preventDefault();
                onSubmit();
              }}
            >
              <Dialog.Header flexDirection="column" gap="1" paddingRight="12">
                <Dialog.Title>{title}</Dialog.Title>
                {description && <Dialog.Description color="fg.muted">{description}</Dialog.Description>}
              </Dialog.Header>
              <Dialog.Body>{children}</Dialog.Body>
              <Dialog.Footer borderTopWidth="1px">
                <Button variant="outline" colorPalette="gray" onClick={cancel}>
                  Cancel
                </Button>
                <BusyButton type="submit" loading={busy} loadingText={submitLabel}>
                  {submitLabel}
                </BusyButton>
              </Dialog.Footer>
              <Dialog.CloseTrigger asChild>
                <CloseButton size="sm" colorPalette="gray" />
              </Dialog.CloseTrigger>
            </form>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
      {isAsking && <DiscardDialog onDiscard={discard} onKeep={() => setAsking(false)} />}
    </Dialog.Root>
  );
}
