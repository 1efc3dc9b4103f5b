import { Button } from '@chakra-ui/react';
import { StatusPage } from '../ui/layout/status-page';

/** The error boundary's screen: rendering failed, or the screen's code could not be loaded. */
export function PageError() {
  return (
    <StatusPage title="Something went wrong" action={<Button onClick={() => location.reload()}>Reload page</Button>}>
      This page could not be displayed. Your data is safe. Reloading usually helps.
    </StatusPage>
  );
}
