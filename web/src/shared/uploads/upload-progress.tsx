import { Box, HStack, Progress, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { IconAction } from '../../ui/button/icon-action';
import type { RunningUpload } from './use-uploads';

/** The progress of one upload, with a cancel button. Screen readers announce every 25%. */
export function UploadProgress({ upload: { name, phase, progress, cancel } }: { upload: RunningUpload }) {
  const percent = Math.floor(progress * 100);
  const state = phase === 'waiting' ? 'Waiting' : phase === 'publishing' ? 'Finishing…' : `${percent}%`;
  return (
    <HStack gap="3" width="full">
      <Stack gap="2" flex="1" minWidth="0">
        <HStack justify="space-between" gap="3" textStyle="sm" className="tabular">
          <Text truncate title={name}>
            {name}
          </Text>
          <Text color="fg.muted" flexShrink="0">
            {state}
          </Text>
        </HStack>
        <Progress.Root value={percent} size="xs" shape="full">
          <Progress.Track aria-label={`Upload of ${name}`}>
            <Progress.Range />
          </Progress.Track>
        </Progress.Root>
      </Stack>
      <VisuallyHidden role="status">
        {phase === 'sending' ? `Uploading ${name}: ${Math.floor(progress * 4) * 25}%` : `${name}: ${state}`}
      </VisuallyHidden>
      <Box flexShrink="0" boxSize={{ base: '11', md: '8' }}>
        {phase !== 'publishing' && <IconAction label={`Cancel upload of ${name}`} icon={X} onClick={cancel} />}
      </Box>
    </HStack>
  );
}
