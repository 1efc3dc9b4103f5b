import { Button, Code, Stack, Text } from '@chakra-ui/react';
import { Copy } from 'lucide-react';
import { sharedMessages } from '../../messages/shared';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { showToast } from '../../ui/feedback/toaster';
import { copyText } from '../clipboard/copy-text';

type Toast = Parameters<typeof showToast>[0];

interface ShownOnceDialogProps {
  /** A secret or token. */
  value: string;
  texts: { title: string; explanation: string; label: string; copy: string };
  toasts: { copied: Toast; copyFailed: Toast };
  onClose: () => void;
}

/** Shows a new secret or token, which cannot be viewed again. */
export function ShownOnceDialog({ value, texts, toasts, onClose }: ShownOnceDialogProps) {
  const copy = async () => showToast((await copyText(value)) ? toasts.copied : toasts.copyFailed);
  return (
    <ViewDialog
      title={texts.title}
      onClose={onClose}
      isShownOnce
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            {sharedMessages.secretSaved}
          </Button>
          <Button onClick={() => void copy()}>
            <Copy aria-hidden="true" /> {texts.copy}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Text color="fg.muted">{texts.explanation}</Text>
        <Code
          aria-label={texts.label}
          role="textbox"
          aria-readonly="true"
          bg="bg.muted"
          padding="3"
          borderRadius="l2"
          overflowWrap="anywhere"
          whiteSpace="pre-wrap"
          userSelect="all"
        >
          {value}
        </Code>
      </Stack>
    </ViewDialog>
  );
}
