import { CloseButton, Dialog, Portal } from '@chakra-ui/react';
import { sharedMessages } from '../../../messages/shared';
import { useDialogFocus } from '../../../ui/dialog/use-dialog-focus';
import { PreviewPane } from './preview-pane';

interface Props {
  client: Parameters<typeof PreviewPane>[0]['client'];
  productName: string;
  onClose: () => void;
}

/** A full-screen preview, for a campaign that has no URL yet. Mount it to open it. */
export function PreviewDialog({ client, productName, onClose }: Props) {
  const { contentRef, returnFocus } = useDialogFocus();
  return (
    <Dialog.Root open size="full" onOpenChange={({ open }) => !open && onClose()} finalFocusEl={returnFocus}>
      <Portal>
        <Dialog.Positioner>
          <Dialog.Content ref={contentRef} bg="bg.muted">
            <Dialog.Header paddingY="3" bg="bg.panel" borderBottomWidth="1px">
              <Dialog.Title>{sharedMessages.preview}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body padding="0" minHeight="0">
              <PreviewPane client={client} productName={productName} />
            </Dialog.Body>
            <Dialog.CloseTrigger asChild>
              <CloseButton size="sm" colorPalette="gray" />
            </Dialog.CloseTrigger>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
