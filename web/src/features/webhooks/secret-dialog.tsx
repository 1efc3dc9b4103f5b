import { Button, Code, Stack, Text } from '@chakra-ui/react';
import { Copy } from 'lucide-react';
import { copyText } from '../../shared/copy-text';
import { showToast } from '../../ui/feedback/toaster';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { webhookToasts } from '../../messages/webhook-toasts';
import { webhookMessages } from '../../messages/webhooks';

interface SecretDialogProps {
  secret: string;
  onClose: () => void;
}

/** Shows a new signing secret, which cannot be viewed again. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  const copy = async () =>
    showToast((await copyText(secret)) ? webhookToasts.secretCopied : webhookToasts.secretCopyFailed);
  return (
    <ViewDialog
      title={webhookMessages.secretTitle}
      onClose={onClose}
      keepOpenOnOutsideClick
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={onClose}>
            {webhookMessages.secretSaved}
          </Button>
          <Button onClick={() => void copy()}>
            <Copy aria-hidden="true" /> {webhookMessages.copySecret}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <Text color="fg.muted">{webhookMessages.secretOnce}</Text>
        <Code
          aria-label={webhookMessages.secretLabel}
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
