import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import { DialogForm, type DialogFormProps } from './dialog-form';
import { useDialogFocus } from './use-dialog-focus';
import { useDiscardQuestion } from './use-discard-question';

interface FormDialogProps extends DialogFormProps {
  /** Whether closing would lose input. The dialog then asks for confirmation. */
  isUnsaved: boolean;
  size?: 'md' | 'lg' | 'xl';
  onClose: () => void;
}

/** A short form in a dialog, or in a sheet on phones, which asks before it discards input. Mount it to open it. */
export function FormDialog({ isUnsaved, size = 'lg', onClose, ...form }: FormDialogProps) {
  const { contentRef, returnFocus } = useDialogFocus();
  const [question, leave] = useDiscardQuestion({ isUnsaved });
  const cancel = () => leave(onClose);
  return (
    <Dialog.Root
      open
      onOpenChange={({ open }) => !open && cancel()}
      size={size}
      closeOnInteractOutside={false}
      finalFocusEl={returnFocus}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content ref={contentRef}>
            <DialogForm parts={Dialog} onCancel={cancel} {...form} />
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
      {question}
    </Dialog.Root>
  );
}
