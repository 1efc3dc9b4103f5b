import { ScreenTitle } from '../shared/page-title';
import { paths } from '../shared/paths';
import { LinkButton } from '../ui/button/link-button';
import { MessageScreen } from '../ui/layout/status-page';

/** Any address that is no screen. */
export function NotFoundPage() {
  return (
    <>
      <ScreenTitle title="Page not found" />
      <MessageScreen
        title="Page not found"
        action={<LinkButton to={paths.home.href()}>Go to the start page</LinkButton>}
      >
        There is nothing at this address. It may have moved, or the link may be incomplete.
      </MessageScreen>
    </>
  );
}
