import { Button } from '@chakra-ui/react';
import { StatusPage } from '../ui/layout/status-page';

/** A full-page error for a screen whose data could not be loaded. `what` completes "We could not load …". */
export function PageLoadError({ what = 'this page', onRetry }: { what?: string; onRetry: () => void }) {
  return (
    <StatusPage title={`We could not load ${what}.`} action={<Button onClick={onRetry}>Try again</Button>}>
      Your data is safe. Check your connection and try again.
    </StatusPage>
  );
}
