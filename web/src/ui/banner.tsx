import { Alert } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** A quiet line above a screen about something that lasts. */
export function Banner({ children }: { children: ReactNode }) {
  return (
    <Alert.Root status="warning" size="sm" borderRadius="l2" role="status">
      <Alert.Indicator />
      <Alert.Description>{children}</Alert.Description>
    </Alert.Root>
  );
}
