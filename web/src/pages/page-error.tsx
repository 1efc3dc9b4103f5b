import { Button } from '@chakra-ui/react';
import { MessageScreen } from '../ui/layout/status-page';

/** A screen that broke, or whose code could not be loaded. */
export function PageError() {
  return (
    <MessageScreen title="Something went wrong" action={<Button onClick={() => location.reload()}>Try again</Button>}>
      This screen could not be shown. Your data is safe; loading it again usually helps.
    </MessageScreen>
  );
}
