import { ScreenTitle } from '../shared/page-title';
import { paths } from '../shared/paths';
import { LinkButton } from '../ui/button/link-button';
import { MessageScreen } from '../ui/layout/status-page';
import { sharedWords } from '../messages/shared';

/** A dashboard whose client does not exist. */
export function ClientNotFound() {
  return (
    <>
      <ScreenTitle title={sharedWords.clientNotFound} />
      <MessageScreen
        title={sharedWords.clientNotFound}
        action={<LinkButton to={paths.home.href()}>Go to the start page</LinkButton>}
      >
        There is no client at this address. Check the link, or ask your agency for it.
      </MessageScreen>
    </>
  );
}
