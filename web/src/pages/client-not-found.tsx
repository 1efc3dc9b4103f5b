import { ScreenTitle } from '../features/sessions/screen-title';
import { paths } from '../paths';
import { LinkButton } from '../ui/link-button';
import { MessageScreen } from '../ui/message-screen';
import { sharedWords } from '../words/shared';

/** Shown when a URL names a client that does not exist. */
export function ClientNotFound() {
  return (
    <>
      <ScreenTitle title={sharedWords.clientNotFound} />
      <MessageScreen
        title={sharedWords.clientNotFound}
        action={<LinkButton to={paths.home.href()}>Go to the home page</LinkButton>}
      >
        Check the link, or ask your agency for a new one.
      </MessageScreen>
    </>
  );
}
