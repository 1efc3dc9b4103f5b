import { ScreenTitle } from '../features/sessions/screen-title';
import { paths } from '../paths';
import { LinkButton } from '../ui/link-button';
import { MessageScreen } from '../ui/message-screen';

/** The fallback screen that admin routes show to everyone else. */
export function NeedsAdmin() {
  return (
    <>
      <ScreenTitle title="Admin sign-in required" />
      <MessageScreen
        title="Admin sign-in required"
        action={<LinkButton to={paths.adminLogin.href()}>Go to admin sign-in</LinkButton>}
      >
        Sign in as an administrator, then return to this address.
      </MessageScreen>
    </>
  );
}
