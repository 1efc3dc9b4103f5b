import { Button } from '@chakra-ui/react';
import { MessageScreen } from '../ui/layout/status-page';

/** A screen of which nothing could be loaded. */
export function PageLoadError({ what = 'this page', onRetry }: { what?: string; onRetry: () => void }) {
  return (
    <MessageScreen title={`We could not load ${what}.`} action={<Button onClick={onRetry}>Try again</Button>}>
      Nothing is lost. Check your connection and try again.
    </MessageScreen>
  );
}
