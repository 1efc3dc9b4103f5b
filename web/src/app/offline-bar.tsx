import { Box, Flex } from '@chakra-ui/react';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void) {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/**
 * Shows a message while the browser is offline. The status region is always rendered, so that screen readers announce
 * the message.
 */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <Box role="status" aria-label="Connection">
      {!isOnline && (
        <Flex
          justify="center"
          align="center"
          gap="2"
          paddingX="4"
          paddingY="2"
          bg="bg.muted"
          borderBottomWidth="1px"
          textStyle="sm"
        >
          <WifiOff aria-hidden="true" size={14} />
          You are offline. Changes cannot be saved until the connection is back.
        </Flex>
      )}
    </Box>
  );
}
