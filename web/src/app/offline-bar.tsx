import { Box, Flex } from '@chakra-ui/react';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

function subscribe(changed: () => void) {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** A quiet line while the browser has no network; what is on the screen stays. Always there, so that it is read aloud when it speaks. */
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
