import { ScreenTitle } from '../features/sessions/screen-title';
import { paths } from '../paths';
import { LinkButton } from '../ui/link-button';
import { MessageScreen } from '../ui/message-screen';

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
