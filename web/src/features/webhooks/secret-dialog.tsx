import { Button, Code, Stack, Text } from '@chakra-ui/react';
import { Copy } from 'lucide-react';
import { copyText } from '../../shared/copy-text';
import { notify } from '../../ui/feedback/toaster';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { webhookNotices } from '../../messages/webhook-toasts';
import { webhookWords } from '../../messages/webhooks';

interface SecretDialogProps {
  secret: string;
  onClose: () => void;
}

/** Shows a new signing secret, which cannot be viewed again. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const copy = async () =>
    notify((await copyText(secret)) ? webhookNotices.secretCopied : webhookNotices.secretCopyFailed);
  return (
    <ViewDialog
      title={webhookWords.secretTitle}
      onClose={onClose}
      isShownOnce
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            {webhookWords.secretDone}
          </Button>
          <Button onClick={() => void copy()}>
            <Copy aria-hidden="true" /> {webhookWords.copySecret}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Text color="fg.muted">{webhookWords.secretOnce}</Text>
        <Code
          aria-label={webhookWords.secretLabel}
          role="textbox"
          aria-readonly="true"
          bg="bg.muted"
          padding="3"
          borderRadius="l2"
          overflowWrap="anywhere"
          userSelect="all"
        >
          {secret}
        </Code>
      </Stack>
    </ViewDialog>
  );
}
