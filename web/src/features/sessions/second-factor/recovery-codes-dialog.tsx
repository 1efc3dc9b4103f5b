import { useMutation } from '@apollo/client/react';
import { Button, Code, SimpleGrid, Stack, Text } from '@chakra-ui/react';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { CreateRecoveryCodesDocument } from '../../../shared/graphql/generated';
import { errorMessageOf } from '../../../shared/api-error';
import { copyText } from '../../../shared/clipboard/copy-text';
import { ViewDialog } from '../../../ui/dialog/view-dialog';
import { showToast } from '../../../ui/feedback/toaster';
import { securityMessages } from '../../../messages/security';
import { securityToasts } from '../../../messages/security-toasts';

/** Creates recovery codes. `codes` is set while they are to be shown. */
export function useRecoveryCodes() {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [create, { loading }] = useMutation(CreateRecoveryCodesDocument, {
    // The codes must not stay in the cache after the dialog closes.
    fetchPolicy: 'no-cache',
    onCompleted: ({ createRecoveryCodes }) => setCodes(createRecoveryCodes),
    onError: (error) => showToast(securityToasts.failed(errorMessageOf(error))),
  });
  return { codes, create, isBusy: loading, close: () => setCodes(null) };
}

/** Shows new recovery codes, which cannot be viewed again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const copy = async () =>
    showToast((await copyText(codes.join('\n'))) ? securityToasts.codesCopied : securityToasts.codesCopyFailed);
  return (
    <ViewDialog
      title={securityMessages.codesTitle}
      onClose={onClose}
      isShownOnce
      footer={
        <>
          <Button variant="outline" colorPalette="gray" onClick={() => void copy()}>
            <Copy aria-hidden="true" /> {securityMessages.copyCodes}
          </Button>
          <Button onClick={onClose}>{securityMessages.codesSaved}</Button>
        </>
      }
    >
      <Stack gap="4">
        <Text color="fg.muted">{securityMessages.codesText}</Text>
        <SimpleGrid as="ul" columns={{ base: 1, sm: 2 }} gap="2" listStyleType="none">
          {codes.map((code) => (
            <li key={code}>
              <Code bg="bg.muted" padding="2" borderRadius="l2" width="full" justifyContent="center" userSelect="all">
                {code}
              </Code>
            </li>
          ))}
        </SimpleGrid>
      </Stack>
    </ViewDialog>
  );
}
