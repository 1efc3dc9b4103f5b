import { Box, Button, Center, Stack, Text } from '@chakra-ui/react';
import { CloudOff } from 'lucide-react';
import { useRef } from 'react';
import { useFocusFallback } from '../focus/use-focus-fallback';

interface LoadErrorProps {
  subject?: string;
  onRetry: () => void;
}

/** An error for content that could not be loaded, with a retry button. `subject` completes "We could not load …". */
export function LoadError({ subject = 'this', onRetry }: LoadErrorProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusFallback(box);
  return (
    <Center ref={box} padding="10" role="alert">
      <Stack align="center" gap="3" textAlign="center">
        <Box color="fg.muted">
          <CloudOff aria-hidden="true" size={28} />
        </Box>
        <Text fontWeight="medium">We could not load {subject}.</Text>
        <Text color="fg.muted" textStyle="sm">
          Your data is safe. Check your connection and try again.
        </Text>
        <Button size="sm" variant="outline" onClick={onRetry}>
          Try again
        </Button>
      </Stack>
    </Center>
  );
}
