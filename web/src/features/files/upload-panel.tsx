import { Box, Flex, HStack, Stack, Text } from '@chakra-ui/react';
import { MAX_UPLOAD_BYTES } from '@dripline/contract/limits';
import { Upload, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { IconAction } from '../../ui/button/icon-action';
import { FileButton } from '../../ui/form/file-button';
import { FileDropZone } from '../../ui/form/file-drop-zone';
import { Card } from '../../ui/layout/card';
import { UploadProgress } from '../../shared/uploads/upload-progress';
import { useFocusAfterRender } from '../../ui/focus/use-focus-after-render';
import { useFileUploads } from './file-uploads-context';

const UPLOAD_LABEL = 'Upload files';

/** The upload button and drop zone, with the running and failed uploads below. */
export function UploadPanel() {
  const { uploads, failures, start } = useFileUploads();
  const box = useRef<HTMLDivElement>(null);
  const focusNext = useFocusAfterRender(box);
  const [params, setParams] = useSearchParams();
  const isStart = params.get('start') === 'upload';
  // The palette leads here. A browser opens its file picker only for a press of the button itself.
  useEffect(() => {
    if (!isStart) return;
    focusNext(UPLOAD_LABEL);
    setParams({ tab: 'files' }, { replace: true });
  }, [isStart, focusNext, setParams]);
  return (
    <Stack ref={box} gap="3">
      <FileDropZone onFiles={(files) => files.forEach(start)}>
        <Flex
          direction={{ base: 'column', sm: 'row' }}
          align={{ base: 'stretch', sm: 'center' }}
          gap="4"
          padding="5"
          justify="space-between"
        >
          <Stack gap="0.5">
            <Text fontWeight="medium" hideBelow="md">
              Drop files here
            </Text>
            <Text textStyle="sm" color="fg.muted">
              Any file type, up to {MAX_UPLOAD_BYTES / 1024 / 1024} MB each. Anyone with the URL can open the file.
            </Text>
          </Stack>
          <FileButton size="sm" multiple onFiles={(files) => files.forEach(start)}>
            <Upload aria-hidden="true" /> {UPLOAD_LABEL}
          </FileButton>
        </Flex>
      </FileDropZone>
      {uploads.length + failures.length > 0 && (
        <Card as="ul" listStyleType="none" aria-label="uploads">
          {uploads.map((upload, index) => (
            <Box as="li" key={upload.id} paddingX="4" paddingY="2.5" borderTopWidth={index > 0 ? '1px' : '0'}>
              <UploadProgress
                upload={{
                  ...upload,
                  cancel: () => {
                    focusNext(UPLOAD_LABEL);
                    upload.cancel();
                  },
                }}
              />
            </Box>
          ))}
          {failures.map(({ id, name, reason, dismiss }, index) => (
            <Box as="li" key={id} paddingX="4" paddingY="2.5" borderTopWidth={uploads.length + index > 0 ? '1px' : '0'}>
              <HStack gap="3" justify="space-between" textStyle="sm">
                <Box minWidth="0">
                  <Text truncate title={name}>
                    {name}
                  </Text>
                  <Text color="fg.error" overflowWrap="anywhere">
                    {reason}
                  </Text>
                </Box>
                <IconAction
                  label={`Dismiss ${name}`}
                  icon={X}
                  onClick={() => {
                    focusNext(UPLOAD_LABEL);
                    dismiss();
                  }}
                />
              </HStack>
            </Box>
          ))}
        </Card>
      )}
    </Stack>
  );
}
