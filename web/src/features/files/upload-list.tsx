import { Box, HStack, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { UploadProgress } from '../../shared/uploads/upload-progress';
import { IconAction } from '../../ui/button/icon-action';
import { Card } from '../../ui/layout/card';
import { useFileUploads } from './file-uploads-context';

/** The running and failed uploads. `onRemove` is called before the user removes one, which may have the focus. */
export function UploadList({ onRemove }: { onRemove: () => void }) {
  const { uploads, failures } = useFileUploads();
  if (uploads.length + failures.length === 0) return null;
  return (
    <Card as="ul" listStyleType="none" aria-label="uploads">
      {uploads.map((upload, index) => (
        <Box as="li" key={upload.id} paddingX="4" paddingY="2.5" borderTopWidth={index > 0 ? '1px' : '0'}>
          <UploadProgress
            upload={{
              ...upload,
              cancel: () => {
                onRemove();
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
                onRemove();
                dismiss();
              }}
            />
          </HStack>
        </Box>
      ))}
    </Card>
  );
}
