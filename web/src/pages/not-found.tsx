import { ScreenTitle } from '../shared/page-title';
import { paths } from '../shared/paths';
import { LinkButton } from '../ui/button/link-button';
import { MessageScreen } from '../ui/layout/status-page';

/** Shown for any URL that matches no route. */
export function NotFoundPage() {
  return (
    <>
      <ScreenTitle title="Page not found" />
      <MessageScreen
        title="Page not found"
        action={<LinkButton to={paths.home.href()}>Go to the home page</LinkButton>}
      >
        The page may have moved, or the link may be incomplete.
      </MessageScreen>
    </>
  );
}
